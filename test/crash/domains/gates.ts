import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A moment of the work of domains, as a statement of its transaction. */
interface Gate {
  readonly table: 'domains' | 'dkim_keys' | 'domain_changes' | 'events';
  readonly on: 'INSERT' | 'UPDATE';
  readonly when: string;
}

const told = (kind: string): Gate => ({
  table: 'events',
  on: 'INSERT',
  when: `NEW.kind = 'domain.${kind}'`,
});
const becomes = (column: string, value: string): string =>
  `OLD.${column} IS DISTINCT FROM NEW.${column} AND NEW.${column} = '${value}'`;
const noted = (column: string): string =>
  `OLD.${column} IS DISTINCT FROM NEW.${column} AND NEW.${column} IS NOT NULL`;

/** Every step by its name. */
export const GATES = {
  'a verification is asked for': { table: 'domains', on: 'UPDATE', when: noted('verify_asked_at') },
  'a look is written': { table: 'domains', on: 'UPDATE', when: noted('checked_at') },
  'a change is kept': { table: 'domain_changes', on: 'INSERT', when: 'true' },
  'it is told of as verified': told('verified'),
  'owners are told by mail': { table: 'domains', on: 'UPDATE', when: noted('told_at') },
  'the holder is seen to have left': {
    table: 'domains',
    on: 'UPDATE',
    when: noted('holder_gone_since'),
  },
  'the holder ends': { table: 'domains', on: 'UPDATE', when: becomes('status', 'FAILED') },
  'the newcomer begins': { table: 'domains', on: 'UPDATE', when: becomes('status', 'ACTIVE') },
  'the end is told of': told('failed'),
  'the next key is made': { table: 'dkim_keys', on: 'INSERT', when: `NEW.state = 'next'` },
  'the next key is seen': { table: 'dkim_keys', on: 'UPDATE', when: noted('seen_since') },
  'the old key retires': { table: 'dkim_keys', on: 'UPDATE', when: becomes('state', 'retired') },
  'the next key signs': { table: 'dkim_keys', on: 'UPDATE', when: becomes('state', 'signing') },
  'the change of keys is told of': told('dkim_rotated'),
  'the old key is revoked': { table: 'dkim_keys', on: 'UPDATE', when: becomes('state', 'revoked') },
} as const satisfies Record<string, Gate>;

/** The name of a step. */
export type Step = keyof typeof GATES;

/** Before it is done, when all of it comes to nothing, or when it is committed and nobody hears of it. */
export const MOMENTS = ['before', 'at the commit of'] as const;

/** Where in a step. */
export type Moment = (typeof MOMENTS)[number];

// Of advisory locks, one for each gate.
const FIRST_LOCK = 7_211_900;
const LOOK_EVERY = 10;

const SET_UP = `
CREATE TABLE IF NOT EXISTS crash_gates (lock int PRIMARY KEY);
CREATE OR REPLACE FUNCTION crash_gate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM crash_gates WHERE lock = TG_ARGV[0]::int) THEN
    PERFORM pg_advisory_xact_lock(TG_ARGV[0]::int);
  END IF;
  RETURN NEW;
END $$;`;

const STEPS = Object.keys(GATES) as Step[];
const lockOf = (step: Step, moment: Moment): number =>
  FIRST_LOCK + STEPS.indexOf(step) * MOMENTS.length + MOMENTS.indexOf(moment);

const trigger = (step: Step, moment: Moment): string => {
  const { table, on, when } = GATES[step];
  const lock = lockOf(step, moment);
  const kind =
    moment === 'before'
      ? `TRIGGER a_crash_${lock} BEFORE ${on} ON ${table}`
      : `CONSTRAINT TRIGGER a_crash_${lock} AFTER ${on} ON ${table} DEFERRABLE INITIALLY DEFERRED`;
  return `CREATE ${kind} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION crash_gate('${lock}')`;
};

/** Holds whoever comes to a step, so that its process can be killed right there. */
export class Gates {
  private constructor(
    private readonly database: pg.Pool,
    private readonly holder: pg.Client,
  ) {}

  /** Puts gates into the tables of a database. */
  static async open(database: pg.Pool, url: string): Promise<Gates> {
    await database.query(SET_UP);
    for (const step of STEPS)
      for (const moment of MOMENTS) await database.query(trigger(step, moment));
    const holder = new pg.Client({ connectionString: url });
    holder.on('error', () => undefined);
    await holder.connect();
    return new Gates(database, holder);
  }

  async close(step: Step, moment: Moment): Promise<void> {
    const lock = lockOf(step, moment);
    await this.holder.query('SELECT pg_advisory_lock($1)', [lock]);
    await this.database.query('INSERT INTO crash_gates VALUES ($1)', [lock]);
  }

  /** Resolves once somebody stands before it. @throws the reason of `signal` */
  async reached(step: Step, moment: Moment, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { rowCount } = await this.database.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
        [lockOf(step, moment)],
      );
      if ((rowCount ?? 0) > 0) return;
      await sleep(LOOK_EVERY, undefined, { signal });
    }
  }

  /** Lets everybody go on. */
  async release(step: Step, moment: Moment): Promise<void> {
    const lock = lockOf(step, moment);
    await this.database.query('DELETE FROM crash_gates WHERE lock = $1', [lock]);
    await this.holder.query('SELECT pg_advisory_unlock($1)', [lock]);
  }

  async end(): Promise<void> {
    await this.holder.end();
  }
}
