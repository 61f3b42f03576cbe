import { FirstTables1700000000001 } from './0001-first-tables.js';

/** Every migration, oldest first. */
export const migrations = [FirstTables1700000000001];
