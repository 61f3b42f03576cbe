import type { Caller } from '../../auth/caller.js';
import { principalId } from '../../auth/principal.js';
import { requireInbox, requireOwnedOfInbox, type AccessScope } from '../../auth/ownership.js';
import type { Cursors } from '../../db/cursor.js';
import type { Page } from '../../db/page.js';
import type { LongPoll } from '../../deadline.js';
import { notFound, unauthorized } from '../../errors.js';
import { listedInboxes, type FindInbox } from '../../store/inboxes.js';
import type { AttachedWaits } from './attached.js';
import type { DurableWaitRow, DurableWaitStore, NewWait, WaitListing } from './store.js';

interface DurableWaitServiceDeps {
  readonly store: DurableWaitStore;
  readonly attached: AttachedWaits;
  readonly cursors: Cursors;
  readonly findInbox: FindInbox;
}

/** Waits that outlive the request, the process and a deploy. */
export class DurableWaitService {
  constructor(private readonly deps: DurableWaitServiceDeps) {}

  /** A wait and its run. The inbox may be paused. @throws AppError 403, 404, 429 too many open */
  async create(caller: Caller, wait: NewWait): Promise<DurableWaitRow> {
    const { store } = this.deps;
    const inbox = requireInbox(caller, await this.deps.findInbox(wait.inboxId));
    await store.requireFurtherWait(inbox.orgId);
    const created = await store.create(inbox.orgId, wait);
    if (!created) throw notFound(typeof wait.since === 'string' ? 'Email' : 'Inbox');
    return created;
  }

  /**
   * A wait, once it is not open any more or the time to be attached is up.
   * @throws AppError 401 key revoked, 403, 404
   */
  async get(caller: Caller, id: string, attaching: LongPoll): Promise<DurableWaitRow> {
    const wait = await this.owned(caller, id);
    if (wait.status !== 'waiting') return wait;
    if (attaching.timeoutSeconds === 0) await this.deps.store.look([id], 'other');
    else await this.attach(caller, wait, attaching);
    return this.owned(caller, id);
  }

  /** A page of waits, newest first. @throws AppError 403, 404 */
  async list(
    access: AccessScope,
    { inboxId, ...listing }: WaitListing,
  ): Promise<Page<DurableWaitRow>> {
    const { cursors, findInbox, store } = this.deps;
    return store.page(cursors, await listedInboxes(access, inboxId, findInbox), listing);
  }

  /** Cancels a wait; it stays readable. @throws AppError 403, 404 also when it was deleted before */
  async cancel(access: AccessScope, id: string): Promise<void> {
    await this.owned(access, id);
    if (!(await this.deps.store.remove(id))) throw notFound('Wait');
  }

  private async owned(access: AccessScope, id: string): Promise<DurableWaitRow> {
    return requireOwnedOfInbox(access, await this.deps.store.find(id), 'Wait');
  }

  private async attach(
    caller: Caller,
    { id: waitId, inboxId }: DurableWaitRow,
    attaching: LongPoll,
  ): Promise<void> {
    const { attached } = this.deps;
    const who = principalId(caller.principal);
    const why = await attached.until({ waitId, inboxId, principalId: who, ...attaching });
    if (why === 'revoked') throw unauthorized('This API key was revoked');
  }
}
