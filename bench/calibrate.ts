import { join } from 'node:path';
import type { MailStoreKind } from './calibrators/mail-stores.js';
import { createInboxes } from './client.js';
import type { Bench, Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { SmtpCommands } from './generators/smtp.js';
import {
  measureRate,
  WARM_UP,
  withMailCalibrator,
  type CalibratorLoad,
  type MailRate,
} from './mail-calibrator.js';
import { withService } from './service.js';

/** Sessions that every mail bench is measured with. */
export const SESSIONS = [1, 10, 50] as const;

const INBOXES = 100;

type Rate = (load: CalibratorLoad) => Promise<MailRate>;

/**
 * What limits accepting on this machine: the least possible program, the same with ever more of what the service does,
 * and the service, in turn.
 */
export const calibrate: Bench = ({ full, directory }) =>
  withProgram<SmtpCommands, { figures: Figure[] }>('generators/smtp', (generator) =>
    withRates(directory, generator, async (rates) => {
      const figures: Figure[] = [];
      for (const sessions of SESSIONS) {
        const load = { sessions, seconds: full ? 30 : 4, varied: 1.25 } as const;
        let bare: number | null = null;
        for (const [what, rate] of rates) {
          const { perSecond, accepted, cpuMs } = await rate(load);
          bare ??= perSecond;
          const figure = { what: `${what}, ${sessions} sessions`, value: perSecond };
          figures.push({ ...figure, unit: 'mails/s', ...accepted, cpuMs, ratio: perSecond / bare });
        }
      }
      return { figures };
    }),
  );

type Rates = readonly (readonly [what: string, rate: Rate])[];

/** Runs `work` with all programs and the service, each warm. */
function withRates<T>(
  directory: string,
  generator: Program<SmtpCommands>,
  work: (rates: Rates) => Promise<T>,
): Promise<T> {
  const withKind = (kind: MailStoreKind, then: (rate: Rate) => Promise<T>) =>
    withMailCalibrator(join(directory, kind), generator, ({ rate }) => then(rate), kind);
  return withKind('bare', (bare) =>
    withKind('analysed', (analysed) =>
      withKind('stored', (stored) =>
        withServiceRate(directory, generator, (service) =>
          work([
            ['bare program', bare],
            ["with the service's analysis", analysed],
            ['with its statement, too', stored],
            ['the service', service],
          ]),
        ),
      ),
    ),
  );
}

const withServiceRate = <T>(
  directory: string,
  generator: Program<SmtpCommands>,
  work: (rate: Rate) => Promise<T>,
): Promise<T> =>
  withService({ dataDir: join(directory, 'service') }, async (service) => {
    const inboxes = await createInboxes(service, INBOXES);
    const to = { smtp: service.smtp, recipients: inboxes.map(({ address }) => address) };
    await generator.ask('load', { ...to, ...WARM_UP });
    return work((load) => measureRate(generator, { ...load, ...to }, () => service.cpuMs()));
  });
