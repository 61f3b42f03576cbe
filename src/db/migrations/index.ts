import { FirstTables1700000000001 } from './0001-first-tables.js';
import { LateOriginals1700000000002 } from './0002-late-originals.js';
import { Events1700000000003 } from './0003-events.js';
import { DurableWaits1700000000004 } from './0004-durable-waits.js';

/** Every migration, oldest first. */
export const migrations = [
  FirstTables1700000000001,
  LateOriginals1700000000002,
  Events1700000000003,
  DurableWaits1700000000004,
];
