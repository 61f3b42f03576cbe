import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { Database } from '../../src/db/database.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { QUICK } from '../embedded/settings.js';

/** A cluster of its own, with nothing in it but what was restored there. */
export interface RestoredCluster {
  readonly url: string;
  remove(): Promise<void>;
}

/**
 * Restores what a database holds into a new cluster. The embedded Postgres comes without `pg_dump`, so this
 * does what a dump of it does: tables made anew, all rows as they are, sequences, and the one function that
 * is not as the migrations make it.
 */
export async function restoreElsewhere(from: string): Promise<RestoredCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'restante-e2e-'));
  await chmod(dataDir, 0o711);
  const log = pino({ level: 'silent' });
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings: QUICK });
  await makeTables(url);
  await copyRows(from, url);
  return {
    url,
    async remove() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeTables(url: string): Promise<void> {
  const options = { url, poolSize: 2, queryTimeout: 60_000, entities: [] };
  const database = await Database.open(options);
  await database.migrate();
  await database.close();
}

const TABLES = `
SELECT format('%I', c.relname) AS name, string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum) AS columns,
  string_agg(format('(r).%I', a.attname), ', ' ORDER BY a.attnum) AS values
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
  AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
GROUP BY c.relname`;

const SEQUENCES = `
SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`;

async function copyRows(from: string, to: string): Promise<void> {
  const [source, target] = [new pg.Client(from), new pg.Client(to)];
  await Promise.all([source.connect(), target.connect()]);
  // In whatever order: what they refer to comes along.
  await target.query('SET session_replication_role = replica');
  const { rows: tables } =
    await source.query<Record<'name' | 'columns' | 'values', string>>(TABLES);
  for (const { name, columns, values } of tables) {
    const { rows } = await source.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    await target.query(`DELETE FROM ${name}`);
    await target.query(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${values} FROM (SELECT unnest($1::text[])::${name} AS r) AS rows`,
      [rows.map(({ row }) => row)],
    );
  }
  const { rows: sequences } = await source.query<{ name: string; value: string }>(SEQUENCES);
  for (const { name, value } of sequences)
    await target.query('SELECT setval($1, $2)', [name, value]);
  const { rows } = await source.query<{ text: string }>(
    `SELECT pg_get_functiondef('xid_offset'::regproc) AS text`,
  );
  await target.query(rows[0]!.text);
  await Promise.all([source.end(), target.end()]);
}
