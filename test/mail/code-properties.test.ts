import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entriesOf, readLexicon, type LexiconLanguage } from '../../scripts/lexicon-rows.js';
import { analyse } from '../../src/mail/reading/analyse.js';
import type { TermKind } from '../../src/mail/words/roles.js';
import { oldPhrases } from '../corpus/old-phrases.js';

// The same mails in each run; what they found once stays found.
const RUNS = { seed: 20_261_121, numRuns: 40 };
const RECEIVED_AT = new Date('2026-11-20T10:00:00Z');

interface Layout {
  readonly type: 'plain' | 'html';
  readonly body: (name: string, code: string) => string;
}

const cells = (code: string) => [...code].map((digit) => `<td class="d">${digit}</td>`).join('');

const LAYOUTS: readonly Layout[] = [
  { type: 'plain', body: (name, code) => `${name}: ${code}\r\n` },
  { type: 'plain', body: (name, code) => `${name}:\r\n\r\n    ${code}\r\n` },
  {
    type: 'plain',
    body: (name, code) => `${name}\r\n\r\n${code.slice(0, 3)} ${code.slice(3)}\r\n`,
  },
  { type: 'html', body: (name, code) => `<p>${name}</p><h1>${code}</h1>` },
  { type: 'html', body: (name, code) => `<div>${name}: <b>${code}</b></div>` },
  { type: 'html', body: (name, code) => `<p>${name}</p><table><tr>${cells(code)}</tr></table>` },
  {
    type: 'html',
    body: (name, code) => `<table><tr><td>${name}</td><td>${code}</td></tr></table>`,
  },
  { type: 'html', body: (name, code) => `<h2>${code}</h2><p>${name}</p>` },
];

/** Names as a mail prints them; of a stem, the stem alone. */
const namesOf = (language: LexiconLanguage, kind: TermKind) =>
  entriesOf(language, kind)
    .filter((term) => !term.includes('='))
    .map((term) => term.replace('*', ''));

/** Those of codes, with what is read by its parts. */
const codeNames = (words: LexiconLanguage) => [
  ...namesOf(words, 'code'),
  ...oldPhrases(words.language, 'code'),
];

const mailOf = (subject: string, { type, body }: Layout, name: string, number: string) =>
  Buffer.from(
    [
      'From: Northwind <no-reply@northwind.example>',
      `Subject: ${subject}`,
      `Content-Type: text/${type}; charset=utf-8`,
      'Date: Fri, 20 Nov 2026 10:00:00 +0000',
      '',
      body(name, number),
    ].join('\r\n'),
  );

// No year, no date, nothing that repeats one digit.
const sixDigits = fc
  .integer({ min: 210_000, max: 999_999 })
  .map(String)
  .filter((digits) => new Set(digits).size > 2);

const layout = fc.constantFrom(...LAYOUTS);

const WITH_CODES = readLexicon().filter((language) => codeNames(language).length > 0);

describe.each(WITH_CODES.map((words) => [words.language, words] as const))('in %s', (_, words) => {
  it('a number that is called a code is found in any layout', () => {
    const names = fc.constantFrom(...codeNames(words));
    fc.assert(
      fc.property(names, layout, sixDigits, (name, form, code) => {
        const raw = mailOf('Northwind', form, name, code);
        const { otpCodes } = analyse(raw, { receivedAt: RECEIVED_AT });
        expect(otpCodes[0]).toBe(code);
      }),
      RUNS,
    );
  });

  it('a number of an order, an invoice or a customer is no code in any layout', () => {
    const listed = namesOf(words, 'number');
    // The beginnings of a list name codes only.
    if (listed.length === 0) return;
    const names = fc.constantFrom(...listed);
    fc.assert(
      fc.property(names, layout, sixDigits, (name, form, number) => {
        const raw = mailOf('Northwind', form, name, number);
        const { otpCodes } = analyse(raw, { receivedAt: RECEIVED_AT });
        expect(otpCodes).toEqual([]);
      }),
      RUNS,
    );
  });
});
