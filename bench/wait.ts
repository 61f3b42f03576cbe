import { join } from 'node:path';
import { createInboxes, createKeys, withDatabase } from './client.js';
import { atMost, type Bench, type Figure } from './figures.js';
import { fillInboxes } from './fill.js';
import { withProgram, type Program } from './generator.js';
import type { OtpCommands, OtpOutcome } from './generators/otp.js';
import type { SmtpCommands } from './generators/smtp.js';
import { withMailCalibrator } from './mail-calibrator.js';
import { withService, type BenchService } from './service.js';
import type { Spread } from './statistics.js';
import { openWaits, WAITS_A_KEY, type WaitersProgram } from './open-waits.js';

const MAILS = 300;
// About the pace at which the codes are asked for.
const PER_SECOND = 30;
const INBOXES = 20;
const BACKGROUND = { perSecond: 200, sessions: 10, waits: 5_000 };
// Who asks once a second has its answer half a second late on average.
const POLL_MEAN = 500;

/** From the end of DATA to the code in the client's hand. */
export const wait: Bench = async ({ full, directory }) => {
  const bare = await bareProgram(join(directory, 'calibrator'));
  return withProgram<OtpCommands, { figures: Figure[] }>('generators/otp', (otp) =>
    withService({ dataDir: join(directory, 'service') }, async (service) => {
      const inboxes = await createInboxes(service, INBOXES);
      const measure = (mails: number) => otp.ask('measure', { ...where(service), inboxes, mails });
      // Warm: code is compiled, statements are planned.
      await measure(MAILS);
      const idle = figures('nothing else', await measure(MAILS), { p50: 3, p99: 15 });
      const quick = [bareFigure(bare), ...idle];
      if (!full) return { figures: quick };
      const loaded = await withBackground(service, () => measure(MAILS));
      return { figures: [...quick, ...figures('200 mails/s, 5,000 waits', loaded, { p99: 100 })] };
    }),
  );
};

/** The calibrator's way from the end of DATA to the 250 at the same pace: a machine at rest is slow to wake. */
const bareProgram = (directory: string): Promise<Spread> =>
  withProgram<SmtpCommands, Spread>('generators/smtp', (generator) =>
    withMailCalibrator(directory, generator, (calibrator) => calibrator.paced(PER_SECOND, MAILS)),
  );

const bareFigure = (bare: Spread): Figure => ({
  what: `bare program, ${PER_SECOND} mails/s: end of DATA to the 250`,
  value: bare.p50,
  unit: 'ms',
  ...bare,
});

const where = ({ rest, smtp, apiKey }: BenchService) => ({ rest, smtp, apiKey });

function figures(
  beside: string,
  { answered, accepted }: OtpOutcome,
  limits: { p50?: number; p99: number },
): Figure[] {
  const goal = limits.p50
    ? atMost(answered.p50, limits.p50)
    : atMost(answered.p99, limits.p99, 'p99 ');
  return [
    {
      what: `end of DATA to /otp's answer, ${beside}`,
      value: answered.p50,
      unit: 'ms',
      ...answered,
      goal,
    },
    {
      what: '  its slowest hundredth',
      value: answered.p99,
      unit: 'ms',
      goal: atMost(answered.p99, limits.p99),
    },
    { what: '  end of DATA to the 250', value: accepted.p50, unit: 'ms', ...accepted },
    {
      what: '  faster than a poll once a second (500 ms on average)',
      value: POLL_MEAN / answered.p50,
      unit: 'times',
    },
  ];
}

/** Runs `work` while other mail comes in and others wait for theirs. */
async function withBackground<T>(service: BenchService, work: () => Promise<T>): Promise<T> {
  const { waits, ...load } = BACKGROUND;
  const waiting = await withDatabase(service.databaseUrl, (client) => fillInboxes(client, waits));
  const busy = await createInboxes(service, INBOXES);
  const keys = await createKeys(service, waits / WAITS_A_KEY);
  return withProgram('generators/waiters', async (waiters: WaitersProgram) => {
    await openWaits(
      service,
      waiters,
      waiting.map(({ id }, i) => ({
        path: `/v1/inboxes/${id}/otp?timeout=120`,
        apiKey: keys[i % keys.length]!,
      })),
    );
    return withProgram('generators/smtp', async (smtp: Program<SmtpCommands>) => {
      const recipients = busy.map(({ address }) => address);
      const seconds = (MAILS * 40) / 1_000;
      const sending = smtp.ask('load', { smtp: service.smtp, recipients, seconds, ...load });
      const result = await work();
      await sending;
      return result;
    });
  });
}
