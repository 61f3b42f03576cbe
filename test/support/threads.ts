import { randomBytes } from 'node:crypto';
import type { Analysis } from '../../src/mail/analysis.js';
import { rawMail } from './mail.js';
import type { MailApi, TestInbox } from './mail-api.js';
import type { Reply } from './start-api.js';

/** A mail with a Message-ID of its own, or one that answers another. */
export function threaded(messageId: string, answers: string | null = null): Partial<Analysis> {
  return { messageId, inReplyTo: answers, references: answers === null ? [] : [answers] };
}

/** Delivers a mail and answers its id and that of its thread. */
export async function deliverThreaded(
  api: MailApi,
  inbox: TestInbox,
  found: Partial<Analysis> = {},
): Promise<{ emailId: string; threadId: string }> {
  // Bytes of its own, or it would count as a mail that came twice.
  const raw = rawMail({ 'X-Number': randomBytes(8).toString('hex') });
  const emailId = await api.deliver(inbox, found, raw);
  const [row] = await api.database.query<{ thread_id: string }>(
    'SELECT thread_id FROM emails WHERE id = $1',
    [emailId],
  );
  return { emailId, threadId: row!.thread_id };
}

/** Makes a stored mail one that the inbox sent itself. */
export async function turnOutbound(api: MailApi, emailId: string): Promise<void> {
  await api.database.query(
    `WITH sent AS (
       UPDATE emails SET direction = 'outbound', status = 'outbound', mailbox = 'Sent', category = 'other',
         from_address = 'me@example.test' WHERE id = $1
       RETURNING id, org_id, inbox_id)
     INSERT INTO sends (email_id, org_id, inbox_id, status, recipients)
     SELECT id, org_id, inbox_id, 'sent', '[]' FROM sent`,
    [emailId],
  );
}

/** The ids of a page of threads. */
export const threadsOf = ({ body }: Reply): string[] =>
  (body as { data: { thread_id: string }[] }).data.map(({ thread_id }) => thread_id);
