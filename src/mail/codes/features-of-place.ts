import { features, flag, magnitude } from '../model/feature.js';
import type { CodeCase } from './code-case.js';

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
export const standing = features<CodeCase>({
  // Nothing else stands on its line. `Your code:\n\n482913`
  'place.alone': ({ alone }) => alone,
  // It stands alone below a line that ends in a colon. `Type this:\n482913`
  'place.below-colon': ({ alone, above }) => alone && endsInColon(above),
  // It stands alone below a sentence of some length. `Somebody wants to sign in.\n482913`
  'place.below-sentence': ({ alone, above }) => alone && above.length > 24,
  // It stands on a line of its own among others that hold but a word. `482913\n190220\n771204`
  'place.in-row': ({ alone, above, below }) =>
    alone && above.length < 16 && below.length < 16 && below !== '',
  // A colon leads to it. `Код: 482913`
  'place.label': ({ before }) => LABEL.test(before.slice(-MAX_LABEL)),
  // Its line is a short label with this value. `Broj: 482913`
  'place.row': ({ before, after, alone }) =>
    !alone && /^\s*\p{L}[^:：\t.]{1,40}(?:[:：]\s?|\t)$/u.test(before) && after.trim() === '',
  // The lines above or below are labels with a value, too. `Broj: 482913\nDatum: 24.11.2026.`
  'place.rows': ({ above, below }) => flag(ROW.test(above)) + flag(ROW.test(below)),
  // It is a cell beside others. `Nr.\t482913`
  'place.cell': ({ before, after }) => before.endsWith('\t') || after.startsWith('\t'),
  // A sign for numbers stands before it. `#482913`
  'place.sign': ({ before }) => SIGN.test(before.slice(-MAX_SIGN)),
  // Quotation marks or brackets of its own hold it. `«482913»`
  'place.held': ({ before, after }) => OPENS.test(before.slice(-1)) && CLOSES.test(after.charAt(0)),
  // A clause ends with it. `Sisesta 482913.`
  'place.ends-clause': ({ alone, after }) => !alone && /^(?:[.!。।](?:\s|$)|\s*$)/.test(after),
  // The sentence goes on with a small letter. `482913 is what you need`
  'place.goes-on': ({ after }) => /^\s?\p{Ll}/u.test(after),
  // Its line begins with it. `482913 – Northwind`
  'place.starts': ({ alone, before }) => !alone && before.trim() === '',
  // Its line is quoted. `> Sinu kood on 482913.`
  'place.quoted': ({ page: { text, lines }, lineIndex }) => text[lines[lineIndex]!.start] === '>',
  // The sign of a unit follows. `482913 ms`
  'place.unit': ({ after }) => UNIT.test(after),
  // Its line has other numbers, too. `24.11. 482913 20,00`
  'place.numbers': ({ before, after }) => /\d/.test(before) || /\d/.test(after),
  // How far down in its text it stands. `… Reg. no. 48291307`
  'place.depth': ({ depth }) => depth,
  // It stands in the last part of a text of some length. `© Northwind, 10117 Berlin`
  'place.last': ({ depth, page }) => depth > 0.8 && page.text.length > 200,
  // A small round number follows further on, as minutes do. `482913 … 10 minutit`
  'place.lasting': ({ page: { text }, raw: { end } }) =>
    (text.slice(end, end + AHEAD).match(ROUND)?.length ?? 0) === 1,
  // It alone is set off by size, weight, spacing, typeface or a box. `<h1>482913</h1>`
  'place.emphasis': ({ emphasis }) => emphasis / 2,
  // It is set off as much as any candidate of the mail. `<h1>482913</h1>`
  'place.emphasized': ({ emphasis, mail }) => emphasis > 0 && emphasis >= mail.emphasis,
  // Another candidate is set off more. `<h1>482913</h1> (12049)`
  'place.outdone': ({ emphasis, mail }) => emphasis < mail.emphasis,
  // The subject holds it. `Subject: 482913`
  'subject.in': ({ sources }) => sources.has('subject'),
  // Nothing but the subject holds it. `Subject: Tellimus 482913`
  'subject.only': ({ sources }) => sources.has('subject') && sources.size === 1,
  // The subject begins with it. `Subject: 482913 on sinu kood`
  'subject.starts': ({ occurrences }) =>
    occurrences.some(({ page, raw }) => page.source === 'subject' && raw.start <= 1),
  // The mail holds it more than once. `482913 … 482913`
  times: ({ occurrences }) => magnitude(occurrences.length - 1),
});
