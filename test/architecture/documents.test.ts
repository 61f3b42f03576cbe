import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const ROOTS = ['src', 'workflows', 'activities', 'workers', 'scripts', 'bench', 'lint', 'test'];

const under = (root: string) => readdirSync(root, { recursive: true, withFileTypes: true });
const pagesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

const files = ROOTS.flatMap(under)
  .filter((entry) => entry.isFile() && /\.(ts|mjs|cjs)$/.test(entry.name))
  .map(({ parentPath, name }) => `${parentPath}/${name}`);
// What was, stays as it was called.
const pages = [...pagesIn('.'), ...pagesIn('docs')].filter((page) => page !== './CHANGELOG.md');

/** The folders of src/, however deep, and the other ones that code stands in. */
const folders = under('src')
  .filter((entry) => entry.isDirectory())
  .map(({ parentPath, name }) => `${parentPath}/${name}`)
  // A resource draws itself; what it has inside is its own.
  .filter((folder) => !/^src\/resources\/[^/]+\//.test(folder))
  .concat(ROOTS);

const isName = (word: string) => /^[\w.-]+(\/|\.ts)$/.test(word);

/** What the picture names: indentation says what stands in what, names come before words. */
function drawn(picture: readonly string[]): string[] {
  const above: string[] = [];
  return picture.flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const end = words.findIndex((word) => !isName(word));
    const names = words.slice(0, end < 0 ? words.length : end);
    const depth = line.search(/\S/) / 2;
    if (names.length === 0 || !Number.isInteger(depth)) return [];
    const paths = names.map((name) => above.slice(0, depth).join('') + name);
    above[depth] = names[0]!;
    return paths;
  });
}

describe('the tree in docs/architecture.md', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const named = drawn(/## The tree\n\n```\n(.*?)\n```/s.exec(text)![1]!.split('\n'));

  it('names each folder, and none that is not there', () => {
    const drawnFolders = named
      .filter((path) => path.endsWith('/'))
      .map((path) => path.slice(0, -1));
    expect(drawnFolders.sort()).toEqual([...folders].sort());
  });

  it('names files that are there', () => {
    const drawnFiles = named.filter((path) => path.endsWith('.ts'));
    expect(drawnFiles.filter((path) => !files.includes(path))).toEqual([]);
  });
});

describe('the documents', () => {
  const rooted = [...files, ...readdirSync('.')].map((file) => `/${file}`);

  it.each(pages)('%s names files that are there', (page) => {
    const names = [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.(?:ts|mjs|cjs))`/g)];
    const missing = names
      .map(([, name]) => name!)
      .filter((name) => !rooted.some((file) => file.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  });
});

describe('what comments cite', () => {
  const headings = readFileSync('docs/interface.md', 'utf8')
    .split('\n')
    .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? []);

  it('are headings of docs/interface.md', () => {
    const cited = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/docs\/interface\.md, ([A-Z][A-Za-z ]*)/g)].map(
        ([, heading]) => ({ file, heading: heading!.trim() }),
      ),
    );
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter(({ heading }) => !headings.includes(heading))).toEqual([]);
  });
});
