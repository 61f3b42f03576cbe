import type { Database } from '../../db/database.js';
import { isThere } from '../../store/grants.js';
import { notify, statement } from '../../store/statement.js';
import {
  ARRIVED_FROM,
  ARRIVED_MAIL,
  MAY_END_WAIT,
  type ArrivedMail,
} from '../../store/waits/arrived-mail.js';
import type { Waiter } from './inbox-watch.js';

/** Seconds after which a claim whose answer was not settled is free: it was lost with its process. */
export const CLAIM_SECONDS = 5;
const LOOK_LIMIT = 200;

/** Where a mail stands in its inbox, and whether it may end a wait yet. */
export interface MailPosition {
  readonly id: string;
  readonly inboxId: string;
  readonly uid: number;
  /** False while its parse is pending or it is withheld: it may be announced later. */
  readonly settled: boolean;
}

/** What the hub asks of storage, each one statement for many. */
export class ArrivalStore {
  constructor(protected readonly database: Database) {}

  /** The mails of these ids that may end a wait, oldest first within an inbox. */
  async load(emailIds: readonly string[]): Promise<ArrivedMail[]> {
    return this.database.query<ArrivedMail>(
      `SELECT ${ARRIVED_MAIL}
       FROM ${ARRIVED_FROM}
       WHERE e.id = ANY ($1) AND ${MAY_END_WAIT} ORDER BY e.uid`,
      [emailIds],
    );
  }

  /** Newer mails than `seen`, also those that may not end a wait yet, by inbox and uid. */
  async newerThan(seen: ReadonlyMap<string, number>): Promise<MailPosition[]> {
    return this.database.query<MailPosition>(
      `SELECT e.id, w.inbox_id AS "inboxId", e.uid::float8 AS uid, e.settled
       FROM unnest($1::text[], $2::bigint[]) AS w(inbox_id, seen)
       CROSS JOIN LATERAL (
         SELECT id, uid, parse_status <> 'pending' AND status <> 'held' AS settled
         FROM emails WHERE inbox_id = w.inbox_id AND uid > w.seen ORDER BY uid LIMIT ${LOOK_LIMIT}) e`,
      [[...seen.keys()], [...seen.values()]],
    );
  }

  /** Of these waiters with a group, those whose group did not have this mail before. */
  async claim(mail: ArrivedMail, waiters: readonly Waiter[]): Promise<ReadonlySet<Waiter>> {
    const groups = waiters.map(({ group }) => group!);
    const rows = await this.database.query<{ group: string }>(
      `INSERT INTO wait_marks (key_id, route, inbox_id, email_id, uid)
       SELECT split_part(g, ' ', 1), split_part(g, ' ', 2), split_part(g, ' ', 3), $2, $3
       FROM unnest($1::text[]) AS g
       ON CONFLICT (key_id, route, email_id) DO UPDATE SET claimed_at = now()
         WHERE wait_marks.answered_at IS NULL
           AND wait_marks.claimed_at < now() - make_interval(secs => ${CLAIM_SECONDS})
       RETURNING key_id || ' ' || route || ' ' || inbox_id AS group`,
      [groups, mail.id, mail.uid],
    );
    const claimed = new Set(rows.map(({ group }) => group));
    return new Set(waiters.filter(({ group }) => claimed.has(group!)));
  }

  /** Takes a claim back and announces the mail again. */
  async release(mail: Pick<ArrivedMail, 'id'>, { group }: Pick<Waiter, 'group'>): Promise<void> {
    const [principalId, route] = group!.split(' ');
    await this.database.query(RELEASE, [principalId, route, mail.id]);
  }

  /** What became of inboxes and keys while nobody listened. */
  async endings(inboxIds: readonly string[], principalIds: readonly string[]) {
    const rows = await this.database.query<{ kind: 'paused' | 'deleted' | 'revoked'; id: string }>(
      `SELECT CASE WHEN i.id IS NULL THEN 'deleted' ELSE 'paused' END AS kind, w.id
       FROM unnest($1::text[]) AS w(id)
       LEFT JOIN inboxes i ON i.id = w.id AND i.deleted_at IS NULL
       WHERE i.id IS NULL OR i.status = 'PAUSED'
       UNION ALL
       SELECT 'revoked', w.id FROM unnest($2::text[]) AS w(id)
       WHERE NOT ${isThere('w.id')}`,
      [inboxIds, principalIds],
    );
    const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    return { paused: of('paused'), deleted: of('deleted'), revoked: of('revoked') };
  }
}

const RELEASE = statement([
  `released AS (
  DELETE FROM wait_marks
  WHERE key_id = $1 AND route = $2 AND email_id = $3 AND answered_at IS NULL
  RETURNING inbox_id, email_id)`,
  notify('mail_arrived', `SELECT inbox_id || ' ' || email_id FROM released`),
]);
