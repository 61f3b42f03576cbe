import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { digestOf, RAN, THERE_ARE } from '../ran/digest.js';
import type { FoundStatement } from './statements-of.js';

const run = promisify(execFile);

let test: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test.drop();
});

/** All statements of `src`. */
async function foundStatements(): Promise<readonly FoundStatement[]> {
  const program = 'dist/test/store/list-statements.js';
  const { stdout } = await run(process.execPath, [program], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as FoundStatement[];
}

/** Why Postgres does not take a statement; null when it does. */
async function refusalOf({ file, name, text }: FoundStatement): Promise<string | null> {
  try {
    await client.query(`PREPARE looked_at AS ${text}`);
    await client.query('DEALLOCATE looked_at');
    return null;
  } catch (error) {
    return `${file}, ${name}: ${String(error)}`;
  }
}

/** For `npm run statements`, which compares them with those that were run. */
function tellOf(found: readonly FoundStatement[]): void {
  const folder = process.env[RAN];
  if (folder === undefined) return;
  const lines = found
    .filter(({ isPart }) => !isPart)
    .map(({ file, name, text }) => `${digestOf(text)}\t${relative('.', file)}: ${name}\n`);
  writeFileSync(join(folder, THERE_ARE), lines.join(''));
}

it('statements are such that Postgres takes them', async () => {
  const found = await foundStatements();
  tellOf(found);
  expect(found.length).toBeGreaterThan(250);
  const refusals: string[] = [];
  for (const one of found) {
    const refusal = await refusalOf(one);
    if (refusal !== null && !one.isPart) refusals.push(refusal);
  }
  expect(refusals).toEqual([]);
});
