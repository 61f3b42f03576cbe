import { expect, it } from '@jest/globals';
import { shownText } from '../../src/mail/reading/shown-text.js';

const page = (text: string) => `<html><body><p>${text}</p></body></html>`;
const LETTER = 'Dear Kim, your parcel was handed over to the carrier this morning and will arrive.';

it.each([
  ['Please view this email in a program that can show HTML.', page(LETTER), LETTER],
  ['HTML only', page(LETTER), LETTER],
  ['-', page(LETTER), LETTER],
  ['Diese Nachricht ist im HTML-Format.', page(LETTER), LETTER],
  [
    'このメールはHTML形式です',
    page('こんにちは、田中さん。荷物は今朝発送されました。'),
    'こんにちは、田中さん。荷物は今朝発送されました。',
  ],
  // What says the same, or more, is no placeholder.
  [
    'Dear Kim, your parcel was handed over.',
    page(LETTER),
    'Dear Kim, your parcel was handed over.',
  ],
  ['Your code is 482913', page(LETTER), 'Your code is 482913'],
  [LETTER, page('Parcel'), LETTER],
  [LETTER, '', LETTER],
  [`${'long '.repeat(200)}`, page(LETTER), `${'long '.repeat(200)}`],
  ['Tracking only', page('<img src="https://example.com/p.gif">'), 'Tracking only'],
])('of %j with %j shows %j', (text, html, shown) => {
  expect(shownText(text, html)).toBe(shown);
});

it('reads no more of a page than others can wait for', () => {
  const html = page(`${'<div>word '.repeat(500_000)}`);
  expect(shownText('-', html).length).toBeLessThan(256 * 1024);
});
