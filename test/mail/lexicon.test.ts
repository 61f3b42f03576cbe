import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lexiconFile } from '../../scripts/lexicon-build.js';
import { problemsOf } from '../../scripts/lexicon-check.js';
import { packLexicon } from '../../scripts/lexicon-pack.js';
import { rowsOf, type LexiconLanguage } from '../../scripts/lexicon-rows.js';
import { HASH_FIELDS, readLexiconFile } from '../../src/mail/words/lexicon-file.js';

const FOLDER = new URL('../../lexicon/', import.meta.url);
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.tsv'));
const text = (...lines: string[]) => ['role\tentry\texample', ...lines, ''].join('\n');

describe('lexicon/*.tsv', () => {
  it.each(names)('%s has nothing that "npm run lexicon" refuses', (name) => {
    const words = readFileSync(new URL(name, FOLDER), 'utf8');

    expect(problemsOf(name.slice(0, -'.tsv'.length), words)).toEqual([]);
  });

  it.each([
    ['an unknown role', 'colour\tpunane', 'unknown role "colour"'],
    ['an unknown zone', 'zone.Europe/Tartu\ttartu aeg', 'unknown role "zone.Europe/Tartu"'],
    ['an entry without a word', 'code\t*', 'an entry is empty'],
    ['a number word without its number', 'numeral\tkümme', '"kümme" says no number'],
    ['an example that lacks its entry', 'code\tkood\tTere!', 'the example lacks "kood"'],
  ])('with %s is refused by the place of it', (_, line, problem) => {
    const [found] = problemsOf('et', text('code\tparool', line));

    expect(found).toContain('lexicon/et.tsv:3: ');
    expect(found).toContain(problem);
  });

  it('with a word that is there twice, or that contradicts itself, is refused', () => {
    const words = text('code\tkood', 'code\tkood', 'number\tkood');

    expect(problemsOf('et', words)).toEqual([
      'lexicon/et.tsv:3: "kood" is there twice as code',
      'lexicon/et.tsv:4: "kood" is code and number',
    ]);
  });
});

describe('a packed lexicon', () => {
  const ESTONIAN: LexiconLanguage = {
    language: 'et',
    rows: rowsOf(text('code\tkinnituskood*', 'number\ttellimuse number', 'numeral\tkümme=10')),
  };
  const whole = () => lexiconFile(packLexicon([ESTONIAN]), new Uint8Array(4 * HASH_FIELDS));
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const read = (bytes: Uint8Array) => {
    const path = join(folder, 'lexicon.bin');
    writeFileSync(path, bytes);
    return readLexiconFile(path);
  };

  it('is read as it was written, the same words giving the same bytes', () => {
    expect(Buffer.from(read(whole()))).toEqual(Buffer.from(whole()));
  });

  const withVersion = (version: number) => {
    const bytes = whole();
    new Int32Array(bytes.buffer, 0, 2)[1] = version;
    return bytes;
  };

  it.each([
    ['empty', () => new Uint8Array(), 'lexicon.bin is cut short or no lexicon'],
    ['another file', () => Buffer.alloc(4096, 'x'), 'lexicon.bin is cut short or no lexicon'],
    ['cut short', () => whole().subarray(0, -8), 'lexicon.bin is cut short'],
    ['of another version', () => withVersion(99), 'lexicon.bin has version 99, wanted is 3'],
  ])('that is %s is refused by its name', (_, bytes, message) => {
    expect(() => read(bytes())).toThrow(message);
  });

  it('that is missing is refused by its name', () => {
    expect(() => readLexiconFile(join(folder, 'none'))).toThrow('lexicon.bin cannot be read');
  });
});
