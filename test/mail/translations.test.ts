import { expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import { translations, type CodeWords } from '../corpus/translations.js';

const CODE = '482913';
const WORDS = await translations();

/** What share of the mails has to be read right. */
const LEAST = 0.97;

interface Said {
  readonly subject: string;
  readonly body: string;
  readonly isHtml?: boolean;
}

const WITH_CODE: Readonly<Record<string, (words: CodeWords) => Said>> = {
  'behind its name': ({ title, sentence, name, resend }) => ({
    subject: title,
    body: `${sentence}\n\n${name}: ${CODE}\n\n${resend}\n`,
  }),
  'on a line of its own': ({ title, sentence, resend }) => ({
    subject: title,
    body: `${sentence}\n\n${CODE}\n\n${resend}\n`,
  }),
  'large below the sentence': ({ title, sentence, resend }) => ({
    subject: title,
    body: `<h1>${title}</h1><p>${sentence}</p><p style="font-size:32px"><b>${CODE}</b></p>
      <p>${resend}</p><p style="font-size:11px">Northwind, 1200 Market Street, 94103</p>`,
    isHtml: true,
  }),
  'in the subject': ({ sentence, name }) => ({
    subject: `${CODE} – ${name}`,
    body: `${sentence}\n`,
  }),
};

const WITHOUT = ({ title, sentence, resend }: CodeWords): Said => ({
  subject: title,
  body: `<h1>${title}</h1><p>${sentence}</p><p>${resend}</p>
    <p style="font-size:11px">Northwind, 1200 Market Street, 94103. © 2026</p>`,
  isHtml: true,
});

it('there are more than thirty languages, each of several screens or by several hands', () => {
  const languages = WORDS.map(({ what }) => what.split(/[ ,.]/)[1]!.slice(0, 2));
  expect(new Set(languages).size).toBeGreaterThanOrEqual(30);
  expect(WORDS.length).toBeGreaterThanOrEqual(180);
});

it.each(Object.entries(WITH_CODE))('a code is found %s, in the words of others', (_, form) => {
  const missed: string[] = [];
  for (const words of WORDS) if (codesOf(form(words))[0] !== CODE) missed.push(words.what);
  expect(tooMany(missed)).toEqual([]);
});

it('mail in the same words that holds no code has none', () => {
  const invented: string[] = [];
  for (const words of WORDS) if (codesOf(WITHOUT(words)).length > 0) invented.push(words.what);
  expect(tooMany(invented)).toEqual([]);
});

/** What was read wrong, where it is more than may be. */
const tooMany = (wrong: readonly string[]) =>
  wrong.length > (1 - LEAST) * WORDS.length ? wrong : [];

function codesOf({ subject, body, isHtml = false }: Said): readonly string[] {
  const mail = [
    'From: Northwind <no-reply@northwind.example>',
    'To: ana@inbox.example',
    `Subject: =?UTF-8?B?${base64(subject)}?=`,
    'Date: Tue, 03 Mar 2026 10:05:00 +0000',
    `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(body),
  ];
  const { otpCodes } = analyse(Buffer.from(mail.join('\r\n')), {
    receivedAt: new Date('2026-03-03T10:05:03Z'),
  });
  return otpCodes;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
