import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readCldr } from '../../scripts/lexicon-cldr.js';
import { readCldrLexicon } from '../../scripts/lexicon-cldr-file.js';
import { spellOut } from '../../scripts/lexicon-spell-out.js';

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
  it('of another version is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
    writeFileSync(join(folder, 'cldr.json'), '{"version":"1.0.0"}');

    expect(() => readCldrLexicon(pathToFileURL(`${folder}/`))).toThrow(
      'lexicon/cldr.json has version 1.0.0',
    );
    rmSync(folder, { recursive: true });
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
