import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import { findTerms } from '../../src/mail/text/lexicon.js';
import { OLD_PHRASES, type OldPhrase } from '../corpus/old-phrases.js';

/** How many names are put into a mail each: one in so many. */
const EVERY = 5;

/** Names of numbers, and whether these are codes. */
const NAMES: Readonly<Record<string, boolean>> = { code: true, otherCode: false, number: false };

describe('phrases that are in no list any more', () => {
  it('are still terms of their roles', () => {
    const lost = OLD_PHRASES.filter(({ role, text }) =>
      findTerms(text).every(({ term }) => term.kind !== role),
    );

    expect(lost).toEqual([]);
  });

  it('still name codes, and other numbers', () => {
    const wrong: OldPhrase[] = [];
    const names = OLD_PHRASES.filter(({ role }) => role in NAMES);
    for (const name of names.filter((_, i) => i % EVERY === 0))
      if (hasCode(name.text) !== NAMES[name.role]) wrong.push(name);

    expect(wrong).toEqual([]);
  });
});

function hasCode(name: string): boolean {
  const mail = [
    'From: Northwind <no-reply@northwind.example>',
    'Subject: Northwind',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${name}:</p><p><b>482917</b></p>`,
  ];
  const { otpCodes } = analyse(Buffer.from(mail.join('\r\n')), {
    receivedAt: new Date('2026-11-20T10:00:03Z'),
  });
  return otpCodes.length > 0;
}
