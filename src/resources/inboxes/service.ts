import { IsNull } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { requireInbox, type AccessScope } from '../../auth/ownership.js';
import { secretHash } from '../../auth/secret-hash.js';
import type { Cursors } from '../../db/cursor.js';
import { Conditions } from '../../db/conditions.js';
import { listEntities } from '../../db/entity-list.js';
import type { Paging } from '../../db/page.js';
import { notFound } from '../../errors.js';
import { RECEIVED } from '../../store/listed.js';
import type { ListService } from '../lists/service.js';
import { takeNumbers } from '../../store/mail/mailboxes.js';
import { notify, statement } from '../../store/statement.js';
import type { Table } from '../../store/tables.js';
import type { Purged } from '../../store/retention/purged.js';
import { changeInbox } from './change.js';
import { InboxCreation, type InboxCreationDeps } from './creation.js';
import { deleteInbox } from './deletion.js';
import { InboxEntity } from './entities.js';
import { imapAccess, newImapPassword, type ImapHost } from './imap.js';
import { InboxPurge } from './purge.js';
import { SYSTEM_LOCAL_PARTS } from './reserved-local-parts.js';
import type { InboxChange, NewInbox } from './schema.js';

/** An inbox and its receive lists. */
export interface InboxView {
  readonly inbox: InboxEntity;
  readonly allowFrom: readonly string[];
  readonly blockFrom: readonly string[];
}

interface InboxServiceDeps extends InboxCreationDeps {
  /** What goes with an inbox. */
  readonly tables: readonly Table[];
  readonly cursors: Cursors;
  readonly lists: ListService;
  readonly imap: ImapHost;
  /** Called once an inbox is deleted. */
  readonly onDeleted: (inboxId: string) => void;
}

const PURGE_CHUNK = 1_000;

// All counts in one pass: one for each inbox can be as many scans of the table.
const COUNTS = `
SELECT e.inbox_id AS id, count(*)::int AS count FROM emails e
WHERE e.inbox_id = ANY ($1) AND ${RECEIVED}
GROUP BY e.inbox_id`;

// The counter moves as well: who lost the notification finds it so.
const SET_PASSWORD = statement([
  `inbox AS (
  UPDATE inboxes SET imap_password_hash = $2 WHERE id = $1 AND deleted_at IS NULL
  RETURNING id AS inbox_id, NULL::text AS mailbox, NULL::bigint AS mailbox_uid
)`,
  takeNumbers('inbox'),
  notify('inbox_changed', `SELECT 'password ' || inbox_id FROM inbox`),
]);

/** Inboxes of an organization: made, changed, listed, deleted. */
export class InboxService {
  private readonly creation: InboxCreation;
  private readonly purge: InboxPurge;

  constructor(private readonly deps: InboxServiceDeps) {
    this.creation = new InboxCreation(deps);
    this.purge = new InboxPurge(deps.tables);
  }

  /**
   * A new inbox, or the one that was made with the same client id before.
   * @throws AppError 400 for a foreign domain, 403 over the plan, 409 when the address is not free.
   */
  async create(caller: Caller, input: NewInbox) {
    const { inbox, imapPassword } = await this.creation.create(caller, input);
    const imap = { ...imapAccess(this.deps.imap, inbox), imap_password: imapPassword };
    return { ...(await this.view(inbox)), imap };
  }

  /** A page of the inboxes the caller may use, newest first, with the number of mails each one's list shows. */
  async list({ orgId, allowedInboxIds }: AccessScope, paging: Paging) {
    const where = new Conditions().add('deleted_at IS NULL');
    if (allowedInboxIds) where.add('id = ANY (?)', allowedInboxIds);
    const list = { orgId, name: 'inboxes', where };
    const page = await listEntities(this.deps, InboxEntity, list, paging);
    const ids = page.data.map(({ id }) => id);
    const counts = await this.deps.database.query<{ id: string; count: number }>(COUNTS, [ids]);
    const countOf = new Map(counts.map(({ id, count }) => [id, count]));
    const counted = page.data.map((inbox) => ({ inbox, emailCount: countOf.get(inbox.id) ?? 0 }));
    return { ...page, data: await this.views(orgId, counted) };
  }

  /** @throws AppError 403, 404 */
  async get(access: AccessScope, id: string): Promise<InboxView> {
    return this.view(await this.own(access, id));
  }

  /** @throws AppError 400, 403, 404 */
  async update(access: AccessScope, id: string, change: InboxChange): Promise<InboxView> {
    await this.own(access, id);
    const inbox = await this.deps.database.transaction((manager) =>
      changeInbox(this.deps.lists, manager, id, change),
    );
    return this.view(inbox);
  }

  /** Out of reach at once; the workflow `deleteInbox` removes its mail. @throws AppError 403, 404 */
  async remove(access: AccessScope, id: string): Promise<void> {
    await this.own(access, id);
    const removed = await this.deps.database.transaction((manager) =>
      deleteInbox(this.deps.tables, manager, id, 'deleted'),
    );
    if (!removed) throw notFound('Inbox');
    this.deps.onDeleted(id);
  }

  /** A new IMAP password; the old one is dead. @throws AppError 403, 404 */
  async regenerateImapPassword(access: AccessScope, id: string) {
    const inbox = await this.own(access, id);
    const password = newImapPassword();
    await this.deps.database.query(SET_PASSWORD, [id, secretHash(password)]);
    return { ...imapAccess(this.deps.imap, inbox), imap_password: password };
  }

  /** When an inbox ends; null when it does not, or is gone. For the run that waits for it. */
  async expiry(inboxId: string): Promise<Date | null> {
    const inbox = await this.live(inboxId);
    return inbox?.expiresAt ?? null;
  }

  /** Deletes an inbox whose time is up. True when it is gone, now or before. */
  async expire(inboxId: string): Promise<boolean> {
    const removed = await this.deps.database.transaction((manager) =>
      deleteInbox(this.deps.tables, manager, inboxId, 'expired'),
    );
    if (removed) this.deps.onDeleted(inboxId);
    return removed || (await this.live(inboxId)) === null;
  }

  /** Removes up to `limit` mails of a deleted inbox, last of all the rest. */
  purgeChunk(inboxId: string, limit = PURGE_CHUNK): Promise<Purged> {
    return this.deps.database.transaction((manager) =>
      this.purge.removeChunk(manager, inboxId, limit),
    );
  }

  /** Gives `orgId` the addresses every mail domain has to answer, unless they exist. */
  async ensureSystemInboxes(orgId: string): Promise<void> {
    for (const localPart of SYSTEM_LOCAL_PARTS)
      await this.creation.createReserved(orgId, localPart);
  }

  private async own(access: AccessScope, id: string): Promise<InboxEntity> {
    return requireInbox(access, await this.live(id));
  }

  private live(id: string): Promise<InboxEntity | null> {
    return this.deps.database.repository(InboxEntity).findOneBy({ id, deletedAt: IsNull() });
  }

  private async view(inbox: InboxEntity): Promise<InboxView> {
    const [view] = await this.views(inbox.orgId, [{ inbox }]);
    return view!;
  }

  /** Adds their lists to inboxes of one organization. */
  private async views<Item extends { readonly inbox: InboxEntity }>(
    orgId: string,
    items: readonly Item[],
  ): Promise<(Item & InboxView)[]> {
    const lists = await this.deps.lists.receiveLists(
      orgId,
      items.map(({ inbox }) => inbox.id),
    );
    return items.map((item) => ({
      ...item,
      allowFrom: lists.get(item.inbox.id)?.allow ?? [],
      blockFrom: lists.get(item.inbox.id)?.block ?? [],
    }));
  }
}
