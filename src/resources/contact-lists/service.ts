import type { EntityManager } from 'typeorm';
import { requireOwned, requireWholeOrg, type AccessScope } from '../../auth/ownership.js';
import { Semaphore } from '../../semaphore.js';
import type { Database } from '../../db/database.js';
import { Conditions } from '../../db/conditions.js';
import { listPage, newestFirst, type ListDeps, type Page, type Paging } from '../../db/page.js';
import { createRowFinder } from '../../store/row-finder.js';
import { notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { QUOTAS } from '../../operations/limits.js';
import { lockOrg, requireRoom } from '../../store/locks.js';
import { parseStrictAddress } from '../../mail/mime/strict-address.js';
import { addContacts, changeContact, contactsOf, removeContact, type Added } from './contacts.js';
import { contactKey, LIST_ROW, type ContactListRow, type ContactRow } from './rows.js';
import type { ContactChange, ListChange, NewContact, NewList } from './schema.js';
import { maskedAddress, type UnsubscribeTokens } from './unsubscribe-links.js';

interface ContactListServiceDeps extends ListDeps {
  /** For what may touch very many contacts: its statements may take longer. */
  readonly background: Database;
  readonly tokens: UnsubscribeTokens;
}

// Connections that changes may hold at once: those of one list wait for each other.
const MAX_CONNECTIONS = 3;

/** Whom an organization writes to in bulk; nothing for keys that are bound to inboxes. */
export class ContactListService {
  private readonly connections = new Semaphore(MAX_CONNECTIONS);

  private readonly find: (id: string) => Promise<ContactListRow | null>;

  constructor(private readonly deps: ContactListServiceDeps) {
    this.find = createRowFinder(deps.database, FIND);
  }

  /** @throws AppError 400 for one list too many, 403 */
  async create(access: AccessScope, { name, description }: NewList): Promise<ContactListRow> {
    requireWholeOrg(access, 'contact lists');
    const { orgId } = access;
    return this.limited(async (manager) => {
      await lockOrg(manager, orgId);
      await requireRoom(manager, orgId, 'contact_lists', QUOTAS.contact_lists);
      const values = [newId('cl'), orgId, name, description ?? null];
      const [row]: ContactListRow[] = await manager.query(ADD, values);
      return row!;
    });
  }

  /** A page of the lists of an organization, newest first. @throws AppError 400, 403 */
  async list(access: AccessScope, paging: Paging): Promise<Page<ContactListRow>> {
    requireWholeOrg(access, 'contact lists');
    const { orgId } = access;
    const where = new Conditions().add('list.org_id = ?', orgId);
    const list = { orgId, name: 'contact-lists', columns: LIST_ROW, from: 'contact_lists AS list' };
    return listPage(this.deps, { ...list, where, order: newestFirst('list') }, paging);
  }

  /** @throws AppError 403, 404 */
  async get(access: AccessScope, id: string): Promise<ContactListRow> {
    requireWholeOrg(access, 'contact lists');
    return requireOwned(access.orgId, await this.find(id), 'Contact list');
  }

  /** @throws AppError 403, 404 */
  async update(
    access: AccessScope,
    id: string,
    { name, description }: ListChange,
  ): Promise<ContactListRow> {
    await this.get(access, id);
    const change = [id, name ?? null, description !== undefined, description ?? null];
    return this.limited(async (manager) => {
      const [row]: ContactListRow[] = await manager.query(CHANGE, change);
      if (!row) throw notFound('Contact list');
      return row;
    });
  }

  /** Removes a list and whoever is on it. @throws AppError 403, 404 */
  async remove(access: AccessScope, id: string): Promise<void> {
    await this.get(access, id);
    await this.limited(async (manager) => {
      const [list]: { id: string }[] = await manager.query(LOCK, [id]);
      if (!list) throw notFound('Contact list');
      // With the lock held nobody is added any more, and who was added before is seen.
      await manager.query('DELETE FROM contacts WHERE list_id = $1', [id]);
      await manager.query('DELETE FROM contact_lists WHERE id = $1', [id]);
    });
  }

  /** @throws AppError 400 for one contact too many, 403, 404 */
  async addContacts(
    access: AccessScope,
    id: string,
    contacts: readonly NewContact[],
  ): Promise<Added> {
    await this.get(access, id);
    return this.limited((manager) => addContacts(manager, id, contacts));
  }

  /** A page of the contacts of a list, in the order of their addresses. @throws AppError 400, 403, 404 */
  async contacts(
    access: AccessScope,
    listId: string,
    status: ContactRow['status'] | null,
    paging: Paging,
  ): Promise<Page<ContactRow>> {
    return listPage(this.deps, contactsOf(await this.get(access, listId), status), paging);
  }

  /** Changes a contact, and subscribes it again if that is asked for. @throws AppError 403, 404 */
  async changeContact(
    access: AccessScope,
    id: string,
    address: string,
    change: ContactChange,
  ): Promise<ContactRow> {
    await this.get(access, id);
    const spelled = known(address);
    return this.limited((manager) => changeContact(manager, id, spelled, change));
  }

  /** Takes an address off a list and says how it is spelled. @throws AppError 403, 404 */
  async removeContact(access: AccessScope, id: string, address: string): Promise<string> {
    await this.get(access, id);
    const spelled = known(address);
    await this.limited((manager) => removeContact(manager, id, spelled));
    return spelled;
  }

  /** Whom a link in mail is about, masked; null for a link that was not made here. */
  look(token: string): string | null {
    const found = this.deps.tokens.read(token);
    return found && maskedAddress(found.address);
  }

  /**
   * No more mail from the list to the address of a link, also when it is added again. Says whom it was about,
   * masked; null for a link that was not made here. Safe to repeat.
   */
  async unsubscribe(token: string): Promise<string | null> {
    const { database, tokens } = this.deps;
    const found = tokens.read(token);
    if (!found) return null;
    const { orgId, listId, address } = found;
    await database.query(UNSUBSCRIBE, [listId, orgId, contactKey(address), address]);
    return maskedAddress(address);
  }

  private limited<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.connections.run(() => this.deps.background.transaction(work));
  }
}

/** What is no address is on no list. */
function known(text: string): string {
  const parsed = parseStrictAddress(text);
  if (!parsed) throw notFound('Contact');
  return parsed.address;
}

const FIND = `SELECT ${LIST_ROW} FROM contact_lists AS list WHERE list.id = ANY ($1)`;
const LOCK = 'SELECT id FROM contact_lists WHERE id = $1 FOR UPDATE';

const ADD = `
WITH list AS (
  INSERT INTO contact_lists (id, org_id, name, description) VALUES ($1, $2, $3, $4) RETURNING *
)
SELECT ${LIST_ROW} FROM list`;

const CHANGE = `
WITH list AS (
  UPDATE contact_lists SET name = coalesce($2, name),
    description = CASE WHEN $3 THEN $4 ELSE description END, updated_at = now()
  WHERE id = $1 RETURNING *
)
SELECT ${LIST_ROW} FROM list`;

// An address that was taken off the list is kept out of sight, so that it stays unsubscribed. The lock
// keeps the list from being deleted meanwhile, and waits for no import.
const UNSUBSCRIBE = `
INSERT INTO contacts AS known
  (list_id, org_id, address_key, address, status, unsubscribed_at, removed_at)
SELECT list.id, list.org_id, $3, $4, 'unsubscribed', now(), now()
FROM (SELECT id, org_id FROM contact_lists WHERE id = $1 AND org_id = $2 FOR KEY SHARE) AS list
ON CONFLICT (list_id, address_key) DO UPDATE
SET status = 'unsubscribed', unsubscribed_at = now(), updated_at = now()
WHERE known.status <> 'unsubscribed'`;
