import { join } from 'node:path';
import type { MailCalibratorCommands } from './calibrators/mail.js';
import type { MailStoreKind } from './calibrators/mail-stores.js';
import type { SmtpCommands, SmtpLoad, SmtpOutcome } from './generators/smtp.js';
import { startProgram, type Program } from './generator.js';
import { cpuOf } from './processes.js';
import type { SmtpAddress } from './service.js';
import type { Spread } from './statistics.js';

/** What a mail server did under load. */
export interface MailRate extends SmtpOutcome {
  readonly perSecond: number;
  /** CPU milliseconds a mail, over all its processes. */
  readonly cpuMs: number;
}

/** What is sent to a calibrator. */
export type CalibratorLoad = Pick<SmtpLoad, 'sessions' | 'seconds' | 'varied'>;

/** A running calibrator and the generator that is used on the service as well. */
export interface MailCalibrator {
  readonly smtp: SmtpAddress;
  /** Sends as much as it takes over `sessions`. */
  rate(load: CalibratorLoad): Promise<MailRate>;
  /** Sends one mail after the other at a pace; milliseconds from the end of DATA to the 250. */
  paced(perSecond: number, mails: number): Promise<Spread>;
}

/** Runs `work` with a calibrator, the bare program unless told otherwise, whose database is in `directory`. */
export async function withMailCalibrator<T>(
  directory: string,
  generator: Program<SmtpCommands>,
  work: (calibrator: MailCalibrator) => Promise<T>,
  kind: MailStoreKind = 'bare',
): Promise<T> {
  const program = startProgram<MailCalibratorCommands>('calibrators/mail');
  try {
    const dataDir = join(directory, 'calibrator');
    const { port, recipients } = await program.ask('start', { dataDir, kind });
    const smtp = { host: '127.0.0.1', port };
    const rate = (load: CalibratorLoad) =>
      measureRate(generator, { ...load, smtp, recipients }, () => cpuOf(program.pid));
    const paced = async (perSecond: number, mails: number) => {
      const load = { smtp, recipients, sessions: 1, seconds: mails / perSecond };
      return (await generator.ask('load', { ...load, perSecond })).accepted;
    };
    await generator.ask('load', { smtp, recipients, ...WARM_UP });
    return await work({ smtp, rate, paced });
  } finally {
    await program.end();
  }
}

/** Load until code is compiled and statements are planned: the first thousands of mails cost several times as much. */
export const WARM_UP = { sessions: 50, seconds: 15, mails: 5_000 };

/** The rate of any mail server; `cpuMs` answers what its processes have used so far. */
export async function measureRate(
  generator: Program<SmtpCommands>,
  load: SmtpLoad,
  cpuMs: () => Promise<number>,
): Promise<MailRate> {
  const before = await cpuMs();
  const outcome = await generator.ask('load', load);
  const used = (await cpuMs()) - before;
  return {
    ...outcome,
    perSecond: outcome.sent / outcome.seconds,
    cpuMs: used / outcome.sent,
  };
}
