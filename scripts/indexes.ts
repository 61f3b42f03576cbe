import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

// Folders in which a file adds one thing to what there is: their index names it, and nothing else.

interface Index {
  readonly folder: string;
  readonly index: string;
  /** What a file of that name adds. */
  readonly added: (name: string) => RegExp;
}

const camelCase = (name: string) =>
  name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());

const INDEXES: readonly Index[] = [
  // The worker bundles this one: what it exports is a workflow.
  {
    folder: 'workflows',
    index: 'index',
    added: (name) => RegExp(`^export async function (${camelCase(name)})\\(`, 'm'),
  },
  {
    folder: 'activities',
    index: 'groups',
    added: () => /^export (?:const|function) (\w+Activities)\b/m,
  },
];

/** Writes the indexes of those folders. */
export async function writeIndexes(): Promise<void> {
  await Promise.all(INDEXES.map(writeIndex));
}

async function writeIndex({ folder, index, added }: Index): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file !== 'index.ts');
  const names = files.map((file) => basename(file, '.ts')).sort();
  const lines = names.map(async (name) => {
    const [, found] = added(name).exec(await readFile(`${folder}/${name}.ts`, 'utf8')) ?? [];
    return found ? `export { ${found} } from './${name}.js';\n` : '';
  });
  const text = `// Written by \`npm run docs\`.\n${(await Promise.all(lines)).join('')}`;
  await writeFile(`${folder}/${index}.ts`, text);
}
