import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInboxes, type BenchInbox } from './client.js';
import { atMost, type Bench, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { OtpCommands } from './generators/otp.js';
import type { SmtpCommands } from './generators/smtp.js';
import { idle } from './idle.js';
import { withMailCalibrator, type MailCalibrator } from './mail-calibrator.js';
import { withService, type BenchService } from './service.js';

/** Milliseconds from one mail to the next, and how many. */
const PACES = [
  { every: 35, mails: 300, fullMails: 900 },
  { every: 2_000, mails: 10, fullMails: 60 },
] as const;
const INBOXES = 20;
const WARM_UP = 600;
const AT_REST = 5_000;

/**
 * One mail at a time, each with a wait open: how soon its code is in the client's hand, beside the bare program's 250 at
 * the same pace, and what it costs until it is finished, less what the service uses at rest.
 */
export const lone: Bench = ({ full, directory }) =>
  withProgram<OtpCommands, { figures: Figure[] }>('generators/otp', (otp) =>
    withProgram<SmtpCommands, { figures: Figure[] }>('generators/smtp', (generator) =>
      withMailCalibrator(join(directory, 'calibrator'), generator, (calibrator) =>
        withService({ dataDir: join(directory, 'service') }, async (service) => {
          const inboxes = await createInboxes(service, INBOXES);
          await otp.ask('measure', { ...where(service), inboxes, mails: WARM_UP });
          const figures: Figure[] = [];
          for (const { every, ...counts } of PACES) {
            const pace = { every, mails: full ? counts.fullMails : counts.mails };
            figures.push(...(await measure({ otp, calibrator, service, inboxes, ...pace })));
          }
          return { figures };
        }),
      ),
    ),
  );

const where = ({ rest, smtp, apiKey }: BenchService) => ({ rest, smtp, apiKey });

interface Measurement {
  readonly otp: Program<OtpCommands>;
  readonly calibrator: MailCalibrator;
  readonly service: BenchService;
  readonly inboxes: readonly BenchInbox[];
  readonly every: number;
  readonly mails: number;
}

async function measure(parts: Measurement): Promise<Figure[]> {
  const { otp, calibrator, service, inboxes, every, mails } = parts;
  const bare = await calibrator.paced(1_000 / every, mails);
  await idle(service);
  const resting = (await cpuDuring(service, () => sleep(AT_REST))).perMs;
  const spent = await cpuDuring(service, async () => {
    const outcome = await otp.ask('measure', { ...where(service), inboxes, mails, every });
    await idle(service);
    return outcome;
  });
  const { answered, accepted } = spent.result;
  const cpuMs = (spent.cpuMs - resting * spent.milliseconds) / mails;
  const [ratio, slow] = [answered.p50 / bare.p50, answered.p99 / bare.p99];
  const what = `a mail every ${every} ms`;
  return [
    { what: `${what}: bare program, end of DATA to the 250`, ...inMs(bare) },
    {
      what: '  end of DATA to the answer of an open wait',
      ...inMs(answered),
      ...{ ratio, cpuMs, goal: atMost(ratio, 1.6, 'ratio ') },
    },
    {
      what: '  its slowest hundredth beside that of the 250',
      ...{ value: answered.p99, unit: 'ms', ratio: slow, goal: atMost(slow, 3, 'ratio ') },
    },
    { what: '  end of DATA to the 250', ...inMs(accepted) },
    { what: '  a finished mail', value: cpuMs, unit: 'ms of CPU', goal: atMost(cpuMs, 12) },
  ];
}

const inMs = (spread: { readonly p50: number; readonly p99: number; readonly n: number }) => ({
  ...{ value: spread.p50, unit: 'ms', p50: spread.p50, p99: spread.p99, n: spread.n },
});

async function cpuDuring<T>(service: BenchService, work: () => Promise<T>) {
  const [from, before] = [performance.now(), await service.cpuMs()];
  const result = await work();
  const milliseconds = performance.now() - from;
  const cpuMs = (await service.cpuMs()) - before;
  return { result, milliseconds, cpuMs, perMs: cpuMs / milliseconds };
}
