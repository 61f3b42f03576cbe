import type { EntityManager } from 'typeorm';
import { own, type Reach } from '../../auth/ownership.js';
import { createBatcher } from '../../batcher.js';
import { Semaphore } from '../../semaphore.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { listPage, type Page, type Paging } from '../../db/page.js';
import { forbidden, notFound } from '../../errors.js';
import { parseStrictAddress } from '../../mail/mime/strict-address.js';
import { addContacts, changeContact, contactsOf, removeContact, type Added } from './contacts.js';
import { addList, changeList, findLists, listsOf, removeList } from './lists.js';
import type { ContactListRow, ContactRow, ContactStatus } from './rows.js';
import type { ContactChange, ListChange, NewContact, NewList } from './schema.js';
import { Unsubscribing, type UnsubscribingDeps } from './unsubscribe-links.js';

/** What contact lists need. */
export interface ContactListServiceDeps extends UnsubscribingDeps {
  readonly database: Database;
  /** For what may touch very many contacts: its statements may take longer. */
  readonly background: Database;
  readonly cursors: Cursors;
}

// Connections that changes may hold at once: those of one list wait for each other.
const LANES = 3;
const MAX_FOUND = 200;

/** Whom an organization writes to in bulk; nothing for keys that are bound to inboxes. */
export class ContactListService {
  /** For the links in mail. */
  readonly unsubscribing: Unsubscribing;

  private readonly limited = new Semaphore(LANES);

  // Many that are asked for at once are read together.
  private readonly find = createBatcher<string, ContactListRow | null>(
    (ids) => findLists(this.deps.database, ids),
    { maxItems: MAX_FOUND, lanes: 2 },
  );

  constructor(private readonly deps: ContactListServiceDeps) {
    this.unsubscribing = new Unsubscribing(deps);
  }

  /** @throws AppError 400 for one list too many, 403 */
  async create(reach: Reach, input: NewList): Promise<ContactListRow> {
    mayUse(reach);
    return this.exclusively((manager) => addList(manager, reach.orgId, input));
  }

  /** A page of the lists of an organization, newest first. @throws AppError 400, 403 */
  async list(reach: Reach, paging: Paging): Promise<Page<ContactListRow>> {
    mayUse(reach);
    return listPage(this.deps, listsOf(reach.orgId), paging);
  }

  /** @throws AppError 403, 404 */
  async get(reach: Reach, id: string): Promise<ContactListRow> {
    mayUse(reach);
    return own(reach.orgId, await this.find(id), 'Contact list');
  }

  /** @throws AppError 403, 404 */
  async update(reach: Reach, id: string, change: ListChange): Promise<ContactListRow> {
    await this.get(reach, id);
    return this.exclusively((manager) => changeList(manager, id, change));
  }

  /** @throws AppError 403, 404 */
  async remove(reach: Reach, id: string): Promise<void> {
    await this.get(reach, id);
    await this.exclusively((manager) => removeList(manager, id));
  }

  /** @throws AppError 400 for one contact too many, 403, 404 */
  async addContacts(reach: Reach, id: string, contacts: readonly NewContact[]): Promise<Added> {
    await this.get(reach, id);
    return this.exclusively((manager) => addContacts(manager, id, contacts));
  }

  /** A page of the contacts of a list, in the order of their addresses. @throws AppError 400, 403, 404 */
  async contacts(
    reach: Reach,
    listId: string,
    status: ContactStatus | null,
    paging: Paging,
  ): Promise<Page<ContactRow>> {
    return listPage(this.deps, contactsOf(await this.get(reach, listId), status), paging);
  }

  /** Changes a contact, and subscribes it again if that is asked for. @throws AppError 403, 404 */
  async changeContact(
    reach: Reach,
    id: string,
    address: string,
    change: ContactChange,
  ): Promise<ContactRow> {
    await this.get(reach, id);
    const spelled = known(address);
    return this.exclusively((manager) => changeContact(manager, id, spelled, change));
  }

  /** Takes an address off a list and says how it is spelled. @throws AppError 403, 404 */
  async removeContact(reach: Reach, id: string, address: string): Promise<string> {
    await this.get(reach, id);
    const spelled = known(address);
    await this.exclusively((manager) => removeContact(manager, id, spelled));
    return spelled;
  }

  private exclusively<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.limited.run(() => this.deps.background.transaction(work));
  }
}

/** What is no address is on no list. */
function known(text: string): string {
  const parsed = parseStrictAddress(text);
  if (!parsed) throw notFound('Contact');
  return parsed.address;
}

function mayUse({ allowedInboxIds }: Reach): void {
  if (allowedInboxIds !== null)
    throw forbidden('This key is bound to inboxes; contact lists belong to the whole organization');
}
