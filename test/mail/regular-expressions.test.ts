import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkSync } from 'recheck';
import ts from 'typescript';

const FOLDER = fileURLToPath(new URL('../../src/mail/', import.meta.url));

interface Expression {
  /** File and line. */
  readonly place: string;
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * Polynomial in the length of what they are given, or too entangled to be checked: whoever calls
 * them cuts that to a length at which it does not matter.
 */
const BOUNDED: readonly { file: string; begins: string; because: string }[] = [
  {
    file: 'codes/code-surroundings.ts',
    begins: '(?:[*•●',
    because: 'eight characters before a code',
  },
  { file: 'text/language.ts', begins: '\\bhttps?', because: 'the sample that tells the language' },
];

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .sort();

const treeOf = (file: string) =>
  ts.createSourceFile(file, readFileSync(`${FOLDER}${file}`, 'utf8'), ts.ScriptTarget.Latest, true);

function nodesOf<T extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node) => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function literalsOf(file: string): Expression[] {
  const tree = treeOf(file);
  return nodesOf(tree, ts.isRegularExpressionLiteral).map((node) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    const end = node.text.lastIndexOf('/');
    const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
    return { place: `${file}:${line + 1}`, file, source, flags };
  });
}

const isConstructed = (node: ts.Node): node is ts.NewExpression =>
  ts.isNewExpression(node) && node.expression.getText() === 'RegExp';

/** Where the module that is being loaded stands in a stack. */
const MODULE = /\/src\/mail\/(?<name>[^):]+\.ts)/;

/** Modules put some expressions together when they are loaded: that is watched. */
async function constructedBy(modules: readonly string[]): Promise<Expression[]> {
  const found: Expression[] = [];
  const Original = globalThis.RegExp;
  class Watched extends Original {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      const file = Original.prototype.exec.call(MODULE, new Error().stack ?? '')?.groups?.['name'];
      if (file !== undefined)
        found.push({ place: file, file, source: this.source, flags: this.flags });
    }
  }
  globalThis.RegExp = Watched as unknown as RegExpConstructor; // It has all that modules use of it.
  try {
    for (const file of modules) await import(`../../src/mail/${file.replace(/\.ts$/, '.js')}`);
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

const isBounded = ({ file, source }: Expression) =>
  BOUNDED.some((row) => row.file === file && source.startsWith(row.begins));

/** Milliseconds for all of an expression; attacks are judged by their steps alone, however busy the machine is. */
const LIMITS = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: null,
} as const;

/** What is wrong with expressions, one line each. */
const problemsOf = (expressions: readonly Expression[]) =>
  expressions
    .filter((expression) => !isBounded(expression))
    .flatMap(({ place, source, flags }) => {
      const found = checkSync(source, flags, LIMITS);
      if (found.status === 'safe') return [];
      const what = found.status === 'vulnerable' ? found.complexity.summary : found.status;
      return [`${place} ${what}: ${source}`];
    });

describe('the regular expressions of src/mail', () => {
  it('take a time that grows with the length of a text only', () => {
    const literals = files.flatMap(literalsOf);

    expect(literals.length).toBeGreaterThan(100);
    expect(problemsOf(literals)).toEqual([]);
  }, 240_000);

  it('do so too when they are put together from words', async () => {
    const counts = files
      .map((file) => [file, nodesOf(treeOf(file), isConstructed).length] as const)
      .filter(([, count]) => count > 0);
    const constructed = await constructedBy(counts.map(([file]) => file));

    // One that a function constructs is not seen here: write it where the module is loaded.
    expect(
      counts.map(([file]) => [file, constructed.filter((one) => one.file === file).length]),
    ).toEqual(counts);
    expect(problemsOf(constructed)).toEqual([]);
  }, 240_000);

  it('are named in the table of bounded ones only when they are there', () => {
    const known = files.flatMap(literalsOf).filter(isBounded);

    expect(known).toHaveLength(BOUNDED.length);
  });
});
