import { describe, expect, it } from '@jest/globals';
import { BLANK, Masks } from '../../src/browser/masks.js';

const SECRETS = [
  'Tr0ub4dor&3',
  'correct horse  battery',
  'a"b\'c<d>\\e',
  'pässwörd€😀',
  '{}[]()+*?^$|.',
];

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/ä/g, '&#xe4;');
const named = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&apos;',
  );
const base64 = (text: string) => Buffer.from(text).toString('base64');

const ENCODINGS: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['in capitals', (text) => text.toUpperCase()],
  ['with folded blanks', (text) => text.replace(/\s+/g, ' ')],
  ['in an address', (text) => encodeURIComponent(text)],
  ['in an address, twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['in a form', (text) => new URLSearchParams({ x: text }).toString().slice(2)],
  ['in JSON', json],
  ['in JSON within JSON', (text) => json(json(text))],
  [
    'as code units',
    (text) =>
      [...Array(text.length).keys()]
        .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
  ],
  ['in HTML', html],
  ['in HTML, by names', named],
  ['in hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['in hexadecimal, apart', (text) => Buffer.from(text).toString('hex').replace(/../g, '$& ')],
  ['in base64', base64],
  ['in base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
  ['in base64 behind a name', (text) => base64(`a:${text}`)],
  ['in base64 behind another', (text) => base64(`ad:${text}!`)],
];

describe.each(ENCODINGS)('A secret %s', (_name, encode) => {
  it.each(SECRETS)('is blanked: %s', (secret) => {
    const masks = new Masks();
    masks.add(secret);
    const hidden = masks.hide(`before ${encode(secret)} behind`);
    expect(hidden).toContain(BLANK);
    expect(hidden).toMatch(/^before .{0,6}•.*behind$/s);
    expect(hidden.replace(BLANK, '').length).toBeLessThan('before  behind'.length + 12);
    expect(masks.shows(encode(secret))).toBe(true);
  });
});

describe.each(ENCODINGS)('A long secret %s', (_name, encode) => {
  it.each([
    [
      'of letters and signs',
      Array.from({ length: 3000 }, (_, n) => 'aZ9&"<\'\\ é'[(n * n + 7) % 10]).join(''),
    ],
    [
      'of lines',
      Buffer.from(Array.from({ length: 1500 }, (_, n) => (n * n * 31) % 251))
        .toString('base64')
        .replace(/.{64}/g, '$&\n'),
    ],
  ])('%s is blanked whole, and in parts', (_kind, secret) => {
    const masks = new Masks();
    masks.add(secret);
    for (const part of [secret, secret.slice(700, 900)]) {
      const hidden = masks.hide(`before. ${encode(part)} .behind`);
      expect(hidden).toContain(BLANK);
      expect(hidden.length).toBeLessThan(120);
    }
    expect(masks.hide('It is about something else')).toBe('It is about something else');
  });
});

describe('Masks', () => {
  it('let through what is no secret', () => {
    const masks = new Masks();
    masks.add('Tr0ub4dor&3');
    const text = 'Tr0ub4dor and 3, dHIwdWI0ZG9y';
    expect([masks.hide(text), masks.shows(text), masks.isEmpty]).toEqual([text, false, false]);
  });

  it('take codes in groups, and values of four thousand characters', () => {
    const masks = new Masks();
    masks.add('482913');
    expect(masks.hide('code 482 913, or 482-913')).toBe(`code ${BLANK}, or ${BLANK}`);
    const long = 'x1y&'.repeat(1_000);
    masks.add(long);
    expect(masks.hide(`<${encodeURIComponent(long)}>`)).toBe(`<${BLANK}>`);
  });

  it('blanks what stands apart, a character an element', () => {
    const masks = new Masks();
    masks.add('918273');
    const lines = [...'918273'].flatMap((digit, n) => [
      `  - generic [ref=e${n}]:`,
      `    - textbox "Digit ${n + 1}" [ref=e1${n}]: "${digit}"`,
    ]);
    const shown = masks.hide(['- text: "4"', ...lines].join('\n'));
    expect(shown).not.toMatch(/textbox.*: "\d"/);
    expect(shown).toContain('- text: "4"');
    expect(shown.match(new RegExp(BLANK, 'g'))).toHaveLength(6);
  });

  it.each([
    ['Tr0ubadorZq7&x/3pw', 'Tr0ubadorZq7&x_3pw.txt'],
    ['a:b//c*_d', 'for a_b__c__d.pdf'],
    ['~home "of" it|', '_home _of_ it_.txt'],
    ['..hidden?', 'hidden_.txt'],
    [`${'x1y&/'.repeat(200)}end`, `${'x1y&_'.repeat(200)}end.txt`],
  ])('blanks %s as files are named', (secret, name) => {
    const masks = new Masks();
    masks.add(secret);
    expect(masks.hideInName(secret)).toBe(BLANK);
    expect(masks.hideInName(name)).toMatch(/^(?:for )?_?•+_?(?:end)?\.(?:txt|pdf)$/);
    expect(masks.hideInName('invoice_2024.pdf')).toBe('invoice_2024.pdf');
  });

  it('take values of signs that no name has', () => {
    const masks = new Masks();
    masks.add('/:'.repeat(250));
    masks.add('~'.repeat(500) + 'x');
    const begun = Date.now();
    expect(masks.hideInName(`a${'_'.repeat(5_000)}b`)).toContain('a');
    expect(Date.now() - begun).toBeLessThan(2_000);
  });
});
