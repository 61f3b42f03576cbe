import { readdir, readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { z } from 'zod';
import { settings } from '../src/config.js';
import { toolsPage } from '../src/mcp/tools/page.js';
import { buildDocument } from '../src/openapi/document.js';
import { catalogue, TABLES } from '../src/catalogue.js';
import { CHANNELS } from '../src/store/channels.js';
import { writeIndexes } from './indexes.js';

// `npm run docs`: writes what is generated. `.ci/run` fails when it is stale.

const HEAD = `# Configuration

Settings come from the environment alone. Every default lets \`npm start\` work on a laptop.
This page is written by \`npm run docs\`.

| Variable | Default | Meaning |
| --- | --- | --- |
`;

interface PrintedSetting {
  readonly description?: string;
  readonly default?: string | number | readonly string[];
}

function configurationPage(): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties as Record<string, PrintedSetting>).map(
    ([name, { description = '', default: value }]) =>
      `| \`${name}\` | ${printedDefault(value)} | ${description.replaceAll('|', '\\|')} |`,
  );
  return `${HEAD}${rows.join('\n')}\n`;
}

function printedDefault(value: PrintedSetting['default'] = ''): string {
  const text = String(value);
  return text === '' ? '' : `\`${text}\``;
}

/** Puts `text` between what `before` and `after` match in docs/architecture.md. */
async function writeBetween(before: string, text: string, after: string): Promise<void> {
  const path = 'docs/architecture.md';
  const page = (await readFile(path, 'utf8')).replace(
    RegExp(`(${before}\\n)[^]*?(${after})`),
    (_all, start: string, end: string) => start + text + end,
  );
  await writeFile(path, await format(page, { parser: 'markdown', printWidth: 100 }));
}

const writeArea = (area: string, text: string) =>
  writeBetween(`<!-- ${area}: .*-->`, `\n${text}\n\n`, `<!-- ${area} end -->`);

const ABOUT =
  /\/\*\* (?:Tables of )?(.+)\. \*\/\nexport (?:const \w+(?:Operations|Tables)|class \w+Service)\b/;

// Where a resource says what it is about: above its operations or, where it has none, its tables or its service.
const SAYS_SO = ['operations.ts', 'tables.ts', 'service.ts'];

async function lineOfTree(resource: string): Promise<string> {
  const files = await readdir(`src/resources/${resource}`);
  const file = SAYS_SO.find((name) => files.includes(name));
  const text = await readFile(`src/resources/${resource}/${file}`, 'utf8');
  const [, about = ''] = ABOUT.exec(text) ?? [];
  const words = /^[A-Z]{2}/.test(about) ? about : about.charAt(0).toLowerCase() + about.slice(1);
  return `    ${`${resource}/`.padEnd(20)}${words}\n`;
}

const resources = (await readdir('src/resources')).sort();
const lines = await Promise.all(resources.map(lineOfTree));
await writeBetween('  resources/.*', lines.join(''), '\\n  \\S');

await writeIndexes();

const rowsOfTables = TABLES.map(
  ({ table, ids = [], holds }) =>
    `| \`${table}\` | ${ids.map((id) => `\`${id}_\``).join(', ')} | ${holds} |`,
);
const headOfTables = ['| Table | Ids | Holds |', '| --- | --- | --- |'];
await writeArea('tables', [...headOfTables, ...rowsOfTables].join('\n'));

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
await writeFile(
  'docs/mcp-tools.md',
  await format(toolsPage(catalogue), { parser: 'markdown', printWidth: 100 }),
);
const document = buildDocument(catalogue, 'http://127.0.0.1:3000');
await writeFile('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
