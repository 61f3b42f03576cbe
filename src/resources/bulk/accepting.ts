import type { Caller } from '../../auth/caller.js';
import { AppError, invalid } from '../../errors.js';
import {
  authorOf,
  prepareAll,
  type MailAuthor,
  type Preparing,
  type PreparingDeps,
} from '../sending/preparing.js';
import type { BulkPosition, StorableSend } from '../../store/mail/insert-outbound.js';
import { readSendingInboxes } from '../../store/inboxes.js';
import { requireSendable } from '../sending/sending-inbox.js';
import {
  createSizeBudget,
  draftOfMessage,
  type NewBulk,
  type Rejection,
  type SizeBudget,
} from './messages.js';
import type { ParsedMessage } from './schema.js';

/** The messages of a request, and for which bulk send. */
interface Accepting {
  readonly caller: Caller;
  readonly bulkId: string;
  readonly request: Pick<NewBulk, 'inbox_id' | 'defaults'>;
  readonly messages: readonly ParsedMessage[];
}

/** What became of messages: composed, or refused. */
export interface Accepted {
  readonly sends: readonly StorableSend[];
  /** In the order of the messages. */
  readonly rejections: readonly Rejection[];
}

/**
 * Composes the messages that may be sent, and says what is wrong with the others.
 * @throws AppError 403, 404, 503 of the inbox that all would be sent from, 413 when it is too much
 */
export async function acceptMessages(
  deps: PreparingDeps,
  { caller, bulkId, request, messages }: Accepting,
): Promise<Accepted> {
  const usual = request.inbox_id;
  const ids = messages.flatMap((given) => inboxIdOf(given, usual) ?? []);
  const inboxes = await readSendingInboxes(deps.database, ids);
  // Where no message could go otherwise, the request as a whole is wrong.
  if (usual !== undefined && ids.every((id) => id === usual))
    requireSendable(caller, inboxes.get(usual));
  const budget = createSizeBudget();
  const read = (given: ParsedMessage) => {
    if ('problem' in given) throw invalid(given.problem);
    const id = inboxIdOf(given, usual);
    if (id === undefined) throw invalid('inbox_id is required: in the message or beside messages');
    const inbox = requireSendable(caller, inboxes.get(id));
    return { inbox, draft: draftOfMessage(given.message, request.defaults ?? {}, budget) };
  };
  const all = messages.map((given, index) => {
    const place = { id: bulkId, index, clientRef: refOf(given) };
    return orRejection(place, authorOf(caller), budget, () => read(given));
  });
  return prepareSound(deps, all);
}

/** Prepares the messages that could be read; what is wrong with any of them is in their order. */
export async function prepareSound(
  deps: PreparingDeps,
  read: readonly (Preparing | Rejection)[],
): Promise<Accepted> {
  const sound = read.filter((one) => 'draft' in one);
  const results = await prepareAll(deps, sound);
  const late = results.flatMap((error, i): Rejection[] =>
    error instanceof AppError ? [{ ...sound[i]!.sender.bulk!, error }] : [],
  );
  const early = read.filter((one) => 'error' in one);
  return {
    sends: results.filter((result): result is StorableSend => !(result instanceof AppError)),
    rejections: [...early, ...late].sort((a, b) => a.index - b.index),
  };
}

/** A message as it is prepared, or why it is refused. */
export function orRejection(
  bulk: BulkPosition,
  { plan, requestedBy, noticeOf }: MailAuthor,
  budget: SizeBudget,
  read: () => Pick<Preparing, 'inbox' | 'draft'>,
): Preparing | Rejection {
  try {
    const author = { plan, requestedBy, noticeOf };
    return { ...read(), sender: { ...author, idempotencyKey: null, requestHash: null, bulk } };
  } catch (error) {
    // 413 of one message is its own; of all together it is the request's.
    if (error instanceof AppError && !budget.isOver()) return { ...bulk, error };
    throw error;
  }
}

const inboxIdOf = (given: ParsedMessage, usual: string | undefined): string | undefined =>
  ('message' in given ? given.message.inbox_id : undefined) ?? usual;

const refOf = (given: ParsedMessage): string | null =>
  ('message' in given ? given.message.client_ref : given.clientRef) ?? null;
