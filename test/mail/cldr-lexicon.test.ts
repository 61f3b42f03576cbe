import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readCldr } from '../../scripts/lexicon-cldr.js';
import { spellOut } from '../../scripts/lexicon-spell-out.js';
import { readCldrLexicon } from '../../src/mail/times/cldr.js';

describe('lexicon/cldr.json', () => {
  it('is what "npm run lexicon" makes of the packages', () => {
    expect(readCldr()).toEqual(readCldrLexicon());
  });

  it('has units and months of 90 languages at least, number words of 60, and says whose they are', () => {
    const { license, languages } = readCldrLexicon();
    const all = Object.values(languages);

    expect(license).toBe('Unicode-3.0');
    expect(all.length).toBeGreaterThanOrEqual(90);
    expect(all.filter(({ minute, months }) => minute && months).length).toBeGreaterThanOrEqual(90);
    expect(all.filter(({ numbers }) => numbers !== '').length).toBeGreaterThanOrEqual(60);
  });
});

describe('a lexicon file', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const WHOLE = JSON.stringify(readCldrLexicon());
  const read = (text: string) => {
    writeFileSync(join(folder, 'cldr.json'), text);
    return readCldrLexicon(pathToFileURL(`${folder}/`));
  };

  it('is read as it was written', () => {
    expect(read(WHOLE)).toEqual(readCldrLexicon());
  });

  it.each([
    ['cut short', WHOLE.slice(0, -20), 'lexicon/cldr.json is cut short'],
    ['empty', '', 'lexicon/cldr.json is cut short'],
    ['of another version', '{"version":"1.0.0"}', 'lexicon/cldr.json has version 1.0.0'],
    ['without languages', '{"version":"48.2.0"}', 'lexicon/cldr.json is not complete'],
    [
      'without a role',
      '{"version":"48.2.0","languages":{"et":{"minute":"minut*"}}}',
      'lexicon/cldr.json is not complete',
    ],
  ])('that is %s is refused by its name', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('that is missing is refused by its name', () => {
    expect(() => readCldrLexicon(pathToFileURL(`${folder}/`))).toThrow(
      'lexicon/cldr.json cannot be read',
    );
  });
});

describe('spellOut', () => {
  const RULES = {
    '%spellout-cardinal': [
      ['0', 'none;'],
      ['1', 'one;'],
      ['2', 'two;'],
      ['3', '=%%others=;'],
      ['10', 'ten;'],
      ['20', '←%%tens←ty[-→→];'],
      ['100', '=#,##0=;'],
    ],
    '%%others': [['3', 'th\u00adree;']],
    '%%tens': [['2', 'twen;']],
    '%spellout-ordinal': [['0', 'th;']],
  } as const;

  it.each([
    [2, ['two']],
    [3, ['three']],
    [20, ['twenty']],
    [21, ['twenty-one']],
    [100, []],
  ])('writes %d as its rules say', (value, words) => {
    expect(spellOut(RULES, value)).toEqual(words);
  });
});
