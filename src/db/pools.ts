import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Log } from '../log.js';
import { Database } from './database.js';
import { oncePostgresAnswers } from './patience.js';

// Milliseconds until a statement counts as failed: REST answers 503 within 2 s, SMTP 451 within 5 s.
const FRONT_TIMEOUT = 1_100;
const INTAKE_TIMEOUT = 3_000;
const BACKGROUND_TIMEOUT = 60_000;
// Two lanes each for recipients, terms and storing; a claim and a look at once for waits.
const INTAKE_POOL = 6;
// As many as a worker runs activities at once, and one for the dispatcher.
const BACKGROUND_POOL = 17;
const WAITS_POOL = 4;
// Planning the statement that stores a batch takes longer than running it for one mail.
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

/** The pools of a process. */
export interface Databases {
  /** Statements of front ends: given up before a client would. */
  readonly front: Database;
  /** Mail that comes in. */
  readonly intake: Database;
  /** A mark of a wait may be lost in a crash, so it need not wait for the disk. */
  readonly waits: Database;
  /** Statements of background work may take their time. */
  readonly background: Database;
}

/** How the pools are opened. */
export interface PoolOptions {
  readonly url: string;
  readonly log: Log;
  /** Connections for front ends. */
  readonly frontPool: number;
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
}

/** Opens all pools, once Postgres answers. */
export async function openDatabases(options: PoolOptions): Promise<Databases> {
  const { url, log, entities, frontPool } = options;
  const open = (name: string, poolSize: number, queryTimeout: number, settings = {}) =>
    oncePostgresAnswers(log, () =>
      Database.open({
        url,
        poolSize,
        queryTimeout,
        settings,
        entities,
        applicationName: `restante ${name}`,
      }),
    );
  const background = await open('background', BACKGROUND_POOL, BACKGROUND_TIMEOUT, PLANNED_ONCE);
  const front = await open('front', frontPool, FRONT_TIMEOUT);
  const intake = await open('intake', INTAKE_POOL, INTAKE_TIMEOUT, PLANNED_ONCE);
  const waits = await open('waits', WAITS_POOL, FRONT_TIMEOUT, {
    ...PLANNED_ONCE,
    synchronous_commit: 'off',
  });
  return { background, front, intake, waits };
}

/** Closes all pools. */
export async function closeDatabases(databases: Databases): Promise<void> {
  const { front, intake, waits, background } = databases;
  await Promise.all([front, intake, waits, background].map((database) => database.close()));
}
