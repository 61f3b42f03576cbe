import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import { findTerms } from '../../src/mail/text/lexicon.js';

/** What word lists once had as phrases, and now read by a part of it: language, role, phrases. */
const OLD = readFileSync(new URL('../corpus/old-phrases.tsv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .flatMap((line) => {
    const [language = '', role = '', phrases = ''] = line.split('\t');
    return phrases.split(', ').map((entry) => [language, role, entry.replace('*', '')] as const);
  });

/** Names of numbers, and whether these are codes. */
const NAMES: Readonly<Record<string, boolean>> = { code: true, otherCode: false, number: false };

describe('phrases that are in no list any more', () => {
  it('are still terms of their roles', () => {
    const lost = OLD.filter(([, role, text]) =>
      findTerms(text).every(({ term }) => term.kind !== role),
    );

    expect(lost).toEqual([]);
  });

  it('still name codes, and other numbers', async () => {
    const wrong: (readonly string[])[] = [];
    for (const [language, role, text] of OLD)
      if (role in NAMES && (await hasCode(text)) !== NAMES[role])
        wrong.push([language, role, text]);

    expect(wrong).toEqual([]);
  });
});

async function hasCode(name: string): Promise<boolean> {
  const mail = [
    'From: Northwind <no-reply@northwind.example>',
    'Subject: Northwind',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${name}:</p><p><b>482917</b></p>`,
  ];
  const { otpCodes } = await analyse(Buffer.from(mail.join('\r\n')), {
    receivedAt: new Date('2026-11-20T10:00:03Z'),
  });
  return otpCodes.length > 0;
}
