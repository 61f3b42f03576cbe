import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { z } from 'zod';
import { settings } from '../src/config.js';
import { buildDocument } from '../src/openapi/document.js';
import { catalogue } from '../src/catalogue.js';

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

const page = await format(configurationPage(), { parser: 'markdown', printWidth: 100 });
await writeFile('docs/configuration.md', page);
const document = buildDocument(catalogue, 'http://127.0.0.1:3000');
await writeFile('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
