import { join } from 'node:path';
import { createInboxes, createKeys, withDatabase } from './client.js';
import { atMost, type Bench, type Figure } from './figures.js';
import { fillInboxes } from './fill.js';
import { withProgram, type Program } from './generator.js';
import type { OtpCommands, OtpOutcome } from './generators/otp.js';
import type { SmtpCommands } from './generators/smtp.js';
import { withService, type BenchService } from './service.js';
import { openWaits, WAITS_A_KEY, type WaitersProgram } from './open-waits.js';

const MAILS = 300;
const INBOXES = 20;
const BACKGROUND = { perSecond: 200, sessions: 10, waits: 5_000 };
// Who asks once a second has its answer half a second late on average.
const POLL_MEAN = 500;

/** From the end of DATA to the code in the client's hand. */
export const wait: Bench = ({ full, directory }) =>
  withProgram<OtpCommands, { figures: Figure[] }>('generators/otp', (otp) =>
    withService({ dataDir: join(directory, 'service') }, async (service) => {
      const inboxes = await createInboxes(service, INBOXES);
      const measure = (mails: number) => otp.ask('measure', { ...where(service), inboxes, mails });
      // Warm: code is compiled, statements are planned.
      await measure(INBOXES);
      const idle = figures('nothing else', await measure(MAILS), { p50: 3, p99: 15 });
      if (!full) return { figures: idle };
      const loaded = await withBackground(service, () => measure(MAILS));
      return { figures: [...idle, ...figures('200 mails/s, 5,000 waits', loaded, { p99: 100 })] };
    }),
  );

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
