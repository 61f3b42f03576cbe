import type { Bench, Figure } from './figures.js';
import { withProgram } from './generator.js';
import type { SmtpCommands } from './generators/smtp.js';
import { withMailCalibrator } from './mail-calibrator.js';

/** Sessions that every mail bench is measured with. */
export const SESSIONS = [1, 10, 50] as const;

/** What the least possible program reaches on this machine: smtp-server, mailparser, one insert. */
export const calibrate: Bench = ({ full, directory }) =>
  withProgram<SmtpCommands, { figures: Figure[] }>('generators/smtp', (generator) =>
    withMailCalibrator(directory, generator, async (calibrator) => {
      const figures: Figure[] = [];
      for (const sessions of SESSIONS) {
        const { perSecond, accepted, cpuMs } = await calibrator.rate({
          sessions,
          seconds: full ? 30 : 4,
        });
        figures.push({
          what: `bare program, ${sessions} sessions`,
          value: perSecond,
          unit: 'mails/s',
          ...accepted,
          cpuMs,
        });
      }
      return { figures };
    }),
  );
