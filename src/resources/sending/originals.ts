import { requireOwnedOfInbox, type AccessScope } from '../../auth/ownership.js';
import type { Database } from '../../db/database.js';
import { notFound } from '../../errors.js';
import { readMailboxes } from '../../mail/mime/addresses.js';
import { decodeTransfer } from '../../mail/mime/transfer.js';
import type { Mailbox } from '../../mail/analysis.js';
import type { OutgoingFile } from '../../mail/compose/outgoing.js';

/** A mail that is answered or passed on. */
export interface Original {
  readonly id: string;
  readonly orgId: string;
  readonly inboxId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly message_id: string | null;
  readonly in_reply_to: string | null;
  readonly references_ids: readonly string[];
  readonly from_address: string;
  readonly from_name: string | null;
  readonly to_addresses: readonly Mailbox[];
  readonly cc_addresses: readonly Mailbox[];
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly subject: string;
  readonly text_body: string;
  readonly html_body: string;
  readonly received_at: Date;
  readonly stored_message_id: string;
}

const FIND = `
SELECT e.id, e.org_id AS "orgId", e.inbox_id AS "inboxId", e.direction, e.message_id, e.in_reply_to,
  s.references_ids, e.from_address, e.from_name, e.to_addresses, e.cc_addresses, s.headers, e.subject,
  s.text_body, s.html_body, e.received_at, e.stored_message_id::text
FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
WHERE e.id = $1 AND e.status <> 'blocked'
  AND EXISTS (SELECT FROM inboxes i WHERE i.id = e.inbox_id AND i.deleted_at IS NULL)`;

/** A mail of the inbox. @throws AppError 403 of another organization, 404 of another inbox or none */
export async function findOriginal(
  database: Database,
  access: AccessScope,
  inboxId: string,
  emailId: string,
): Promise<Original> {
  const [row] = await database.query<Original>(FIND, [emailId]);
  const original = requireOwnedOfInbox(access, row, 'Email');
  if (original.inboxId !== inboxId) throw notFound('Email');
  return original;
}

/** Whose a mail is; undefined where there is none. */
export async function findOwner(
  database: Database,
  emailId: string,
): Promise<Pick<Original, 'orgId' | 'inboxId'> | undefined> {
  const [owner] = await database.query<Pick<Original, 'orgId' | 'inboxId'>>(
    'SELECT org_id AS "orgId", inbox_id AS "inboxId" FROM emails WHERE id = $1',
    [emailId],
  );
  return owner;
}

/** The attachments of a mail, to go along with another one. */
export async function filesOf(database: Database, original: Original): Promise<OutgoingFile[]> {
  const rows = await database.query<FileRow>(FILES, [original.stored_message_id]);
  return rows.map(({ encoding, content, ...file }) => ({
    ...file,
    content: encoding === null ? content : decodeTransfer(content, encoding),
  }));
}

interface FileRow extends OutgoingFile {
  /** As it is stored. */
  readonly content: Buffer;
  readonly encoding: string | null;
}

const FILES = `
SELECT a.filename, a.content_type AS "contentType", a.encoding,
  regexp_replace(a.content_id, '^<|>$', '', 'g') AS "contentId",
  coalesce(a.content, substring(s.raw FROM a.raw_offset + 1 FOR a.raw_length)) AS content
FROM attachments a JOIN stored_messages s ON s.id = a.stored_message_id
WHERE a.stored_message_id = $1 ORDER BY a.position`;

/** The bytes of a mail as a file. */
export async function messageFile(database: Database, original: Original): Promise<OutgoingFile> {
  const [row] = await database.query<{ raw: Buffer }>(
    'SELECT raw FROM stored_messages WHERE id = $1',
    [original.stored_message_id],
  );
  return { filename: 'message.eml', contentType: 'message/rfc822', content: row!.raw };
}

/** Mailboxes of a header field, which may stand more than once. */
export const mailboxesOf = ({ headers }: Original, name: string): Mailbox[] =>
  [headers[name] ?? []].flat().flatMap((value) => readMailboxes(value));
