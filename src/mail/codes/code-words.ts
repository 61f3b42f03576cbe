import { isWholeLine, MAX, toCode, type RawCode, type Shape } from './code-forms.js';
import { IS, LABEL_MARK } from './name-leads.js';

/** Codes made of words or of small and large letters, of which only those count that stand as a code does. */
interface WordForm {
  /** What most mail has not, which is found out faster. */
  readonly hint: RegExp;
  readonly pattern: RegExp;
  readonly shape: Shape;
  readonly stands: (text: string, one: RawCode) => boolean;
}

const FORMS: readonly WordForm[] = [
  // `caper-lunar-motif`, `vxqrt-mbkpw`: small letters with hyphens between, and nothing else on their line.
  {
    hint: /-/,
    pattern: /(?<![^ \t\n])[a-z]{4,8}(?:-[a-z]{4,8}){1,3}(?![^ \t\n])/g,
    shape: 'letters',
    stands: isWholeLine,
  },
  // `tulip-fox-otter-lamp` behind what leads to it: a word that is joined to one or two more is a name, or an adjective.
  {
    hint: /-/,
    pattern: /(?<![\w@/.#-])[a-z]{3,8}(?:-[a-z]{3,8}){2,4}(?![\w@/-]|\.\w)/g,
    shape: 'letters',
    stands: (text, one) => !isWholeLine(text, one) && leads(text, one),
  },
  // `sprout-lemon-42`, `otter-72-river`: words and a number; elsewhere than behind a colon machines are called so.
  {
    hint: /-/,
    pattern:
      /(?<![\w@/.#-])[A-Za-z][a-z]{2,7}(?=[a-zA-Z-]{1,20}\d)(?:-(?:[A-Za-z][a-z]{2,7}|\d{1,4})){2,3}(?![\w@/-]|\.\w)/g,
    shape: 'lower',
    stands: (text, one) => isWholeLine(text, one) || LABEL_MARK.test(leadOf(text, one)),
  },
  // `ZUvwsFBq`: where a code is eight letters and digits made by chance, one in four has no digit.
  {
    hint: /[a-z][A-Z]/,
    pattern: /(?<![\w@/.#-])[A-Za-z]{1,9}[a-z][A-Z][A-Za-z]{0,8}(?![\w@/-]|\.\w)/g,
    shape: 'letters',
    stands: (text, one) => isShuffled(one.code) && (isWholeLine(text, one) || leads(text, one)),
  },
];

/** More of them are a list of something. */
const MAX_WORD_CODES = 8;

/** The codes in a text that are words, or letters in the place of a word. */
export const findWordCodes = (text: string): RawCode[] =>
  FORMS.flatMap((form) => (form.hint.test(text) ? codesOf(text, form) : []));

function codesOf(text: string, { pattern, shape, stands }: WordForm): RawCode[] {
  const found: RawCode[] = [];
  for (const { 0: code, index: start } of text.matchAll(pattern)) {
    const one = toCode({ start, end: start + code.length }, code, shape);
    if (stands(text, one)) found.push(one);
    if (found.length === MAX_WORD_CODES) break;
  }
  return found;
}

const LEAD = 12;
const leads = (text: string, one: RawCode) =>
  LABEL_MARK.test(leadOf(text, one)) || IS.test(leadOf(text, one));
const leadOf = (text: string, { start }: RawCode) => text.slice(Math.max(0, start - LEAD), start);

const MIN_SHUFFLED = 6;
/** `OpenTable`, `eBay`, `LinkedIn`: words without blanks. */
const JOINED = /^[a-z]*(?:[A-Z][a-z]+)+$/;
const CHANGE = /[a-z](?=[A-Z])|[A-Z](?=[a-z])/g;
const MIN_CHANGES = 3;

const isShuffled = (code: string) =>
  code.length >= MIN_SHUFFLED &&
  code.length <= MAX &&
  !JOINED.test(code) &&
  (code.match(CHANGE)?.length ?? 0) >= MIN_CHANGES;
