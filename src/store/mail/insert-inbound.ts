import type { Database } from '../../db/database.js';
import type { Attachment } from '../../mail/analysis.js';
import { attachmentRows, insertAttachments } from './attachments.js';
import type { Recipient } from './delivery.js';
import { headBytes } from './head-bytes.js';
import { termChanges } from './recipients.js';
import type { Placement } from './threads.js';
import {
  EMAIL_COLUMNS,
  MAIL_RECORD_TYPES,
  STORED_COLUMNS,
  searchVector,
  type MailRecord,
} from './columns.js';
import { lockCounters } from '../locks.js';
import { NUMBERED, numbered, notifyMailboxes } from './mailboxes.js';
import { queueRuns } from '../outbox.js';
import { combine, notify, statement, type SqlPart } from '../statement.js';

/** A mail that is ready to be stored. */
export interface StorableMail {
  readonly raw: Buffer;
  readonly trace: string;
  readonly mailFrom: string;
  /** The mail server that sent it; null when it is not known. */
  readonly remoteIp: string | null;
  readonly helo: string;
  /** What `unsignedFrom` tells of it. */
  readonly fromFields: string | null;
  readonly fingerprint: string | null;
  readonly record: MailRecord;
  readonly attachments: readonly Attachment[];
  readonly recipients: readonly StorableCopy[];
}

/** The copy of a mail for one inbox. */
export interface StorableCopy extends Recipient, Placement {
  readonly emailId: string;
  /** What keeps it from being received; an inbox that withholds turns `received` into `held`. */
  readonly status: 'received' | 'blocked' | 'quarantined';
  /** Whether the plan of the organization counts it. */
  readonly counted: boolean;
  /** How often the terms had changed by which that was decided; null: it is stored whenever they did. */
  readonly changes: number | null;
  /** What it shares its row of the outbox with others by; null: it has one of its own. */
  readonly batchId: string | null;
}

/** What became of a batch. */
export interface Stored {
  /** Ids of the copies that are stored. */
  readonly ids: ReadonlySet<string>;
  /** Those of them that were announced: their numbers in their inboxes, and when they were received. */
  readonly announced: ReadonlyMap<string, AnnouncedPlace>;
  /** Inboxes that somebody else has locked: nothing of their mails is stored. */
  readonly locked: ReadonlySet<string>;
  /** Terms that are not what they were, as `termsOf` says: nothing of mails that were decided by them is stored. */
  readonly outdated: ReadonlySet<string>;
}

/** Where an announced mail stands. */
export interface AnnouncedPlace {
  readonly uid: number;
  readonly receivedAt: Date;
}

/** By which terms a copy was decided. */
export const termsOf = ({ orgId, changes }: StorableCopy): string => `${orgId} ${changes}`;

/** How a batch is stored. */
export interface StoreOptions {
  /** Whether locked inboxes are waited for, rather than left out. */
  readonly waits: boolean;
  /** Characters of a mail that are searchable; those of `searchVector` when it is not said. */
  readonly searchable?: number | undefined;
}

/** Characters of a mail that are searchable when Postgres refused more of them. */
export const SEARCHABLE_WHEN_REFUSED = 2_000;
const USAGE_SHARDS = 16;
// A mail that comes later than this after its replies starts a thread of its own.
const AWAITED_DAYS = 30;

/**
 * Stores a batch of mails in one statement, so one transaction: bytes, a row an inbox, attachments,
 * outbox rows, counts, one notification. Copies whose ids are not in the answer were not stored: an inbox
 * of their mail is locked, terms have changed, their inbox is gone, or the same message is there already.
 */
export async function storeEmails(
  database: Database,
  mails: readonly StorableMail[],
  { waits, searchable }: StoreOptions,
): Promise<Stored> {
  const rows = await database.query<StoredRow>(
    storeStatement(mails.length, {
      attachments: mails.some(({ attachments }) => attachments.length > 0),
      counts: mails.some(({ recipients }) => recipients.some(({ counted }) => counted)),
      waits,
      searchable,
    }),
    [
      JSON.stringify(mails.map(mailRow)),
      JSON.stringify(mails.flatMap(copyRows)),
      ...slots(mails.length).map((index) => mails[index]?.raw ?? null),
      ...attachmentParameters(mails),
    ],
  );
  return {
    ids: new Set(rows.flatMap(({ id }) => id ?? [])),
    announced: new Map(rows.flatMap(announcedOf)),
    locked: new Set(rows.flatMap(({ locked }) => locked ?? [])),
    outdated: new Set(rows.flatMap(({ outdated }) => outdated ?? [])),
  };
}

interface StoredRow {
  readonly id: string | null;
  readonly uid: number | null;
  /** Null of what is not announced. */
  readonly received_at: Date | null;
  readonly locked: string | null;
  readonly outdated: string | null;
}

const announcedOf = ({
  id,
  uid,
  received_at: receivedAt,
}: StoredRow): [string, AnnouncedPlace][] =>
  id !== null && uid !== null && receivedAt ? [[id, { uid, receivedAt }]] : [];

const mailRow = (mail: StorableMail, index: number) => ({
  mail: index,
  trace: mail.trace,
  size: mail.raw.length,
  envelope_from: mail.mailFrom,
  remote_ip: mail.remoteIp,
  helo: mail.helo,
  from_fields: mail.fromFields,
  ...mail.record,
});

const copyRows = (mail: StorableMail, index: number) =>
  mail.recipients.map((copy) => ({
    mail: index,
    id: copy.emailId,
    org_id: copy.orgId,
    inbox_id: copy.inboxId,
    thread_id: copy.threadId,
    in_thread: copy.inThread,
    refers_to: copy.refersTo,
    delivered_to: copy.address,
    fingerprint: mail.fingerprint,
    status: copy.status,
    counted: copy.counted,
    changes: copy.changes,
    batch_id: copy.batchId,
  }));

/** Two parameters for all attachments: their rows and, apart since JSON holds no bytes, their contents. */
function attachmentParameters(mails: readonly StorableMail[]): unknown[] {
  const { rows, contents } = attachmentRows(mails);
  return rows.length > 0 ? [JSON.stringify(rows), contents] : [];
}

interface StatementParts extends StoreOptions {
  readonly attachments: boolean;
  readonly counts: boolean;
}

/** Places for the bytes of `count` mails: powers of two, so that few statements are planned. */
function slots(count: number): number[] {
  return Array.from({ length: 2 ** Math.ceil(Math.log2(count)) }, (_, index) => index);
}

const statements = new Map<string, string>();

/** The statement for `count` mails; each is planned once a connection, so they are kept. */
function storeStatement(count: number, parts: StatementParts): string {
  const key = JSON.stringify([slots(count).length, parts]);
  let text = statements.get(key);
  if (!text) statements.set(key, (text = writeStatement(count, parts)));
  return text;
}

// The mails, and the copies of them that are wanted.
const GIVEN = `mail AS MATERIALIZED (
  SELECT nextval('stored_messages_id_seq') AS stored_id, m.*
  FROM jsonb_to_recordset($1::jsonb)
    AS m(mail int, trace text, size int, envelope_from text, remote_ip text, helo text,
         from_fields text, ${MAIL_RECORD_TYPES})
), wanted AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($2::jsonb)
    AS r(mail int, id text, org_id text, inbox_id text, thread_id text, in_thread boolean,
         refers_to text[], delivered_to text, fingerprint text, status text, counted boolean,
         changes bigint, batch_id text)
)`;

function writeStatement(
  count: number,
  { attachments, counts, waits, searchable }: StatementParts,
): string {
  const raws = slots(count).map((index) => `(${index}, $${index + 3}::bytea)`);
  const emailColumns = EMAIL_COLUMNS.join(', ');
  return statement(
    [
      GIVEN,
      storedNow(waits),
      PLACEMENT,
      `stored_email AS (
  INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status,
    envelope_from, delivered_to, fingerprint, size, head_bytes, received_at, accepted_at, parsed_at,
    announced_at, starts_thread, batch_id, search, ${NUMBERED},
    ${emailColumns})
  SELECT copy.id, copy.org_id, copy.inbox_id, ${UID}, mail.stored_id,
    coalesce(joined.thread, copy.thread_id),
    CASE WHEN copy.status = 'received' AND counter.withhold THEN 'held' ELSE copy.status END,
    mail.envelope_from, copy.delivered_to, decode(copy.fingerprint, 'hex'), mail.size,
    ${headBytes('mail.trace', 'mail.envelope_from', 'copy.delivered_to')},
    counter.at, counter.at, CASE WHEN mail.parse_status <> 'pending' THEN counter.at END,
    CASE WHEN ${ANNOUNCED_AT_ONCE} THEN counter.at END, ${STARTS_THREAD}, copy.batch_id,
    ${searchVector('mail', searchable)}, ${numbered({ status: 'copy.status', isSpam: 'mail.is_spam', uid: UID })},
    ${EMAIL_COLUMNS.map((name) => `mail.${name}`).join(', ')}
  FROM copy JOIN mail USING (mail) JOIN counter USING (inbox_id)
    LEFT JOIN joined ON joined.email_id = copy.id
  ON CONFLICT (inbox_id, fingerprint) WHERE fingerprint IS NOT NULL DO NOTHING
  RETURNING id, org_id, inbox_id, uid, stored_message_id, mailbox, received_at, announced_at, parsed_at, batch_id
), stored_message AS (
  INSERT INTO stored_messages (id, raw, trace, remote_ip, helo, from_fields, ${STORED_COLUMNS.join(', ')})
  SELECT stored_id, raws.raw, trace, remote_ip, helo, from_fields, ${STORED_COLUMNS.join(', ')}
  FROM mail JOIN (VALUES ${raws.join(', ')}) AS raws(mail, raw) USING (mail)
  WHERE stored_id IN (SELECT stored_message_id FROM stored_email)
)`,
      ...(attachments ? [attachmentPart(raws.length + 3)] : []),
      ...(counts ? [COUNT_PART] : []),
      // Mail that is put off is told of when it is finished.
      queueRuns({ workflow: 'processInbound' }, { emailIds: 'email_ids' }, BATCHES),
      notify('mail_put_off', 'SELECT FROM stored_email WHERE parsed_at IS NULL'),
      announce('stored_email'),
    ],
    ANSWER,
  );
}

// Those that are stored alone have rows of their own.
const BATCHES = `
  SELECT org_id, coalesce(batch_id, id), CASE WHEN batch_id IS NOT NULL THEN array_agg(id ORDER BY inbox_id, uid) END AS email_ids
  FROM stored_email WHERE parsed_at IS NOT NULL
  GROUP BY org_id, coalesce(batch_id, id), batch_id`;

// The columns of `StoredRow`.
const ANSWER = `SELECT id, uid::float8, CASE WHEN announced_at IS NOT NULL THEN received_at END AS received_at,
  NULL AS locked, NULL AS outdated FROM stored_email
UNION ALL SELECT NULL, NULL, NULL, inbox_id, NULL FROM passed_over
UNION ALL SELECT NULL, NULL, NULL, NULL, org_id || ' ' || changes FROM outdated`;

/** Parts that have waits told of those of the mails `of` that are announced, and mailboxes of them all. */
export const announce = (of: string): SqlPart =>
  combine([
    notify(
      'mail_arrived',
      `SELECT inbox_id || ' ' || id FROM ${of} WHERE announced_at IS NOT NULL`,
    ),
    notifyMailboxes(
      `SELECT DISTINCT inbox_id FROM ${of} WHERE announced_at IS NULL AND mailbox IS NOT NULL`,
    ),
  ]);

/** Parts of a statement: of the copies `wanted`, those that are stored, and the inboxes they are not stored for. */
const storedNow = (waits: boolean): SqlPart =>
  combine([
    lockCounters('wanted', waits ? '' : 'SKIP LOCKED'),
    `passed_over AS MATERIALIZED (
  SELECT inbox_id FROM inbox_counters
  WHERE (SELECT count(*) FROM locked) < (SELECT count(DISTINCT inbox_id) FROM wanted)
    AND inbox_id = ANY (ARRAY(SELECT DISTINCT inbox_id FROM wanted))
    AND inbox_id <> ALL (ARRAY(SELECT inbox_id FROM locked))
), outdated AS MATERIALIZED (
  SELECT org_id, changes
  FROM (SELECT DISTINCT org_id, changes FROM wanted WHERE changes IS NOT NULL) AS known
  WHERE changes <> ${termChanges('known.org_id')}
), copy AS MATERIALIZED (
  -- A mail is stored for all of its recipients or for none.
  SELECT wanted.*, row_number() OVER (PARTITION BY inbox_id ORDER BY mail) AS turn FROM wanted
  WHERE mail <> ALL (ARRAY(SELECT mail FROM wanted JOIN passed_over USING (inbox_id)
    UNION ALL SELECT mail FROM wanted JOIN outdated USING (org_id, changes)))
)`,
  ]);

/**
 * Parts of a statement, behind `lockCounters`: mails numbered, threads found, which makes each row of `copy`
 * a mail of its inbox. `mail` has the Message-ID of each.
 */
export const PLACEMENT = `counter AS (
  UPDATE inbox_counters c
  SET next_uid = c.next_uid + n.copies,
      last_received_at =
        greatest(c.last_received_at, date_trunc('milliseconds', clock_timestamp())),
      awaits_until =
        CASE WHEN n.refer THEN now() + interval '${AWAITED_DAYS} days' ELSE c.awaits_until END
  FROM (SELECT inbox_id, count(*) AS copies, bool_or(refers_to <> '{}') AS refer
        FROM copy JOIN locked USING (inbox_id) GROUP BY 1) n
  WHERE c.inbox_id = n.inbox_id
  RETURNING c.inbox_id, c.next_uid - n.copies AS first_uid, c.last_received_at AS at, c.withhold,
    c.awaits_until > now() AS awaits
), joined AS MATERIALIZED (
  -- Nothing to do unless a mail of the inbox may be missing, or one refers to others.
  SELECT j.* FROM (
    SELECT inbox_id, array_agg((copy.id, counter.first_uid + copy.turn - 1, mail.message_id,
      copy.thread_id, copy.in_thread, copy.refers_to)::mail_to_place ORDER BY mail) AS mails
    FROM copy JOIN mail USING (mail) JOIN counter USING (inbox_id)
    WHERE counter.awaits GROUP BY inbox_id) AS b
  CROSS JOIN LATERAL join_threads(b.inbox_id, b.mails) AS j
)`;

/** The number that a row of `copy` gets of `counter`. */
export const UID = 'counter.first_uid + copy.turn - 1';

/** The first mail of a thread that its batch, its subject and what it refers to do not know. */
export const STARTS_THREAD = `NOT copy.in_thread
      AND coalesce(joined.thread, copy.thread_id) = copy.thread_id
      AND 1 = row_number() OVER (PARTITION BY copy.inbox_id, copy.thread_id ORDER BY copy.turn)`;

// A mail whose parse is pending is announced when it is finished; spam ends no wait.
const ANNOUNCED_AT_ONCE = `copy.status = 'received' AND NOT counter.withhold
      AND mail.parse_status <> 'pending' AND NOT mail.is_spam`;

const attachmentPart = (first: number) =>
  insertAttachments(`$${first}`, `$${first + 1}`, {
    mail: `JOIN mail USING (mail) WHERE mail.stored_id IN (SELECT stored_message_id FROM stored_email)`,
    messageId: 'mail.stored_id',
  });

// Only what is received counts: blocked mail never, quarantined mail when it is released.
const COUNT_PART = `counted AS (
  INSERT INTO monthly_usage (org_id, month, kind, shard, used)
  SELECT s.org_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'inbound', floor(random() * ${USAGE_SHARDS}), count(*)
  FROM stored_email s JOIN copy ON copy.id = s.id
  WHERE copy.counted AND s.mailbox IS NOT NULL
  GROUP BY s.org_id
  ORDER BY s.org_id
  ON CONFLICT (org_id, month, kind, shard) DO UPDATE SET used = monthly_usage.used + excluded.used
)`;
