import type { z } from 'zod';
import type { AccessScope } from '../../../auth/ownership.js';
import type { EmailRow } from '../../emails/rows.js';
import type { TaskRow } from '../rows.js';
import type { StepContext } from '../task-type.js';

/** Mails of a thread that a task reads, the newest. */
const MAILS = 50;

/** What a task may read: its organization's, and no other inbox than its own. */
export const accessOf = ({ orgId, inboxId }: TaskRow): AccessScope => ({
  orgId,
  allowedInboxIds: inboxId === null ? null : [inboxId],
});

/** A check that exactly one of two fields is given. */
export const requireOne =
  <One extends string, Other extends string>(one: One, other: Other) =>
  (given: Partial<Record<One | Other, unknown>>, context: z.core.$RefinementCtx): void => {
    if ((given[one] === undefined) === (given[other] === undefined))
      context.addIssue({ code: 'custom', path: [one], message: `must be given, or ${other}` });
  };

/** The mails of a thread in the order they came, the newest of very many. @throws AppError 403, 404 */
export async function threadMails(
  { task, threads }: Pick<StepContext, 'task' | 'threads'>,
  threadId: string,
): Promise<readonly EmailRow[]> {
  const part = { limit: MAILS, offset: 0 };
  const { messages } = await threads.read(accessOf(task), threadId, part);
  return messages.filter((mail) => !mail.is_spam);
}
