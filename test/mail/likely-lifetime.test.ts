import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import { createPage } from '../../src/mail/text/page.js';
import { durationsOf } from '../../src/mail/times/durations.js';
import { LIFETIME_FEATURES } from '../../src/mail/times/lifetime-features.js';

const SENT = Date.UTC(2026, 10, 20, 10);

/** Minutes that the code of a mail lasts; null where it does not say. */
function minutesOf(text: string): number | null {
  const head = [
    'From: Northwind <no-reply@northwind.example>',
    'To: a@inbox.example',
    'Subject: Northwind 482913',
    'Date: Fri, 20 Nov 2026 10:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  const body = Buffer.from(text).toString('base64');
  const mail = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}\r\n`);
  const { codeExpiry } = analyse(mail, { receivedAt: new Date(SENT) });
  return codeExpiry === null ? null : (Date.parse(codeExpiry) - SENT) / 60_000;
}

describe('lengths of time', () => {
  it.each([
    ['Код дзейнічае 1 гадзіну 30 хвілін.', [90]],
    ['dvije minute, 24 h', [2, 1440]],
    ['ដប់ប្រាំនាទី', [15]],
    ['dakika 5 baada ya dakika 20', [5, 20]],
    ['10 percent, 12.30, 3:15 minuta, 1 000 minut, 15 minder', []],
  ])('are read in the words of any language: %s', (text, minutes) => {
    const found = durationsOf(createPage({ source: 'text', text }));

    expect(found.map(({ ms }) => ms / 60_000)).toEqual(minutes);
  });
});

describe('a lifetime in a language without a list', () => {
  it.each([
    ['be', 'Ваш код: 482913\nКод дзейнічае 15 хвілін.', 15],
    ['ky', 'Кодуңуз: 482913\nКод 10 мүнөт жарактуу.', 10],
    ['tk', 'Siziň koduňyz: 482913\nKod 10 minut hereket edýär.', 10],
    ['fo', 'Tín kota: 482913\nKotan er galdandi í 20 minuttir.', 20],
    ['so', 'Koodkaagu waa 482913.\nKoodku wuxuu shaqaynayaa 15 daqiiqo.', 15],
  ])('is found by its unit and where it stands: %s', (_, text, minutes) => {
    expect(minutesOf(text)).toBe(minutes);
  });

  it.each([
    ['ps', 'ستاسو کوډ: ۴۸۲۹۱۳\nکوډ د ۱۵ دقیقو لپاره اعتبار لري.', 15],
    ['or', 'ଆପଣଙ୍କ କୋଡ୍: ୪୮୨୯୧୩\nଏହି କୋଡ୍ ୧୦ ମିନିଟ୍ ପାଇଁ ବୈଧ।', 10],
    ['as', "আপোনাৰ ক'ড: ৪৮২৯১৩\nএই ক'ডটো ২০ মিনিটৰ বাবে বৈধ।", 20],
  ])('is found in digits of its own: %s', (_, text, minutes) => {
    expect(minutesOf(text)).toBe(minutes);
  });

  it.each([
    ['et', 'Teie kood: 482913\nKood kehtib viisteist minutit.', 15],
    ['hr', 'Vaš kod: 482913\nKod vrijedi trideset minuta.', 30],
    ['lt', 'Jūsų kodas: 482913\nKodas galioja dvidešimt minučių.', 20],
    ['pl, one without a number', 'Twój kod: 482913\nKod jest ważny godzinę.', 60],
    ['fi, one without a number', 'Koodisi: 482913\nKoodi on voimassa tunnin.', 60],
    ['el, the next one', 'Γράψε τον κωδικό 482913 στην εφαρμογή μέσα στην επόμενη ώρα.', 60],
    ['nb, beside digits', 'Koden din: 482913\nKoden er gyldig i fem (5) minutter.', 5],
  ])('is found in number words: %s', (_, text, minutes) => {
    expect(minutesOf(text)).toBe(minutes);
  });

  it.each([
    [
      'days of something else',
      'Ваш код: 482913\n\nДзякуй!\n\nЗаўсёды ваш Northwind.\n\nДастаўка 14 дзён.',
    ],
    ['no time at all', 'Teie kood: 482913\nÄrge jagage seda kellegagi.'],
    ['a number without a unit', 'Teie kood: 482913\nKõne 15 numbrit.'],
  ])('is not invented: %s', (_, text) => {
    expect(minutesOf(text)).toBeNull();
  });
});

describe('the features of lifetimes', () => {
  it('have names of their own', () => {
    expect(new Set(LIFETIME_FEATURES.map(({ name }) => name)).size).toBe(LIFETIME_FEATURES.length);
  });
});
