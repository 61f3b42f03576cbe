import type { Database } from '../../db/database.js';
import type { ApprovalKind, ApprovalStatus, ApprovalVerdict } from '../../store/approvals.js';
import type { ApprovalNotices } from './notices.js';
import type { Deciders } from './service.js';

/** How an approval stands, for its run: no more than operators may see. */
export interface ApprovalReport {
  readonly status: ApprovalStatus;
  /** What is to be done now; null while it waits, and once it is decided. */
  readonly next: 'tellApprovers' | 'expireApproval' | null;
  /** Seconds until the next of them; null where none is left. */
  readonly dueIn: number | null;
  /** For operators: what waits, until when, how often approvers were told. */
  readonly summary: string;
}

interface StandingRow {
  readonly kind: ApprovalKind;
  readonly status: ApprovalStatus;
  readonly resourceId: string;
  readonly expiresAt: Date;
  readonly approvers: number;
  readonly notices: number;
  readonly expiresIn: number;
  readonly tellIn: number | null;
}

// Seconds until a task is looked at again that is to end now.
const ENDS_WITHIN_SECONDS = 60;

interface ApprovalRunsDeps {
  readonly database: Database;
  readonly notices: Pick<ApprovalNotices, 'tell'>;
  /** What ends what nobody decided about, where nothing else does. */
  readonly expiring: Expiring;
  readonly deciders: Deciders;
}

/** Kinds that end nowhere else where nobody decides. */
export const ENDED_HERE = ['send', 'credential'] as const satisfies readonly ApprovalKind[];

/** By kind of approval, by the id of one. */
export type Expiring = Readonly<
  Record<(typeof ENDED_HERE)[number], (approvalId: string) => Promise<unknown>>
>;

// At once, and once more after half the time.
const TELL_IN = `CASE
  WHEN cardinality(a.approvers) = 0 OR a.notices > 1 THEN NULL
  WHEN a.notices = 0 THEN 0
  ELSE extract(epoch FROM a.requested_at + (a.expires_at - a.requested_at) / 2 - now())::float8 END`;

const STANDING = `
SELECT a.kind, a.status, a.resource_id AS "resourceId", a.expires_at AS "expiresAt",
  cardinality(a.approvers) AS approvers, a.notices,
  extract(epoch FROM a.expires_at - now())::float8 AS "expiresIn", ${TELL_IN} AS "tellIn"
FROM approvals a WHERE a.id = $1`;

/** What runs of approvals do. Everything is safe to do twice: the row says what was done. */
export class ApprovalRuns {
  constructor(private readonly deps: ApprovalRunsDeps) {}

  /** How it stands; null when it is gone. */
  async look(approvalId: string): Promise<ApprovalReport | null> {
    const [row] = await this.deps.database.query<StandingRow>(STANDING, [approvalId]);
    return row ? reportOf(row) : null;
  }

  /** Sends the mails to approvers that are due; where a worker did and died before it said so, the next are not yet. */
  async tellApprovers(approvalId: string): Promise<ApprovalReport | null> {
    const report = await this.look(approvalId);
    if (report?.next !== 'tellApprovers') return report;
    await this.deps.notices.tell(approvalId);
    return this.look(approvalId);
  }

  /** Ends what nobody decided about. */
  async expire(approvalId: string): Promise<ApprovalReport | null> {
    const [row] = await this.deps.database.query<StandingRow>(STANDING, [approvalId]);
    if (row && endsHere(row.kind)) await this.deps.expiring[row.kind](approvalId);
    return this.look(approvalId);
  }

  /** What an operator decides is decided as by a client. */
  async decide(approvalId: string, verdict: ApprovalVerdict): Promise<void> {
    const [row] = await this.deps.database.query<StandingRow>(STANDING, [approvalId]);
    const { kind, resourceId } = row ?? {};
    if (kind === undefined || resourceId === undefined) return;
    await this.deps.deciders[kind]({ id: approvalId, resourceId }, verdict);
  }
}

const endsHere = (kind: ApprovalKind): kind is keyof Expiring =>
  ENDED_HERE.some((ended) => ended === kind);

function reportOf(row: StandingRow): ApprovalReport {
  const { kind, status, resourceId, expiresAt, approvers, notices } = row;
  const told = approvers === 0 ? '' : `, approvers told ${notices} times`;
  const summary = `${resourceId} until ${expiresAt.toISOString()}${told}`;
  if (status !== 'PENDING') return { status, next: null, dueIn: null, summary: resourceId };
  const { expiresIn, tellIn } = row;
  // What else is asked for ends by itself.
  if (expiresIn <= 0 && !endsHere(kind))
    return { status, next: null, dueIn: ENDS_WITHIN_SECONDS, summary };
  if (expiresIn <= 0) return { status, next: 'expireApproval', dueIn: 0, summary };
  if (tellIn !== null && tellIn <= 0) return { status, next: 'tellApprovers', dueIn: 0, summary };
  return { status, next: null, dueIn: Math.min(expiresIn, tellIn ?? Infinity), summary };
}
