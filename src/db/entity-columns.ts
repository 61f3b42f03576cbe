import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Database } from './database.js';

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
