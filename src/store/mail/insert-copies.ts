import type { Database } from '../../db/database.js';
import { toWire } from '../../operations/wire.js';
import { newId } from '../../ids.js';
import type { Mailbox } from '../../mail/analysis.js';
import { readDate } from '../../mail/mime/dates.js';
import { readSubject } from '../../mail/threads/threading.js';
import type { Queries } from '../../db/queries.js';
import { EMAIL_COLUMNS } from './columns.js';
import { announce, PLACEMENT, STARTS_THREAD, UID } from './insert-inbound.js';
import { findThreads, type Placement, type Unthreaded } from './threads.js';
import { lockCounters } from '../locks.js';
import { NUMBERED, numbered } from './mailboxes.js';
import { queueRuns } from '../outbox.js';
import { statement } from '../statement.js';

/** A mail that is to be in another inbox as well. */
export interface WantedCopy {
  readonly emailId: string;
  readonly inboxId: string;
}

/** A copy that is ready to be filed. */
export interface PreparedCopy extends WantedCopy, Placement {
  readonly copyId: string;
}

/** What came of copying a mail. */
export interface Copying {
  readonly outcome: 'copied' | 'present' | 'gone';
  /** Null unless there is a copy now. */
  readonly copyId: string | null;
}

interface OriginalRow {
  readonly id: string;
  readonly inbox_id: string;
  readonly inbox_address: string;
  readonly message_id: string | null;
  readonly in_reply_to: string | null;
  readonly references_ids: string[];
  readonly from_address: string;
  readonly from_name: string | null;
  readonly to_addresses: Mailbox[];
  readonly cc_addresses: Mailbox[];
  readonly subject: string;
  readonly date: string | null;
}

/** Finds the threads that copies belong to in their inboxes. Those of inboxes that are gone are left out. */
export async function prepareCopies(
  database: Database,
  wanted: readonly WantedCopy[],
): Promise<PreparedCopy[]> {
  if (wanted.length === 0) return [];
  const rows = await database.query<OriginalRow>(ORIGINALS, [
    wanted.map(({ emailId }) => emailId),
    wanted.map(({ inboxId }) => inboxId),
  ]);
  const placements = await findThreads(database, rows.map(unthreaded));
  return rows.map(({ id: emailId, inbox_id: inboxId }, index) => ({
    emailId,
    inboxId,
    copyId: newId('eml'),
    ...placements[index]!,
  }));
}

const ORIGINALS = `
SELECT e.id, i.id AS inbox_id, i.address AS inbox_address, e.message_id, e.in_reply_to,
  s.references_ids, e.from_address, e.from_name, e.to_addresses, e.cc_addresses, e.subject,
  s.headers->>'date' AS date
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w(email_id, inbox_id, place)
JOIN emails e ON e.id = w.email_id
JOIN inboxes i ON i.id = w.inbox_id AND i.org_id = e.org_id AND i.deleted_at IS NULL
JOIN stored_messages s ON s.id = e.stored_message_id
ORDER BY w.place`;

const unthreaded = (row: OriginalRow): Unthreaded => ({
  inboxId: row.inbox_id,
  inboxAddress: row.inbox_address,
  envelope: {
    messageId: row.message_id,
    inReplyTo: row.in_reply_to,
    references: row.references_ids,
    from: { name: row.from_name, address: row.from_address },
    to: row.to_addresses,
    cc: row.cc_addresses,
    replyTo: [],
    subject: row.subject,
    ...readSubject(row.subject),
    date: readDate(row.date ?? ''),
    headers: {},
  },
});

/**
 * Files copies, in the transaction of `queries`, and answers what came of each by its mail. A copy shares
 * the bytes of the original and is a mail of its inbox otherwise: it is announced and finished like one.
 */
export async function fileCopies(
  queries: Queries,
  copies: readonly PreparedCopy[],
): Promise<ReadonlyMap<string, Copying>> {
  if (copies.length === 0) return new Map();
  const given = [JSON.stringify(copies.map(copyRow))];
  await queries.query(CLEAR_OLD_FINGERPRINTS, given);
  const rows = await queries.query<Copying & { email_id: string }>(FILE, given);
  return new Map(rows.map(({ email_id, ...copying }) => [email_id, copying]));
}

const copyRow = ({ copyId: id, ...copy }: PreparedCopy, mail: number) => ({
  mail,
  id,
  ...toWire(copy),
});

const COPIES = `jsonb_to_recordset($1::jsonb) AS r(mail int, id text, email_id text, inbox_id text,
  thread_id text, in_thread boolean, refers_to text[])`;

// As when it is delivered: the same message of more than a day ago does not count.
const CLEAR_OLD_FINGERPRINTS = `
UPDATE emails e SET fingerprint = NULL
FROM ${COPIES} JOIN emails o ON o.id = r.email_id
WHERE e.inbox_id = r.inbox_id AND e.fingerprint = o.fingerprint
  AND e.received_at <= now() - interval '24 hours'`;

const COPIED_COLUMNS = EMAIL_COLUMNS.join(', ');

const FILE = statement(
  [
    `copy AS MATERIALIZED (
  SELECT r.*, row_number() OVER (PARTITION BY r.inbox_id ORDER BY r.mail) AS turn FROM ${COPIES}
), mail AS MATERIALIZED (
  SELECT copy.mail, e.org_id, e.stored_message_id, e.envelope_from, e.delivered_to, e.fingerprint,
    e.size, e.head_bytes, e.search, ${EMAIL_COLUMNS.map((name) => `e.${name}`).join(', ')}
  FROM copy JOIN emails e ON e.id = copy.email_id
)`,
    lockCounters('copy'),
    PLACEMENT,
    `stored_email AS (
  INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status,
    envelope_from, delivered_to, fingerprint, size, head_bytes, received_at, accepted_at, parsed_at,
    announced_at, starts_thread, routed_from, search, ${NUMBERED},
    ${COPIED_COLUMNS})
  SELECT copy.id, mail.org_id, copy.inbox_id, ${UID},
    mail.stored_message_id, coalesce(joined.thread, copy.thread_id),
    CASE WHEN counter.withhold THEN 'held' ELSE 'received' END,
    mail.envelope_from, mail.delivered_to, mail.fingerprint, mail.size, mail.head_bytes, counter.at, counter.at,
    counter.at, CASE WHEN NOT counter.withhold THEN counter.at END, ${STARTS_THREAD},
    copy.email_id, mail.search, ${numbered({ status: `'received'`, isSpam: 'mail.is_spam', uid: UID })},
    ${EMAIL_COLUMNS.map((name) => `mail.${name}`).join(', ')}
  FROM copy JOIN mail USING (mail) JOIN counter USING (inbox_id)
    LEFT JOIN joined ON joined.email_id = copy.id
  -- A mail without a Message-ID has no fingerprint that tells that it went to both inboxes.
  WHERE NOT EXISTS (
    SELECT FROM emails e
    WHERE e.stored_message_id = mail.stored_message_id AND e.inbox_id = copy.inbox_id)
  ON CONFLICT DO NOTHING
  RETURNING id, org_id, inbox_id, mailbox, announced_at
)`,
    queueRuns({ workflow: 'processInbound' }, {}, 'SELECT org_id, id FROM stored_email'),
    announce('stored_email'),
  ],
  `SELECT copy.email_id, stored_email.id AS "copyId", CASE WHEN stored_email.id IS NOT NULL THEN 'copied'
  WHEN counter.inbox_id IS NOT NULL THEN 'present' ELSE 'gone' END AS outcome
FROM copy LEFT JOIN counter USING (inbox_id) LEFT JOIN stored_email ON stored_email.id = copy.id`,
);
