// Prints all statements of `src` as JSON. A program of its own: it loads each module a second time, which the
// modules of Jest are not made for.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { statementsOf, type FoundStatement } from './statements-of.js';

// Entries run when they are loaded; migrations are statements of tables that are not there any more.
const LEFT_OUT = /^(main\.ts|operator\/|db\/migrations\/)/;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !LEFT_OUT.test(file))
  .map((file) => resolve('src', file));

const found: FoundStatement[] = [];
for (const file of sources) found.push(...(await statementsOf(file)));
process.stdout.write(JSON.stringify(found), () => process.exit(0));
