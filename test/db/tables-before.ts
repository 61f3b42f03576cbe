import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { createTestDatabase } from '../support/database.js';

const FOLDER = 'src/db/migrations';

/** Tables as they were before a migration. */
export interface TablesBefore {
  readonly client: pg.Client;
  /** Runs the migration, or one after it. */
  migrate(file?: string): Promise<void>;
  drop(): Promise<void>;
}

/** Makes them, beside those of a test database. */
export async function tablesBefore(migration: string): Promise<TablesBefore> {
  const test = await createTestDatabase();
  const client = new pg.Client(test.url);
  await client.connect();
  await client.query('CREATE SCHEMA before');
  await client.query('SET search_path = before, public');
  const run = async (file: string) => {
    await client.query(readFileSync(`${FOLDER}/${file}`, 'utf8'));
  };
  const files = readdirSync(FOLDER).filter((file) => /^\d/.test(file) && file < migration);
  for (const file of files.sort()) await run(file);
  return {
    client,
    migrate: (file = migration) => run(file),
    async drop() {
      await client.end();
      await test.drop();
    },
  };
}
