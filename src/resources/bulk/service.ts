import { createHash } from 'node:crypto';
import type { Caller } from '../../auth/caller.js';
import { requireAccess, requireOwned, type AccessScope } from '../../auth/ownership.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { pageAt, partOf, type Paging } from '../../db/page.js';
import { AppError, invalid } from '../../errors.js';
import { newId } from '../../ids.js';
import { findByKey, type RequestKey } from '../sending/find-by-idempotency-key.js';
import { authorOf, type MailAuthor, type PreparingDeps } from '../sending/preparing.js';
import type { Request } from '../sending/service.js';
import type { EndWatches } from '../../live/end-watches.js';
import { acceptMessages } from './accepting.js';
import { changeBulk, type BulkChange } from './changes.js';
import { readSendingInboxes } from '../../store/inboxes.js';
import { requireSendable } from '../sending/sending-inbox.js';
import { planList } from './list-plan.js';
import type { NewBulk, Rejection } from './messages.js';
import { storeBulk } from './store.js';
import { findBulk, isOnItsWay, readResults, type BulkRow, type BulkView } from './views.js';
import { LIMITS } from '../../operations/limits.js';

interface BulkServiceDeps extends PreparingDeps {
  readonly database: Database;
  /** Its statements may take as long as a large mail does. */
  readonly ledger: Database;
  /** Of ends of bulk sends. */
  readonly watches: EndWatches;
  readonly cursors: Cursors;
  /** Where links to unsubscribe lead; null where it is not known. */
  readonly publicUrl: () => string | null;
}

/** What is asked for, but for how long the answer may wait. */
type Kept = Omit<NewBulk, 'wait'>;

/** Who asked, for which bulk send, and how the request is known again. */
type BulkSender = RequestKey &
  Pick<MailAuthor, 'requestedBy'> & { readonly caller: Caller; readonly id: string };

/** Sends many mails in one request: what is answered with 2xx is in the ledger, and leaves once. */
export class BulkService {
  constructor(private readonly deps: BulkServiceDeps) {}

  /**
   * Many messages, or one for each contact of a list.
   * @throws AppError 400, 403, 404, 413, 429, 503 of a paused inbox; nothing is sent then
   */
  async send(
    caller: Caller,
    { wait, ...request }: NewBulk,
    { idempotencyKey, signal }: Pick<Request, 'idempotencyKey' | 'signal'>,
  ): Promise<BulkView> {
    const requestHash = idempotencyKey === null ? null : hashOf(request);
    const { requestedBy } = authorOf(caller);
    const sender = { caller, id: newId('blk'), idempotencyKey, requestHash, requestedBy };
    const id = (await this.previousSend(sender)) ?? (await this.store(sender, request));
    await this.ended(id, wait, signal);
    return this.get(caller, id, { limit: LIMITS.messages_per_bulk });
  }

  /** How far it is. @throws AppError 400 for a foreign cursor, 403, 404 */
  async get(access: AccessScope, id: string, { limit, cursor }: Paging): Promise<BulkView> {
    const { database, cursors } = this.deps;
    const row = await this.owned(access, id);
    const name = ['bulk', id];
    const page = await pageAt(cursors, { orgId: row.orgId, name }, cursor, async (after) => {
      const behind = { after: after ? Number(after[0]) : -1, limit: limit + 1 };
      return partOf(await readResults(database, id, behind), limit, ({ index }) => [String(index)]);
    });
    return { ...row, results: page.data, cursor: page.cursor };
  }

  /** @throws AppError 403, 404, 409 once it is over */
  async change(access: AccessScope, id: string, what: BulkChange): Promise<BulkView> {
    await this.owned(access, id);
    await changeBulk(this.deps.database, id, what);
    return this.get(access, id, { limit: LIMITS.messages_per_bulk });
  }

  private async owned(access: AccessScope, id: string): Promise<BulkRow> {
    const row = requireOwned(access.orgId, await findBulk(this.deps.database, id), 'Bulk send');
    for (const inboxId of row.inboxIds) requireAccess(access, inboxId);
    return row;
  }

  /** The id of the bulk send that is in the ledger now; a key finds the one that was sent with it. */
  private async store(sender: BulkSender, request: Kept): Promise<string> {
    try {
      await (request.contact_list_id === undefined
        ? this.storeMessages(sender, request)
        : this.storeList(sender, request, request.contact_list_id));
      return sender.id;
    } catch (error) {
      const isRepeated = error instanceof AppError && error.status === 409;
      const before = isRepeated ? await this.previousSend(sender) : null;
      if (before === null) throw error;
      return before;
    }
  }

  private async storeMessages(sender: BulkSender, request: Kept): Promise<void> {
    const { messages, mode } = request;
    if (!messages) throw invalid('messages is required, or contact_list_id with defaults');
    const { caller, id: bulkId } = sender;
    const accepted = await acceptMessages(this.deps, { caller, bulkId, request, messages });
    const { sends, rejections } = accepted;
    if (mode === 'all_or_nothing' && rejections[0]) throw refusedFor(rejections[0]);
    const inboxIds = [...new Set(sends.map(({ inboxId }) => inboxId))];
    const row = { ...sender, orgId: caller.orgId, mode, total: messages.length, inboxIds };
    await this.deps.ledger.transaction((manager) => storeBulk(manager, row, accepted));
  }

  private async storeList(
    sender: BulkSender,
    { defaults, mode, messages, inbox_id: inboxId }: Kept,
    listId: string,
  ): Promise<void> {
    const { database, ledger, publicUrl } = this.deps;
    const { caller } = sender;
    if (messages) throw invalid('contact_list_id takes the place of messages: give one of them');
    if (mode !== 'partial') throw invalid('mode of mail to a contact list must be partial');
    if (inboxId === undefined) throw invalid('inbox_id is required');
    if (!defaults) throw invalid('defaults is required');
    const inbox = requireSendable(
      caller,
      (await readSendingInboxes(database, [inboxId])).get(inboxId),
    );
    const template = { defaults, publicUrl: publicUrl() };
    const plan = await planList(database, caller, inbox, { listId, template });
    const { orgId } = caller;
    const row = { ...sender, orgId, mode, total: plan.total, inboxIds: [inbox.id] };
    const none = { sends: [], rejections: [] };
    await ledger.transaction((manager) => storeBulk(manager, row, none, plan));
  }

  private async ended(id: string, seconds: number, signal: AbortSignal): Promise<void> {
    const watch = this.deps.watches.watch(id);
    // Watched first, looked at second: what ends between the two would otherwise be missed.
    const waits = seconds > 0 && (await isOnItsWay(this.deps.database, id));
    await watch.until(waits ? seconds * 1_000 : 0, signal);
  }

  private previousSend({ caller, ...key }: BulkSender): Promise<string | null> {
    return findByKey(this.deps.database, 'bulks', caller.orgId, key);
  }
}

/** What makes two requests the same. */
const hashOf = (request: Kept): Buffer =>
  createHash('sha256').update(JSON.stringify(request)).digest();

/** Why nothing is sent at all. */
const refusedFor = ({ index, error }: Rejection) =>
  invalid(`messages[${index}]: ${error.message}; nothing was sent`);
