import type { SenderAuth } from '../../sender/auth.js';
import type { NewEvent } from '../../store/events/record.js';
import type { RoutingTargets } from '../routing/mail-routing.js';

/** How many there are of each. */
export type Counts = Readonly<Record<string, number>>;

/** What came of the mails of a run, for operators: ids, counts and outcomes, nothing a mail says. */
export interface EmailsOutcome {
  readonly mails: number;
  /** Those that could not be read so far: they get a run of their own once they are. */
  readonly unread?: number;
  /** Those that are told of without having been read. */
  readonly unreadable?: number;
  /** Those that nobody is told of: held, quarantined, blocked or gone. */
  readonly withheld?: number;
  /** Whether senders are who they say, and whether that is known yet. */
  readonly verdicts: Counts;
  readonly categories: Counts;
  readonly events: Counts;
  /** To webhooks. */
  readonly deliveries?: number;
  /** Where one mail alone was placed. */
  readonly thread?: string;
  /** The routing rules that matched, by id. */
  readonly rules?: Counts;
}

/** What a run found out and did. */
export interface FinishedEmails {
  readonly mails: readonly {
    readonly thread_id: string;
    readonly category: string;
    readonly parse_status: string;
    readonly auth: Pick<SenderAuth, 'verdict'> | null;
  }[];
  readonly events: readonly Pick<NewEvent, 'kind'>[];
  readonly deliveries: number;
  readonly routes: readonly Pick<RoutingTargets, 'agentRuleId' | 'inboxRuleId'>[];
}

/** Puts together what came of `total` mails, `unread` of which were left for later. */
export function outcomeOf(
  { mails, events, deliveries, routes }: FinishedEmails,
  total: number,
  unread = 0,
): EmailsOutcome {
  const withheld = total - unread - mails.length;
  const rules = routes.flatMap((route) => [route.agentRuleId, route.inboxRuleId]);
  const unreadable = mails.filter(({ parse_status }) => parse_status === 'failed').length;
  const [only] = mails;
  return {
    mails: total,
    ...(unread > 0 && { unread }),
    ...(unreadable > 0 && { unreadable }),
    ...(withheld > 0 && { withheld }),
    verdicts: counted(mails.map(({ auth }) => auth?.verdict ?? 'none yet')),
    categories: counted(mails.map(({ category }) => category)),
    events: counted(events.map(({ kind }) => kind)),
    ...(deliveries > 0 && { deliveries }),
    ...(total === 1 && only && { thread: only.thread_id }),
    ...(routes.length > 0 && { rules: counted(rules.filter((id) => id !== null)) }),
  };
}

/** What came of several batches, as one. */
export const combineFinished = (finished: readonly FinishedEmails[]): FinishedEmails => ({
  mails: finished.flatMap(({ mails }) => mails),
  events: finished.flatMap(({ events }) => events),
  deliveries: finished.reduce((sum, { deliveries }) => sum + deliveries, 0),
  routes: finished.flatMap(({ routes }) => routes),
});

function counted(values: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
