import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A moment of the work of the service, as a statement of its transaction. */
export interface Gate {
  readonly table: string;
  readonly on: 'INSERT' | 'UPDATE' | 'INSERT OR UPDATE';
  /** SQL over `NEW`, and over `OLD` where it is an update alone. */
  readonly when: string;
}

/** Gates by the names of the steps they stand before. */
export type GateTable<Step extends string> = Readonly<Record<Step, Gate>>;

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

const lockOf = (steps: readonly string[], step: string, moment: Moment): number =>
  FIRST_LOCK + steps.indexOf(step) * MOMENTS.length + MOMENTS.indexOf(moment);

const trigger = ({ table, on, when }: Gate, lock: number, moment: Moment): string => {
  const kind =
    moment === 'before'
      ? `TRIGGER a_crash_${lock} BEFORE ${on} ON ${table}`
      : `CONSTRAINT TRIGGER a_crash_${lock} AFTER ${on} ON ${table} DEFERRABLE INITIALLY DEFERRED`;
  return `CREATE ${kind} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION crash_gate('${lock}')`;
};

/** Holds whoever comes to a step, so that its process can be killed right there. */
export class Gates<Step extends string> {
  /** Connections that hold a lock each. */
  private readonly holders = new Map<number, pg.PoolClient>();

  private constructor(
    private readonly steps: readonly string[],
    private readonly database: pg.Pool,
  ) {}

  /** Puts gates into the tables of a database. */
  static async open<Step extends string>(
    gates: GateTable<Step>,
    database: pg.Pool,
  ): Promise<Gates<Step>> {
    await database.query(SET_UP);
    const steps = Object.keys(gates);
    for (const [step, gate] of Object.entries<Gate>(gates))
      for (const moment of MOMENTS)
        await database.query(trigger(gate, lockOf(steps, step, moment), moment));
    return new Gates<Step>(steps, database);
  }

  async close(step: Step, moment: Moment): Promise<void> {
    const lock = lockOf(this.steps, step, moment);
    const holder = await this.database.connect();
    this.holders.set(lock, holder);
    await holder.query('SELECT pg_advisory_lock($1)', [lock]);
    await this.database.query('INSERT INTO crash_gates VALUES ($1)', [lock]);
  }

  /** Resolves once somebody stands before it. @throws the reason of `signal` */
  async reached(step: Step, moment: Moment, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { rowCount } = await this.database.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
        [lockOf(this.steps, step, moment)],
      );
      if ((rowCount ?? 0) > 0) return;
      await sleep(LOOK_EVERY, undefined, { signal });
    }
  }

  /** Lets everybody go on. */
  async release(step: Step, moment: Moment): Promise<void> {
    const lock = lockOf(this.steps, step, moment);
    await this.database.query('DELETE FROM crash_gates WHERE lock = $1', [lock]);
    const holder = this.holders.get(lock)!;
    this.holders.delete(lock);
    await holder.query('SELECT pg_advisory_unlock($1)', [lock]);
    holder.release();
  }

  end(): void {
    for (const holder of this.holders.values()) holder.release(true);
  }
}
