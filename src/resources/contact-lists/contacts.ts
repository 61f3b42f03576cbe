import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { Conditions } from '../../db/conditions.js';
import type { PagedQuery } from '../../db/page.js';
import { invalid, notFound } from '../../errors.js';
import { CONTACT_ROW, contactKey, type ContactListRow, type ContactRow } from './rows.js';
import { QUOTAS } from '../../operations/limits.js';
import type { addedContacts, ContactChange, NewContact } from './schema.js';

/** What adding came to. */
export type Added = Omit<z.input<typeof addedContacts>, 'list_id'>;

/**
 * Adds contacts in one statement, each address once; one that is there is updated and keeps its state.
 * @throws AppError 400 when there would be too many, 404 when the list is gone.
 */
export async function addContacts(
  manager: EntityManager,
  listId: string,
  given: readonly NewContact[],
): Promise<Added> {
  const contacts = new Map(given.map((contact) => [contactKey(contact.address), contact]));
  const [done]: Omit<Added, 'duplicates'>[] = await manager.query(ADD, [
    listId,
    [...contacts.keys()],
    [...contacts.values()].map(({ address }) => address),
    [...contacts.values()].map(({ name }) => name),
    [...contacts.values()].map(({ variables }) => variables && JSON.stringify(variables)),
  ]);
  if (!done) throw notFound('Contact list');
  if (done.contact_count > QUOTAS.contacts_per_list)
    throw invalid(
      `A contact list has at most ${QUOTAS.contacts_per_list} contacts; use another list`,
    );
  return { ...done, duplicates: given.length - contacts.size };
}

/** Contacts in the order of their addresses: what comes in meanwhile moves nobody. */
export function contactsOf(
  { id, orgId }: ContactListRow,
  status: ContactRow['status'] | null,
): PagedQuery {
  const where = new Conditions().add('contact.list_id = ? AND contact.removed_at IS NULL', id);
  if (status !== null) where.add('contact.status = ?', status);
  const order = { columns: [['contact.address_key', 'text']], direction: 'ASC' } as const;
  const name = ['contacts', id, status];
  return { orgId, name, columns: CONTACT_ROW, from: 'contacts AS contact', where, order };
}

/** @throws AppError 404 when the list does not hold the address. */
export async function changeContact(
  manager: EntityManager,
  listId: string,
  address: string,
  { status, name, variables }: ContactChange,
): Promise<ContactRow> {
  const [row]: ContactRow[] = await manager.query(CHANGE, [
    listId,
    contactKey(address),
    status ?? null,
    name !== undefined,
    name ?? null,
    variables ? JSON.stringify(variables) : null,
  ]);
  if (!row) throw notFound('Contact');
  return row;
}

/** Takes an address off a list; that it unsubscribed is not forgotten. @throws AppError 404 */
export async function removeContact(
  manager: EntityManager,
  listId: string,
  address: string,
): Promise<void> {
  const contact = [listId, contactKey(address)];
  const [list]: { id: string }[] = await manager.query(LOCK, [listId]);
  const [found]: Pick<ContactRow, 'status'>[] = await manager.query(LOCK_CONTACT, contact);
  if (!list || !found) throw notFound('Contact');
  await manager.query(found.status === 'unsubscribed' ? HIDE : DELETE, contact);
  await manager.query(COUNT_DOWN, [listId]);
}

// The list first, by everything that changes how many contacts there are: no two wait in a ring.
const LOCK = 'SELECT id FROM contact_lists WHERE id = $1 FOR NO KEY UPDATE';
const LOCK_CONTACT = `
SELECT status FROM contacts WHERE list_id = $1 AND address_key = $2 AND removed_at IS NULL
FOR UPDATE`;
const DELETE = 'DELETE FROM contacts WHERE list_id = $1 AND address_key = $2';
const HIDE = `
UPDATE contacts SET removed_at = now(), updated_at = now(), name = NULL, variables = NULL
WHERE list_id = $1 AND address_key = $2`;
const COUNT_DOWN = `
UPDATE contact_lists SET contact_count = contact_count - 1, updated_at = now() WHERE id = $1`;

// One that was taken off and unsubscribed comes back as new, and still unsubscribed. What was made
// at the time of this transaction was added by it.
const ADD = `
WITH list AS MATERIALIZED (
  SELECT id, org_id FROM contact_lists WHERE id = $1 FOR NO KEY UPDATE
), put AS (
  INSERT INTO contacts AS known (list_id, org_id, address_key, address, name, variables)
  SELECT list.id, list.org_id, given.key, given.address, given.name, given.variables::jsonb
  FROM list CROSS JOIN unnest($2::text[], $3::text[], $4::text[], $5::text[])
    AS given (key, address, name, variables)
  ORDER BY given.key
  ON CONFLICT (list_id, address_key) DO UPDATE SET
    address = EXCLUDED.address,
    name = coalesce(EXCLUDED.name, known.name),
    variables = coalesce(EXCLUDED.variables, known.variables),
    created_at = CASE WHEN known.removed_at IS NULL THEN known.created_at ELSE now() END,
    removed_at = NULL,
    updated_at = now()
  RETURNING known.created_at = now() AS is_new
), counted AS (
  SELECT count(*) FILTER (WHERE is_new)::int AS added,
    count(*) FILTER (WHERE NOT is_new)::int AS updated
  FROM put
), changed AS (
  UPDATE contact_lists AS list SET contact_count = list.contact_count + counted.added,
    updated_at = now()
  FROM counted WHERE list.id = $1
  RETURNING counted.added, counted.updated, list.contact_count
)
SELECT added, updated, contact_count FROM changed`;

const CHANGE = `
WITH contact AS (
  UPDATE contacts SET
    status = coalesce($3, status),
    unsubscribed_at = CASE coalesce($3, status)
      WHEN 'unsubscribed' THEN coalesce(unsubscribed_at, now()) END,
    name = CASE WHEN $4 THEN $5 ELSE name END,
    variables = coalesce($6::jsonb, variables),
    updated_at = now()
  WHERE list_id = $1 AND address_key = $2 AND removed_at IS NULL
  RETURNING *
)
SELECT ${CONTACT_ROW} FROM contact`;
