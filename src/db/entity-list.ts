import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Database } from './database.js';
import { Conditions } from './conditions.js';
import {
  listPage,
  newestFirst,
  type Keyset,
  type ListDeps,
  type Page,
  type Paging,
} from './page.js';

/** SQL: the columns of a table under the names its entity gives them, but for those kept from being read. */
export const entityColumns = (
  database: Pick<Database, 'repository'>,
  entity: EntityTarget<ObjectLiteral>,
): string =>
  database
    .repository(entity)
    .metadata.columns.filter(({ isSelect }) => isSelect)
    .map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`)
    .join(', ');

/** Which rows of an organization are listed. */
interface EntityList {
  readonly orgId: string;
  /** What its cursors belong to: the list and all that filters it. */
  readonly name: unknown;
  /** Conditions besides that of the organization. */
  readonly where?: Conditions;
  /** The newest first unless said otherwise. */
  readonly order?: Keyset;
}

/** A page of the rows of an organization, as their entity names them. @throws AppError 400 for a foreign cursor */
export function listEntities<Row extends ObjectLiteral>(
  deps: ListDeps,
  entity: EntityTarget<Row>,
  { orgId, name, where = new Conditions(), order }: EntityList,
  paging: Paging,
): Promise<Page<Row>> {
  const from = deps.database.repository(entity).metadata.tableName;
  const columns = entityColumns(deps.database, entity);
  where.add('org_id = ?', orgId);
  return listPage<Row>(
    deps,
    { orgId, name, columns, from, where, order: order ?? newestFirst(from) },
    paging,
  );
}
