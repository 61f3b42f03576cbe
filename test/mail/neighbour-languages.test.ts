import { describe, expect, it } from '@jest/globals';
import { findTerms } from '../../src/mail/text/lexicon.js';
import { detectLanguage } from '../../src/mail/text/language.js';

const read = (text: string) => detectLanguage(text, findTerms(text));

describe('short texts in languages that are close to each other', () => {
  it.each([
    ['hr', 'Upiši ove znamenke na stranici za registraciju. Vrijede 10 minuta.'],
    ['hr', 'Novu lozinku postavite ovdje'],
    ['sr', 'Novu lozinku postavite ovde. Važi 10 minuta.'],
    ['sl', 'Na strani za registracijo vpiši spodnje številke. Veljajo 10 minut.'],
    ['sl', 'Vaša začasna koda je 604118 in velja pol ure.'],
    ['sk', 'Dočasný prístupový kód je 604118 a platí pol hodiny.'],
    ['sk', 'Balík čaká na vyzdvihnutie'],
    [
      'cs',
      'Přihlásili jste se k účtu z nového zařízení. Pokud jste to nebyli vy, změňte si heslo.',
    ],
    ['et', 'Pakk ootab sind automaadis. Säilitame 7 päeva.'],
    ['fi', 'Paketti odottaa sinua automaatissa. Säilytämme sen 7 päivää.'],
    ['nl', 'Bedrag: € 48,12. We schrijven dit af op 15-03-2026. Klantnummer 20448199.'],
    ['en', 'Order 118-2094471 confirmed. Thanks for your order. View or manage order'],
  ])('%s: %s', (language, text) => {
    expect(read(text)).toBe(language);
  });
});

describe('a text that begins with no letters', () => {
  it.each([
    ['zh-Hans', `${'-'.repeat(200)}\n您的验证码是 481516，请在五分钟内输入`],
    ['ru', `${'1234 '.repeat(30)}\nВаш код подтверждения 481516, введите его на сайте`],
    ['ar', `${'* '.repeat(100)}\nرمز التحقق الخاص بك هو 481516`],
  ])('is read all the same: %s', (language, text) => {
    expect(read(text)).toBe(language);
  });
});

describe('names of codes with an ending that is a word of another language', () => {
  it.each(['začasna koda', 'jednokratna koda', 'dostopna koda', 'privremena koda'])(
    '%s',
    (name) => {
      expect(findTerms(`${name} 482913`).map(({ term }) => term.kind)).toContain('code');
    },
  );
});
