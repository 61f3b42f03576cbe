import type { z } from 'zod';
import { notFound } from '../../../errors.js';
import { IN_LIVE_INBOX, SHOWN } from '../../../store/listed.js';
import type { StepContext } from '../task-type.js';

/** What a task reads of a mail. */
export interface ReadMail {
  readonly id: string;
  readonly inbox_id: string;
  readonly thread_id: string;
  readonly from: string;
  readonly subject: string;
  readonly received_at: Date;
  readonly category: string;
  readonly summary: string;
  readonly language: string | null;
  readonly otp_codes: readonly string[];
  readonly code_expiry: Date | null;
  readonly backup_codes: readonly string[];
  readonly verification_links: readonly string[];
  readonly magic_links: readonly string[];
  /** What it says itself, without what it quotes; the beginning of a long one. */
  readonly text: string;
}

/** A check that exactly one of two fields is given. */
export const requireOne =
  <One extends string, Other extends string>(one: One, other: Other) =>
  (given: Partial<Record<One | Other, unknown>>, context: z.core.$RefinementCtx): void => {
    const [hasOne, hasOther] = [given[one] !== undefined, given[other] !== undefined];
    const message = hasOne ? `must not stand beside ${other}` : `must be given, or ${other}`;
    if (hasOne === hasOther) context.addIssue({ code: 'custom', path: [one], message });
  };

// Mails of a thread, the newest, and characters of each.
const MAILS = 50;
const CHARACTERS = 64 * 1024;

const reading = (which: string) => `
SELECT newest.* FROM (
  SELECT e.id, e.inbox_id, e.thread_id, e.from_address AS from, e.subject, e.received_at,
    e.category, e.summary, e.language, e.otp_codes, e.code_expiry, e.backup_codes,
    e.verification_links, e.magic_links, left(s.stripped_text, ${CHARACTERS}) AS text
  FROM emails e ${IN_LIVE_INBOX} JOIN stored_messages s ON s.id = e.stored_message_id
  WHERE e.org_id = $1 AND e.${which} = $2 AND ${SHOWN}
  ORDER BY e.uid DESC LIMIT ${MAILS}) AS newest
JOIN emails e ON e.id = newest.id ORDER BY e.uid`;

const READ_EMAIL = reading('id');
const READ_THREAD = reading('thread_id');

type TaskMail = Pick<StepContext, 'database' | 'task'>;

/** @throws AppError 404 when it is gone, or no mail that lists show */
export async function readMail({ database, task }: TaskMail, emailId: string): Promise<ReadMail> {
  const [mail] = await database.query<ReadMail>(READ_EMAIL, [task.orgId, emailId]);
  if (!mail) throw notFound('Email');
  return mail;
}

/** The mails of a thread in the order they came, the newest of very many. @throws AppError 404 */
export async function readThread(
  { database, task }: TaskMail,
  threadId: string,
): Promise<readonly ReadMail[]> {
  const mails = await database.query<ReadMail>(READ_THREAD, [task.orgId, threadId]);
  if (mails.length === 0) throw notFound('Thread');
  return mails;
}
