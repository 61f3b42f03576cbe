import type { Caller } from '../../auth/caller.js';
import {
  requireAccess,
  requireInbox,
  requireOwned,
  type AccessScope,
} from '../../auth/ownership.js';
import type { Queries } from '../../db/queries.js';
import { forbidden, invalid } from '../../errors.js';
import type { FindInbox } from '../../store/inboxes.js';
import type { StepDeps, TaskMeans, TaskSubject, TaskType } from './task-type.js';

interface SubjectDeps {
  readonly database: Queries;
  readonly findInbox: FindInbox;
}

/** What a client says a task is about. */
type GivenSubject = TaskSubject;

/** The inbox a task is about; null where it is about none. @throws AppError 400, 403, 404 */
export async function inboxOfTask(
  deps: SubjectDeps,
  access: AccessScope,
  type: TaskType,
  { inboxId: given, ...mail }: GivenSubject,
): Promise<string | null> {
  const about = await inboxOfMail(deps, access, mail);
  if (given !== undefined) requireInbox(access, await deps.findInbox(given));
  const inboxId = agreed(about, given);
  if (inboxId !== null) return inboxId;
  if (type.needsInbox) throw invalid(`inbox_id is required for ${type.type}`);
  if (access.allowedInboxIds !== null)
    throw forbidden('This key is bound to inboxes: give the inbox_id of one of them');
  return null;
}

/** What knows of inboxes, the vault and browsers. */
export interface MeansDeps extends Pick<SubjectDeps, 'findInbox'> {
  readonly credentials: Pick<StepDeps['credentials'], 'forUse'>;
  readonly browserSessions: Pick<StepDeps['browserSessions'], 'requireOpen'>;
}

/** @throws AppError 403, 404, 409 expired, 410 lost */
export async function requireMeans(
  { findInbox, credentials, browserSessions }: MeansDeps,
  caller: Caller,
  { inboxIds = [], credential, sessionId }: TaskMeans = {},
): Promise<void> {
  for (const id of inboxIds) requireInbox(caller, await findInbox(id));
  if (credential !== undefined) await credentials.forUse(caller, credential);
  if (sessionId !== undefined) await browserSessions.requireOpen(caller, sessionId);
}

function agreed(about: string | null, given: string | undefined): string | null {
  if (about !== null && given !== undefined && about !== given)
    throw invalid('inbox_id must be the inbox of what input names, or be left out');
  return about ?? given ?? null;
}

const inboxOf = (column: 'id' | 'thread_id') =>
  `SELECT org_id AS "orgId", inbox_id AS "inboxId" FROM emails WHERE ${column} = $1 LIMIT 1`;

async function inboxOfMail(
  { database }: SubjectDeps,
  access: AccessScope,
  { emailId, threadId }: TaskSubject,
): Promise<string | null> {
  const id = emailId ?? threadId;
  if (id === undefined) return null;
  const [noun, text] = emailId === undefined ? THREAD : EMAIL;
  const [row] = await database.query<{ orgId: string; inboxId: string }>(text, [id]);
  const { inboxId } = requireOwned(access.orgId, row, noun);
  requireAccess(access, inboxId);
  return inboxId;
}

const EMAIL = ['Email', inboxOf('id')] as const;
const THREAD = ['Thread', inboxOf('thread_id')] as const;
