import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { z } from 'zod';
import { settings } from '../src/config.js';
import { buildDocument } from '../src/openapi/document.js';
import { catalogue } from '../src/catalogue.js';
import { CHANNELS } from '../src/store/channels.js';
import { TABLES } from '../src/tables.js';

// `npm run docs`: writes what is generated. `.ci/run` fails when it is stale.

const HEAD = `# Configuration

Settings come from the environment alone. Every default lets \`npm start\` work on a laptop.
This page is written by \`npm run docs\`.

| Variable | Default | Meaning |
| --- | --- | --- |
`;

interface Printed {
  readonly description?: string;
  readonly default?: string | number | readonly string[];
}

function configurationPage(): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties as Record<string, Printed>).map(
    ([name, { description = '', default: value }]) =>
      `| \`${name}\` | ${printedDefault(value)} | ${description.replaceAll('|', '\\|')} |`,
  );
  return `${HEAD}${rows.join('\n')}\n`;
}

function printedDefault(value: Printed['default'] = ''): string {
  const text = String(value);
  return text === '' ? '' : `\`${text}\``;
}

/** Puts `text` between the comments of an area in docs/architecture.md. */
async function writeArea(area: string, text: string): Promise<void> {
  const path = 'docs/architecture.md';
  const between = new RegExp(`(<!-- ${area}: .*-->\\n)[^]*(<!-- ${area} end -->)`);
  const page = (await readFile(path, 'utf8')).replace(
    between,
    (_all, start: string, end: string) => `${start}\n${text}\n\n${end}`,
  );
  await writeFile(path, await format(page, { parser: 'markdown', printWidth: 100 }));
}

const rowsOfTables = TABLES.map(({ table, holds }) => `| \`${table}\` | ${holds} |`);
await writeArea('tables', ['| Table | Holds |', '| --- | --- |', ...rowsOfTables].join('\n'));

const rowsOfChannels = Object.entries(CHANNELS).map(
  ([name, { carries, sentWhen, heardBy }]) =>
    `| \`${name}\` | ${carries} | ${sentWhen} | ${heardBy} |`,
);
const headOfChannels = [
  '| Channel | Carries | Sent when | Heard by |',
  '| --- | --- | --- | --- |',
];
await writeArea('channels', [...headOfChannels, ...rowsOfChannels].join('\n'));

const page = await format(configurationPage(), { parser: 'markdown', printWidth: 100 });
await writeFile('docs/configuration.md', page);
const document = buildDocument(catalogue, 'http://127.0.0.1:3000');
await writeFile('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
