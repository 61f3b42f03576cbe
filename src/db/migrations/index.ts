import { FirstTables1700000000001 } from './0001-first-tables.js';
import { LateOriginals1700000000002 } from './0002-late-originals.js';

/** Every migration, oldest first. */
export const migrations = [FirstTables1700000000001, LateOriginals1700000000002];
