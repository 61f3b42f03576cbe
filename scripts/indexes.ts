import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';

// Files each of which adds one thing to what there is: an index names them, and nothing else.

interface Index {
  readonly index: string;
  /** The files that may add something. */
  readonly files: () => Promise<readonly string[]>;
  /** What a file of that name adds. */
  readonly added: (name: string) => RegExp;
}

const camelCase = (name: string) =>
  name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`);

const INDEXES: readonly Index[] = [
  // The worker bundles this one: what it exports is a workflow.
  {
    index: 'workflows/index.ts',
    files: () => filesIn('workflows'),
    added: (name) => RegExp(`^export async function (${camelCase(name)})\\(`, 'm'),
  },
  {
    index: 'activities/groups.ts',
    files: () => filesIn('activities'),
    added: () => /^export (?:const|function) (\w+Activities)\b/m,
  },
  {
    index: 'src/composition/entities.ts',
    files: () => filesIn('src/resources'),
    added: (name) => (name === 'entities' ? /^export class (\w+Entity)\b/m : /$^/),
  },
];

/** Writes the indexes. */
export async function writeIndexes(): Promise<void> {
  await Promise.all(INDEXES.map(writeIndex));
}

async function writeIndex({ index, files, added }: Index): Promise<void> {
  const sources = (await files()).filter((file) => /(?<!\/index)\.ts$/.test(file)).sort();
  const lines = sources.map(async (file) => {
    const [, found] = added(basename(file, '.ts')).exec(await readFile(file, 'utf8')) ?? [];
    const path = relative(dirname(index), file).replace(/^(?!\.)/, './');
    return found ? `export { ${found} } from '${path.replace(/ts$/, 'js')}';\n` : '';
  });
  const text = `// Written by \`npm run docs\`.\n${(await Promise.all(lines)).join('')}`;
  await writeFile(index, text);
}
