import { flag, magnitude } from '../model/feature.js';
import type { CodeFeature } from './code-feature.js';

const ROW = /^\p{L}[^\n:：\t.]{1,40}(?:[:：]\s?|\t)\S/u;

/** Numbers that codes are valid for, in minutes or hours. */
const ROUND = /(?<![\d.,:/-])(?:2|3|5|10|15|20|24|30|45|48|60)(?![\d.,:/%-]|\s?[$€£₹₽₴])/g;
const AHEAD = 320;

/** Signs that are alike in all languages; "m" and "s" may be words. */
const UNIT =
  /^\s?(?:[munµ]s|[kmc]m|k?g|k?Hz|[MG]Hz|[kKMGT]i?B|kWh|k?W|kcal|dpi|px|[mc]?[²³]|%|°)(?![\p{L}\p{N}])/u;

/** Nothing but blanks stands between a colon and the candidate. */
const LABEL = /[:：]\s{0,2}$/;
const MAX_LABEL = 3;
const endsInColon = (line: string) => line.endsWith(':') || line.endsWith('：');

const SIGN = /[#№][ ]?$|(?<!\p{L})(?:n[roº°]?|no)[.:º°][ ]?$/iu;
/** Its four characters, and a letter before them. */
const MAX_SIGN = 6;
const OPENS = /["“„«「『【[]/;
const CLOSES = /["”“»」』】\]]/;
/** Where a candidate stands, and how it is set off. */
export const standing: readonly CodeFeature[] = [
  {
    name: 'place.alone',
    says: 'Nothing else stands on its line.',
    example: 'Your code:\\n\\n482913',
    of: ({ place }) => flag(place.alone),
  },
  {
    name: 'place.below-colon',
    says: 'It stands alone below a line that ends in a colon.',
    example: 'Type this:\\n482913',
    of: ({ place, above }) => flag(place.alone && endsInColon(above)),
  },
  {
    name: 'place.below-sentence',
    says: 'It stands alone below a sentence of some length.',
    example: 'Somebody wants to sign in from a new phone.\\n482913',
    of: ({ place, above }) => flag(place.alone && above.length > 24),
  },
  {
    name: 'place.in-row',
    says: 'It stands on a line of its own, among others that hold but a number or a word.',
    example: '482913\\n190220\\n771204',
    of: ({ place, above, below }) =>
      flag(place.alone && above.length < 16 && below.length < 16 && below !== ''),
  },
  {
    name: 'place.label',
    says: 'A colon leads to it.',
    example: 'Код: 482913',
    of: ({ before }) => flag(LABEL.test(before.slice(-MAX_LABEL))),
  },
  {
    name: 'place.row',
    says: 'Its line is a short label with this value.',
    example: 'Broj: 482913',
    of: ({ before, after, place }) =>
      flag(
        !place.alone &&
          /^\s*\p{L}[^:：\t.]{1,40}(?:[:：]\s?|\t)$/u.test(before) &&
          after.trim() === '',
      ),
  },
  {
    name: 'place.rows',
    says: 'The lines above or below are labels with a value, too.',
    example: 'Broj: 482913\\nDatum: 24.11.2026.',
    of: ({ above, below }) => flag(ROW.test(above)) + flag(ROW.test(below)),
  },
  {
    name: 'place.cell',
    says: 'It is a cell beside others.',
    example: 'Nr.\\t482913',
    of: ({ before, after }) => flag(before.endsWith('\t') || after.startsWith('\t')),
  },
  {
    name: 'place.sign',
    says: 'A sign for numbers stands before it.',
    example: '#482913',
    of: ({ before }) => flag(SIGN.test(before.slice(-MAX_SIGN))),
  },
  {
    name: 'place.held',
    says: 'Quotation marks or brackets of its own hold it.',
    example: '«482913»',
    of: ({ before, after }) => flag(OPENS.test(before.slice(-1)) && CLOSES.test(after.charAt(0))),
  },
  {
    name: 'place.ends-clause',
    says: 'A clause ends with it.',
    example: 'Sisesta 482913.',
    of: ({ place, after }) => flag(!place.alone && /^(?:[.!。।](?:\s|$)|\s*$)/.test(after)),
  },
  {
    name: 'place.goes-on',
    says: 'The sentence goes on with a small letter.',
    example: '482913 is what you need',
    of: ({ after }) => flag(/^\s?\p{Ll}/u.test(after)),
  },
  {
    name: 'place.starts',
    says: 'Its line begins with it.',
    example: '482913 – Northwind',
    of: ({ place, before }) => flag(!place.alone && before.trim() === ''),
  },
  {
    name: 'place.unit',
    says: 'The sign of a unit follows.',
    example: '482913 ms',
    of: ({ after }) => flag(UNIT.test(after)),
  },
  {
    name: 'place.numbers',
    says: 'Its line has other numbers, too.',
    example: '24.11. 482913 20,00',
    of: ({ before, after }) => flag(/\d/.test(before) || /\d/.test(after)),
  },
  {
    name: 'place.depth',
    says: 'How far down in its text it stands.',
    example: '… Reg. no. 48291307',
    of: ({ depth }) => depth,
  },
  {
    name: 'place.last',
    says: 'It stands in the last part of a text of some length, where addresses do.',
    example: '© Northwind, 10117 Berlin',
    of: ({ depth, page }) => flag(depth > 0.8 && page.text.length > 200),
  },
  {
    name: 'place.lasting',
    says: 'A small round number follows further on, as minutes do.',
    example: '482913 … 10 minutit',
    of: ({ page: { text }, raw: { end } }) =>
      flag((text.slice(end, end + AHEAD).match(ROUND)?.length ?? 0) === 1),
  },
  {
    name: 'place.emphasis',
    says: 'It is set off by size, weight, spacing, typeface or a box, and nothing else is with it.',
    example: '<b style="letter-spacing:4px">482913</b>',
    of: ({ emphasis }) => emphasis / 2,
  },
  {
    name: 'place.emphasized',
    says: 'It is set off as much as any candidate of the mail.',
    example: '<h1>482913</h1>',
    of: ({ emphasis, mail }) => flag(emphasis > 0 && emphasis >= mail.emphasis),
  },
  {
    name: 'place.outdone',
    says: 'Another candidate is set off more.',
    example: '<h1>482913</h1> (12049)',
    of: ({ emphasis, mail }) => flag(emphasis < mail.emphasis),
  },
  {
    name: 'subject.in',
    says: 'The subject holds it.',
    example: 'Subject: 482913',
    of: ({ sources }) => flag(sources.has('subject')),
  },
  {
    name: 'subject.only',
    says: 'Nothing but the subject holds it.',
    example: 'Subject: Tellimus 482913',
    of: ({ sources }) => flag(sources.has('subject') && sources.size === 1),
  },
  {
    name: 'subject.starts',
    says: 'The subject begins with it.',
    example: 'Subject: 482913 on sinu kood',
    of: ({ occurrences }) =>
      flag(occurrences.some(({ page, raw }) => page.source === 'subject' && raw.start <= 1)),
  },
  {
    name: 'times',
    says: 'The mail holds it more than once.',
    example: '482913 … 482913',
    of: ({ occurrences }) => magnitude(occurrences.length - 1),
  },
  {
    name: 'link.account',
    says: 'It is the name of an account that the mail came from or went to.',
    example: 'To: sv21042@a.example',
    of: ({ mail, raw }) => flag(mail.signs.accounts.includes(raw.code.toLowerCase())),
  },
];
