import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Log } from '../log.js';
import { Database, type DatabaseOptions } from './database.js';
import { oncePostgresAnswers } from './retry.js';

// Milliseconds until a statement counts as failed: REST answers 503 within 2 s, SMTP 451 within 5 s.
const FRONT_TIMEOUT_MS = 1_100;
const INTAKE_TIMEOUT_MS = 3_000;
const BACKGROUND_TIMEOUT_MS = 60_000;
const MAILBOX_TIMEOUT_MS = 5_000;
// Milliseconds that a statement waits for a lock: less than it may take, so that the reason is known.
const FRONT_LOCK_MS = 800;
const INTAKE_LOCK_MS = 2_000;
const BACKGROUND_LOCK_MS = 30_000;
const FRONT = { queryTimeout: FRONT_TIMEOUT_MS, lockTimeout: FRONT_LOCK_MS };
// Milliseconds until a connection is there: a busy machine may take as long as those who wait allow.
const INTAKE_CONNECT_MS = 1_500;
const BACKGROUND_CONNECT_MS = 5_000;
// Two lanes each for recipients, terms and storing; a claim and a look at once for waits.
const INTAKE_POOL = 6;
// A mail that comes after a while finds a lane connected, with its statements planned: that takes 15 ms.
const INTAKE_KEPT_OPEN = 2;
// As many as a worker runs activities at once, and one for the dispatcher.
const BACKGROUND_POOL = 17;
const WAITS_POOL = 4;
// Sessions share them: each asks for a slice, a page or a search at a time.
const MAILBOX_POOL = 4;
const SEARCH_POOL = 2;
const KEYED_POOL = 4;
/** Connections of a process beside its pool for front ends; the last one listens. */
export const OTHER_CONNECTIONS =
  BACKGROUND_POOL + INTAKE_POOL + WAITS_POOL + MAILBOX_POOL + SEARCH_POOL + KEYED_POOL + 1;
// Planning the statement that stores a batch, or that reads a message, takes longer than running it for one mail.
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };
// What is read for one page is found by indexes and in their order. Where Postgres takes tables to be small, as they
// were a minute ago, or an inbox to be as small as most, it would read and sort all of it.
const BY_INDEX = {
  ...PLANNED_ONCE,
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  // What is switched off counts as dear before Postgres 18: that alone would have it compile plans.
  jit: 'off',
};

/** The pools of a process. */
export interface Databases {
  /** Statements of front ends: given up before a client would. */
  readonly front: Database;
  /** Those of them that read few rows by their keys, however many Postgres takes tables to have. */
  readonly keyed: Database;
  /** Mail that comes in. */
  readonly intake: Database;
  /** A mark of a wait may be lost in a crash, so it need not wait for the disk. */
  readonly waits: Database;
  /** Mailboxes as mail programs read them. */
  readonly mailboxes: Database;
  /** What they search for: it takes its time, and is planned for what is asked. */
  readonly searches: Database;
  /** Statements of background work may take their time. */
  readonly background: Database;
}

interface PoolOptions {
  readonly url: string;
  readonly log: Log;
  /** Connections for front ends. */
  readonly frontPool: number;
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
}

/** Opens all pools, once Postgres answers. */
export async function openDatabases(options: PoolOptions): Promise<Databases> {
  const { url, log, entities, frontPool } = options;
  const open = (name: string, own: Omit<DatabaseOptions, 'url' | 'entities'>) =>
    oncePostgresAnswers(log, () =>
      Database.open({
        ...own,
        url,
        entities,
        applicationName: `restante ${name}`,
      }),
    );
  // One that waits for Postgres; the others find it there.
  const background = await open('background', {
    poolSize: BACKGROUND_POOL,
    queryTimeout: BACKGROUND_TIMEOUT_MS,
    lockTimeout: BACKGROUND_LOCK_MS,
    connectTimeout: BACKGROUND_CONNECT_MS,
    settings: PLANNED_ONCE,
  });
  const [front, keyed, intake, waits, mailboxes, searches] = await Promise.all([
    open('front', { ...FRONT, poolSize: frontPool }),
    open('keyed', { ...FRONT, poolSize: KEYED_POOL, settings: BY_INDEX }),
    open('intake', {
      poolSize: INTAKE_POOL,
      keptOpen: INTAKE_KEPT_OPEN,
      queryTimeout: INTAKE_TIMEOUT_MS,
      lockTimeout: INTAKE_LOCK_MS,
      connectTimeout: INTAKE_CONNECT_MS,
      settings: PLANNED_ONCE,
    }),
    open('waits', {
      ...FRONT,
      poolSize: WAITS_POOL,
      settings: { ...PLANNED_ONCE, synchronous_commit: 'off' },
    }),
    open('mailboxes', {
      poolSize: MAILBOX_POOL,
      queryTimeout: MAILBOX_TIMEOUT_MS,
      settings: PLANNED_ONCE,
    }),
    open('searches', { poolSize: SEARCH_POOL, queryTimeout: MAILBOX_TIMEOUT_MS }),
  ]);
  return { background, front, keyed, intake, waits, mailboxes, searches };
}

/** Closes all pools. */
export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all(Object.values(databases).map((database: Database) => database.close()));
}
