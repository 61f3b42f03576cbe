import { ArrivalStore, CLAIM_SECONDS } from '../../live/arrivals/store.js';
import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import { Conditions } from '../../db/conditions.js';
import { containing } from '../../store/listed.js';
import {
  ARRIVED_FROM,
  ARRIVED_MAIL,
  CODE_STANDS,
  MAY_END_WAIT,
  type ArrivedMail,
  type WaitFilter,
} from '../../store/waits/arrived-mail.js';

/** Which of the two operations waits; each keeps its own marks. */
export type WaitRoute = 'wait' | 'otp';

/** Who waits, where and by which operation: what a mark belongs to. */
export interface WaitKey {
  readonly principalId: string;
  readonly route: WaitRoute;
  readonly inboxId: string;
}

/** Where a wait starts: at a time, after a mail, or by marks (docs/interface.md, Where a wait starts). */
export type StartPoint =
  | { readonly kind: 'time'; readonly at: Date }
  | { readonly kind: 'after'; readonly uid: number }
  | { readonly kind: 'marks'; readonly key: WaitKey };

/** What a wait finds when it starts. */
export interface WaitFindings {
  /** Every mail up to this uid was considered, or will be announced. */
  readonly seen: number;
  /** Whether another wait of the same key is about to answer with a mail, and may yet fail to. */
  readonly claimed: boolean;
  readonly mail: ArrivedMail | null;
}

const RECENT = '10 minutes';
const MAX_BATCH = 500;
// Mails whose senders one wait has verified in one go.
const VERIFIED_AT_ONCE = 20;

/** The group of waiters that share marks. */
export const groupOf = ({ principalId, route, inboxId }: WaitKey): string =>
  `${principalId} ${route} ${inboxId}`;

/** What waits read and write. Its database need not wait for the disk: a mark may be lost in a crash. */
export class WaitStore extends ArrivalStore {
  /** The mail last handed to a key and route in the last 10 minutes; null when there is none. */
  readonly lastHandedOut: (key: WaitKey) => Promise<string | null>;

  constructor(database: Database) {
    super(database);
    this.lastHandedOut = createBatcher((keys) => this.lastHandedOutOf(keys), {
      maxItems: MAX_BATCH,
    });
  }

  /** The answer with this mail was written to an open connection. */
  async confirm(mail: ArrivedMail, { principalId, route, inboxId }: WaitKey): Promise<void> {
    // Of two answers to one request the other may have failed, and taken the mark back.
    await this.database.query(
      `INSERT INTO wait_marks (key_id, route, inbox_id, email_id, uid, answered_at)
       VALUES ($1, $2, $3, $4, $5, now())
       ON CONFLICT (key_id, route, email_id) DO UPDATE SET answered_at = now()`,
      [principalId, route, inboxId, mail.id, mail.uid],
    );
  }

  /** The newest mail there is for a wait, and the newest uid that was considered; null: no such inbox. */
  async look(inboxId: string, filter: WaitFilter, start: StartPoint): Promise<WaitFindings | null> {
    const conditions = lookConditions(inboxId, filter, start);
    if (filter.requireAuth) conditions.add(`c.auth->>'verdict' = 'pass'`);
    const [row] = await this.database.query<WaitFindings>(
      `SELECT least(c.next_uid - 1, (
           SELECT min(uid) - 1 FROM emails
           WHERE inbox_id = c.inbox_id AND parse_status = 'pending'),
         (SELECT min(uid) - 1 FROM emails WHERE inbox_id = c.inbox_id AND status = 'held')
         )::float8 AS seen,
         ${start.kind === 'marks' ? CLAIMED_ELSEWHERE : 'false'} AS claimed, to_jsonb(m) AS mail
       FROM inbox_counters c LEFT JOIN LATERAL (
         SELECT ${ARRIVED_MAIL}
         FROM ${ARRIVED_FROM}
         WHERE ${conditions.text} ORDER BY e.uid DESC LIMIT 1) m ON true
       WHERE c.inbox_id = $1`,
      conditions.values,
    );
    return row ? { ...row, mail: row.mail && withDates(row.mail) } : null;
  }

  /** Mails a wait would end with if their senders were verified, which they are not (again) so far. */
  async unverified(inboxId: string, filter: WaitFilter, start: StartPoint): Promise<string[]> {
    const conditions = lookConditions(inboxId, filter, start).add(
      '(c.stored_message_id IS NULL OR c.retry_at <= now())',
    );
    const rows = await this.database.query<{ id: string }>(
      `SELECT e.id FROM ${ARRIVED_FROM}
       WHERE ${conditions.text} ORDER BY e.uid DESC LIMIT ${VERIFIED_AT_ONCE}`,
      conditions.values,
    );
    return rows.map(({ id }) => id);
  }

  /** The uid of an email of this inbox; null when it is not there. */
  async uidOf(inboxId: string, emailId: string): Promise<number | null> {
    const [row] = await this.database.query<{ uid: number }>(
      'SELECT uid::float8 AS uid FROM emails WHERE inbox_id = $1 AND id = $2',
      [inboxId, emailId],
    );
    return row?.uid ?? null;
  }

  /** The mail that answered a wait with this Idempotency-Key in the last 10 minutes. */
  async answered(orgId: string, key: WaitKey, idempotencyKey: string): Promise<string | null> {
    const [row] = await this.database.query<{ email_id: string }>(
      `SELECT email_id FROM wait_answers
       WHERE org_id = $1 AND key_id = $2 AND route = $3 AND inbox_id = $4 AND idempotency_key = $5
         AND answered_at > now() - interval '${RECENT}'`,
      [orgId, key.principalId, key.route, key.inboxId, idempotencyKey],
    );
    return row?.email_id ?? null;
  }

  /** Keeps which mail answers this Idempotency-Key; with null, forgets it. */
  async keepAnswer(
    orgId: string,
    key: WaitKey,
    idempotencyKey: string,
    emailId: string | null,
  ): Promise<void> {
    const values = [orgId, key.principalId, key.route, key.inboxId, idempotencyKey];
    await this.database.query(
      emailId === null
        ? `DELETE FROM wait_answers WHERE org_id = $1 AND key_id = $2 AND route = $3
             AND inbox_id = $4 AND idempotency_key = $5`
        : `INSERT INTO wait_answers (org_id, key_id, route, inbox_id, idempotency_key, email_id)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (org_id, key_id, route, inbox_id, idempotency_key)
           DO UPDATE SET email_id = excluded.email_id, answered_at = now()`,
      emailId === null ? values : [...values, emailId],
    );
  }

  private async lastHandedOutOf(keys: readonly WaitKey[]): Promise<(string | null)[]> {
    const rows = await this.database.query<{ email_id: string | null }>(
      `SELECT m.email_id
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
         AS w(key_id, route, inbox_id, turn)
       LEFT JOIN LATERAL (
         SELECT email_id FROM wait_marks
         WHERE key_id = w.key_id AND route = w.route AND inbox_id = w.inbox_id
           AND claimed_at > now() - interval '${RECENT}'
         ORDER BY claimed_at DESC LIMIT 1) m ON true
       ORDER BY w.turn`,
      [
        keys.map(({ principalId }) => principalId),
        keys.map(({ route }) => route),
        keys.map(({ inboxId }) => inboxId),
      ],
    );
    return rows.map(({ email_id }) => email_id);
  }
}

// The key's marks are conditions of the look already; $1 is the inbox.
const CLAIMED_ELSEWHERE = `EXISTS (
  SELECT FROM wait_marks m WHERE m.inbox_id = $1 AND m.answered_at IS NULL
    AND m.claimed_at > now() - make_interval(secs => ${CLAIM_SECONDS}))`;

function lookConditions(inboxId: string, filter: WaitFilter, start: StartPoint): Conditions {
  const conditions = new Conditions().add(`e.inbox_id = ? AND ${MAY_END_WAIT}`, inboxId);
  if (filter.from !== undefined) conditions.add('e.sender ILIKE ?', containing(filter.from));
  if (filter.subject !== undefined) conditions.add('e.subject ILIKE ?', containing(filter.subject));
  if (filter.category !== undefined)
    conditions.add(`e.category = ? AND e.parse_status = 'complete'`, filter.category);
  if (filter.hasOtp) conditions.add(`e.otp_codes <> '{}'`);
  if (filter.minConfidence !== null)
    conditions
      .add('e.otp_confidence >= ?::real AND e.otp_confidence > 0', filter.minConfidence)
      .add(CODE_STANDS);
  return addStart(conditions, filter, start);
}

// A mark counts once it is answered; a claim as long as its process may still answer.
const STANDS = `(m.answered_at IS NOT NULL
  OR m.claimed_at > now() - make_interval(secs => ${CLAIM_SECONDS}))`;

function addStart(conditions: Conditions, filter: WaitFilter, start: StartPoint): Conditions {
  if (start.kind === 'time') return conditions.add('e.received_at >= ?', start.at);
  if (start.kind === 'after') return conditions.add('e.uid > ?', start.uid);
  const { principalId, route, inboxId } = start.key;
  conditions.add(`e.received_at > now() - interval '${RECENT}'`).add(
    `NOT EXISTS (SELECT FROM wait_marks m WHERE m.key_id = ? AND m.route = ? AND m.email_id = e.id
         AND ${STANDS})`,
    principalId,
    route,
  );
  // A code is not answered by an older one (docs/interface.md, Where a wait starts).
  if (route === 'otp' && filter.from === undefined)
    conditions.add(
      `e.uid > coalesce((SELECT max(m.uid) FROM wait_marks m
         WHERE m.key_id = ? AND m.route = ? AND m.inbox_id = ? AND ${STANDS}), 0)`,
      principalId,
      route,
      inboxId,
    );
  return conditions;
}

/** A mail that came as JSON: its times are text. */
function withDates(mail: ArrivedMail): ArrivedMail {
  const date = (value: Date | null) => value && new Date(value);
  return {
    ...mail,
    receivedAt: new Date(mail.receivedAt),
    codeExpiry: date(mail.codeExpiry),
    expiryAfterReceipt: date(mail.expiryAfterReceipt),
  };
}
