import { call, createInboxes, inLanes, type BenchInbox } from './client.js';
import { atLeast, atMost, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { OtpCommands } from './generators/otp.js';
import type { SmtpCommands } from './generators/smtp.js';
import { idle } from './idle.js';
import { WARM_UP } from './mail-calibrator.js';
import type { BenchService } from './service.js';
import { spreadOf } from './statistics.js';

const OPEN_TASKS = { quick: 400, full: 2_000 };
const INBOXES = 20;
const SESSIONS = 10;
const SECONDS = { quick: 4, full: 20 };
const CODES = { quick: 100, full: 300 };
// Of each kind of turn; what is told is the median.
const ROUNDS = 3;

type Size = 'quick' | 'full';

/** What taking mail and waiting for a code feel of open tasks: half of them wait for an agent, half for mail. */
export const besideTasks = (service: BenchService, size: Size): Promise<Figure[]> =>
  withProgram('generators/smtp', (smtp: Program<SmtpCommands>) =>
    withProgram('generators/otp', async (otp: Program<OtpCommands>) => {
      const inboxes = await createInboxes(service, INBOXES);
      // A wait answers with what is there: these get one mail for each.
      const waited = await createInboxes(service, INBOXES);
      const [quiet] = await createInboxes(service, 1);
      const recipients = inboxes.map(({ address }) => address);
      const load = { smtp: service.smtp, recipients, sessions: SESSIONS, seconds: SECONDS[size] };
      const codes = { inboxes: waited, mails: CODES[size] };
      const turn = async (): Promise<Turn> => {
        await idle(service);
        const { answered } = await otp.ask('measure', { ...where(service), ...codes });
        const { sent, seconds } = await smtp.ask('load', load);
        return { perSecond: sent / seconds, answeredMs: answered.p50 };
      };
      await smtp.ask('load', { ...load, ...WARM_UP });
      const turns: Turns = { without: [], beside: [] };
      for (let round = 0; round < ROUNDS; round++) {
        turns.without.push(await turn());
        const ids = await openTasks(service, quiet!, OPEN_TASKS[size]);
        turns.beside.push(await turn());
        await inLanes(ids, (id) => call(service, `/v1/tasks/${id}/cancel`, {}));
      }
      return figures(turns, OPEN_TASKS[size]);
    }),
  );

interface Turn {
  readonly perSecond: number;
  /** Milliseconds from the end of DATA to `/otp`'s answer, the median. */
  readonly answeredMs: number;
}

type Turns = Record<'without' | 'beside', Turn[]>;

const where = ({ rest, smtp, apiKey }: BenchService) => ({ rest, smtp, apiKey });

function figures({ without, beside }: Turns, tasks: number): Figure[] {
  const [rate, answered] = [median(beside, 'perSecond'), median(beside, 'answeredMs')];
  const rateRatio = rate / median(without, 'perSecond');
  const waitRatio = answered / median(without, 'answeredMs');
  return [
    {
      what: `ingest beside ${tasks} open tasks`,
      ...{ value: rate, unit: 'mails/s', n: beside.length },
      ...{ ratio: rateRatio, goal: atLeast(rateRatio, 0.95, 'ratio ') },
    },
    {
      what: `  end of DATA to /otp's answer`,
      ...{ value: answered, unit: 'ms', n: beside.length },
      ...{ ratio: waitRatio, goal: atMost(waitRatio, 1.05, 'ratio ') },
    },
  ];
}

const median = (turns: readonly Turn[], key: keyof Turn): number =>
  spreadOf(turns.map((turn) => turn[key])).p50;

async function openTasks(
  service: BenchService,
  inbox: BenchInbox,
  count: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  await inLanes([...Array(count).keys()], async (n) => {
    const body = n % 2 ? { type: 'custom' } : { type: 'wait_for_email', inbox_id: inbox.id };
    ids.push((await call<{ id: string }>(service, '/v1/tasks', body)).id);
  });
  return ids;
}
