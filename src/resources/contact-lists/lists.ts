import type { EntityManager } from 'typeorm';
import { Conditions } from '../../db/conditions.js';
import type { Database } from '../../db/database.js';
import { newestFirst, type List } from '../../db/page.js';
import { invalid, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { LIST_ROW, type ContactListRow } from './rows.js';
import { lockOrg } from '../../store/locks.js';
import { QUOTAS } from '../../operations/limits.js';
import type { ListChange, NewList } from './schema.js';

/** Each of `ids`; null for those that are not there. */
export async function findLists(
  database: Pick<Database, 'query'>,
  ids: readonly string[],
): Promise<(ContactListRow | null)[]> {
  const rows = await database.query<ContactListRow>(FIND, [[...new Set(ids)]]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** The lists of an organization, newest first. */
export const listsOf = (orgId: string): List => ({
  orgId,
  name: 'contact-lists',
  columns: LIST_ROW,
  from: 'contact_lists AS list',
  where: new Conditions().add('list.org_id = ?', orgId),
  order: newestFirst('list'),
});

/** Creations of an organization run one after the other: the count is exact. @throws AppError 400 */
export async function addList(
  manager: EntityManager,
  orgId: string,
  { name, description }: NewList,
): Promise<ContactListRow> {
  await lockOrg(manager, orgId);
  const [counted]: { count: number }[] = await manager.query(COUNT, [orgId]);
  if (counted!.count >= QUOTAS.contact_lists)
    throw invalid(
      `An organization has at most ${QUOTAS.contact_lists} contact lists; delete one first`,
    );
  const values = [newId('cl'), orgId, name, description ?? null];
  const [row]: ContactListRow[] = await manager.query(ADD, values);
  return row!;
}

/** @throws AppError 404 when it is gone. */
export async function changeList(
  manager: EntityManager,
  id: string,
  { name, description }: ListChange,
): Promise<ContactListRow> {
  const change = [id, name ?? null, description !== undefined, description ?? null];
  const [row]: ContactListRow[] = await manager.query(CHANGE, change);
  if (!row) throw notFound('Contact list');
  return row;
}

/** Removes a list and whoever is on it. @throws AppError 404 when it is gone. */
export async function removeList(manager: EntityManager, id: string): Promise<void> {
  const [list]: { id: string }[] = await manager.query(LOCK, [id]);
  if (!list) throw notFound('Contact list');
  // With the lock held nobody is added any more, and who was added before is seen.
  await manager.query('DELETE FROM contacts WHERE list_id = $1', [id]);
  await manager.query('DELETE FROM contact_lists WHERE id = $1', [id]);
}

const FIND = `SELECT ${LIST_ROW} FROM contact_lists AS list WHERE list.id = ANY ($1)`;
const LOCK = 'SELECT id FROM contact_lists WHERE id = $1 FOR UPDATE';
const COUNT = 'SELECT count(*)::int AS count FROM contact_lists WHERE org_id = $1';

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
