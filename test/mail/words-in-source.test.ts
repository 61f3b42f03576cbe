import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FOLDER = fileURLToPath(new URL('../../src/mail/', import.meta.url));

/** Letters that are signs: of dates and times in Chinese, Japanese and Korean, of currencies, before a number. */
const SIGNS = new Set('年년月월日일号號时時点點시分분間间간円元원第期回호ºµ');

/** What is about letters, not about words. */
const OF_LETTERS: ReadonlySet<string> = new Set([
  'codes/code-tokens.ts', // where a code ends and letters go on
  'mime/charset.ts', // the table of windows-1252
  'text/composed-names.ts', // prefixes of one letter
  'text/digits.ts', // letters as wide as ideographs
  'text/fold.ts', // which letters count as the same
  'text/hidden.ts', // invisible characters between letters
  'text/language.ts', // characters that tell simplified from traditional Chinese
  'topic/features-of-sender.ts', // an example in another script
  'topic/sender-role.ts', // how letters are written in Latin ones
]);

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort();

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

/** Tables show with an example what a feature or a role means. */
const isShown = ({ parent }: ts.Node) =>
  ts.isPropertyAssignment(parent) &&
  (/^(?:says|example)$/.test(parent.name.getText()) ||
    parent.getSourceFile().fileName.endsWith('roles.ts'));

const wordsIn = (text: string) =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) =>
    [...word].some((letter) => letter > '\x7f' && !SIGNS.has(letter)),
  );

function wordsOf(file: string): string[] {
  const source = readFileSync(`${FOLDER}${file}`, 'utf8');
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isText(node) && !isShown(node)) found.push(...wordsIn(node.getText()));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.map((word) => `${file}: ${word}`);
}

describe('the source of src/mail', () => {
  it('has no word of a language: those stand in lexicon/*.tsv', () => {
    expect(files.filter((file) => !OF_LETTERS.has(file)).flatMap(wordsOf)).toEqual([]);
  });
});
