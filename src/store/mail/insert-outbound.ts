import { isAscii } from 'node:buffer';
import type { PlanName } from '../../auth/plans.js';
import { notFound } from '../../errors.js';
import type { Attachment } from '../../mail/analysis.js';
import { eventRows, insertEvents, type NewEvent } from '../events/record.js';
import { lockCounters } from '../locks.js';
import { queueRuns, runIdOf } from '../outbox.js';
import { statement } from '../statement.js';
import type { Queries } from '../../db/queries.js';
import type { AwaitReply } from '../waits/replies.js';
import {
  EMAIL_COLUMNS,
  MAIL_RECORD_TYPES,
  STORED_COLUMNS,
  searchVector,
  type MailRecord,
} from './columns.js';
import { attachmentRows, insertAttachments } from './attachments.js';
import { addressKey } from './address-pattern.js';
import { holdSends } from './hold-sends.js';

/** A recipient in the ledger. */
export interface LedgerRecipient {
  readonly address: string;
  /** How lists spell it, where that is not the address in lower case. */
  readonly key?: string;
  /** Whether its inbox is one of this service. */
  readonly local: boolean;
  readonly status: 'queued' | 'sent' | 'failed' | 'unknown' | 'bounced';
  readonly response: string | null;
}

/** A mail that is ready to be written into the ledger. */
export interface StorableSend {
  readonly emailId: string;
  readonly orgId: string;
  readonly inboxId: string;
  readonly inboxAddress: string;
  readonly plan: PlanName;
  readonly dailyLimit: number | null;
  /** The thread of a new conversation. */
  readonly newThreadId: string;
  /** The mail whose thread it joins. */
  readonly repliesTo: string | null;
  readonly raw: Buffer;
  readonly record: MailRecord;
  readonly attachments: readonly Attachment[];
  readonly recipients: readonly string[];
  readonly sendAt: Date | null;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
  readonly idempotencyKey: string | null;
  readonly requestHash: Buffer | null;
  /** Its place in a bulk send, which starts its run. */
  readonly bulk: BulkPosition | null;
  /** The API key that asked for it; null for mail of the service itself. */
  readonly requestedBy: string | null;
  /** What it tells of where the service itself wrote it: such mail needs no approval. */
  readonly noticeOf: string | null;
  /** Whether there is a policy that may say that it needs approval. */
  readonly isUnderPolicy: boolean;
  /** How long its reply is awaited; undefined when it is not. */
  readonly awaitReply?: AwaitReply | undefined;
}

/** Where a mail stands in a bulk send. */
export interface BulkPosition {
  readonly id: string;
  readonly index: number;
  readonly clientRef: string | null;
}

/** What was written. */
export interface StoredSend {
  readonly id: string;
  readonly thread_id: string;
}

/**
 * Writes mails that were counted, or need not be, into the ledger: bytes, emails, recipients, runs, events.
 * @throws AppError 404 when an inbox is gone: then none is written where `queries` has a transaction
 */
export async function writeSends(queries: Queries, sends: readonly StorableSend[]): Promise<void> {
  const stored = await insertSends(queries, sends);
  if (stored.length < sends.length) throw notFound('Inbox');
  const doubtful = sends.filter(({ isUnderPolicy }) => isUnderPolicy);
  if (doubtful.length > 0)
    await holdSends(
      queries,
      doubtful.map(({ emailId }) => emailId),
    );
}

/** The same; what is missing in the answer has no inbox any more. */
export async function insertSends(
  queries: Queries,
  sends: readonly StorableSend[],
): Promise<readonly StoredSend[]> {
  const { rows, contents } = attachmentRows(sends);
  return await queries.query<StoredSend>(STORE, [
    JSON.stringify(sends.map(sendRow)),
    sends.map(({ raw }) => raw),
    JSON.stringify(rows),
    contents,
    eventRows(sends.flatMap(threadStarted)),
  ]);
}

/** What is told of a mail that answers none: it starts a thread. */
function threadStarted({ emailId, inboxId, repliesTo, ...send }: StorableSend): NewEvent[] {
  if (repliesTo !== null) return [];
  const data = {
    thread_id: send.newThreadId,
    inbox_id: inboxId,
    subject: send.record.subject,
    email_id: emailId,
    from: send.inboxAddress,
  };
  return [{ kind: 'thread.created', orgId: send.orgId, inboxId, resourceId: emailId, data }];
}

/** Where SQL would not come to the same. */
function keyOf(address: string): Pick<LedgerRecipient, 'key'> {
  const key = addressKey(address);
  return isAscii(Buffer.from(address)) && key === address.toLowerCase() ? {} : { key };
}

const sendRow = (send: StorableSend, index: number) => ({
  mail: index,
  id: send.emailId,
  org_id: send.orgId,
  inbox_id: send.inboxId,
  inbox_address: send.inboxAddress,
  new_thread_id: send.newThreadId,
  replies_to: send.repliesTo,
  size: send.raw.length,
  recipients: send.recipients.map((address) => ({
    address,
    ...keyOf(address),
    local: false,
    status: 'queued',
    response: null,
  })),
  send_at: send.sendAt,
  metadata: send.metadata,
  idempotency_key: send.idempotencyKey,
  request_hash: send.requestHash?.toString('hex') ?? null,
  bulk_id: send.bulk?.id ?? null,
  bulk_index: send.bulk?.index ?? null,
  client_ref: send.bulk?.clientRef ?? null,
  requested_by: send.requestedBy,
  notice_of: send.noticeOf,
  ...send.record,
});

const SEND = { workflow: 'sendEmail' } as const;

const STORE = statement(
  [
    `mail AS MATERIALIZED (
  SELECT nextval('stored_messages_id_seq') AS stored_id,
    row_number() OVER (PARTITION BY m.inbox_id ORDER BY m.mail) AS turn, m.*
  FROM jsonb_to_recordset($1::jsonb)
    AS m(mail int, id text, org_id text, inbox_id text, inbox_address text, new_thread_id text,
         replies_to text, size int, recipients jsonb, send_at timestamptz, metadata jsonb,
         idempotency_key text, request_hash text, bulk_id text, bulk_index int, client_ref text,
         requested_by text, notice_of text,
         ${MAIL_RECORD_TYPES})
)`,
    lockCounters('mail'),
    `counter AS (
  UPDATE inbox_counters c
  SET next_uid = c.next_uid + n.mails,
      last_received_at =
        greatest(c.last_received_at, date_trunc('milliseconds', clock_timestamp()))
  FROM (SELECT inbox_id, count(*) AS mails FROM mail JOIN locked USING (inbox_id) GROUP BY 1) n
  WHERE c.inbox_id = n.inbox_id
  RETURNING c.inbox_id, c.next_uid - n.mails AS first_uid, c.last_received_at AS at
), original AS MATERIALIZED (
  SELECT id, thread_id FROM emails
  WHERE id = ANY (ARRAY(SELECT replies_to FROM mail WHERE replies_to IS NOT NULL))
), stored_email AS (
  INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, direction, status,
    envelope_from, delivered_to, size, received_at, accepted_at, parsed_at, is_read, starts_thread,
    search, ${EMAIL_COLUMNS.join(', ')})
  SELECT mail.id, mail.org_id, mail.inbox_id, counter.first_uid + mail.turn - 1, mail.stored_id,
    coalesce(original.thread_id, mail.new_thread_id), 'outbound', 'outbound', mail.inbox_address,
    '', mail.size, counter.at, counter.at, counter.at, true, original.id IS NULL,
    ${searchVector('mail')}, ${EMAIL_COLUMNS.map((name) => `mail.${name}`).join(', ')}
  FROM mail JOIN counter USING (inbox_id) LEFT JOIN original ON original.id = mail.replies_to
  RETURNING id, thread_id
), stored_mail AS (
  -- A deleted inbox has no counter, and sends nothing.
  SELECT mail.* FROM mail JOIN stored_email USING (id)
), stored_message AS (
  INSERT INTO stored_messages (id, raw, trace, ${STORED_COLUMNS.join(', ')})
  SELECT stored_id, ($2::bytea[])[mail + 1], '', ${STORED_COLUMNS.join(', ')} FROM stored_mail
)`,
    insertAttachments('$3', '$4', {
      mail: 'JOIN stored_mail AS mail USING (mail)',
      messageId: 'mail.stored_id',
    }),
    `ledger AS (
  INSERT INTO sends (email_id, org_id, inbox_id, recipients, send_at, bulk_id, bulk_index,
    client_ref, replies_to, idempotency_key, request_hash, metadata, requested_by, notice_of,
    workflow_id)
  SELECT id, org_id, inbox_id, recipients, send_at, bulk_id, bulk_index, client_ref, replies_to,
    idempotency_key, decode(request_hash, 'hex'), metadata, requested_by, notice_of,
    CASE WHEN bulk_id IS NULL THEN ${runIdOf(SEND, 'id')}
      ELSE ${runIdOf({ workflow: 'sendBulk' }, 'bulk_id')} END
  FROM stored_mail
)`,
    queueRuns(SEND, {}, 'SELECT org_id, id FROM stored_mail WHERE bulk_id IS NULL'),
    insertEvents('$5', 'e.resource_id IN (SELECT id FROM stored_email)'),
  ],
  'SELECT * FROM stored_email',
);
