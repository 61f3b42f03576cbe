import { asciiDigits } from './digits.js';
import { clip } from './safe-text.js';
import { alternatives } from '../words/word-lists.js';

const ASCII = /^[\0-\x7f]*$/;
/** Emoji flags of regions are written with tag characters: nothing is hidden there. */
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}/gu;
const TAGS = /[\u{e0020}-\u{e007f}]{2}/u;
/**
 * An invisible character inside a word that needs none, or several between digits. A joiner or non-joiner there keeps
 * phones from taking the digits for a number to call.
 */
const SPLIT_WORD =
  /[A-Za-zа-яё][\u200b-\u200d\u2060-\u2064\ufeff][A-Za-zа-яё]|(?:\d[\u200b\u2061-\u2064\ufeff]){3}\d/iu;
/** Bytes written in variation selectors; a character of text has one at most. */
const BYTES = /[\u{e0100}-\u{e01ef}]{2}|[\ufe00-\ufe0f]{4}/u;
/** Long runs of characters without width: padding repeats a few of them, a message does not. */
const RUNS = /[\u200b-\u200d\u2060-\u2064\ufeff]{16,512}/g;
const LONGEST_PADDING = 8;
const SHORT = 3;
/** Layouts for phones repeat what is shown, give or take a word. */
const MOSTLY_SHOWN = 0.3;
const MAX_PREVIEW = 300;
const MAX_SHOWN = 128 * 1024;
const ANY_WORD = /[\p{L}\p{M}\p{Nd}]+/gu;
const ADDRESS = /https?:\/\/|www\.|\w@\w/i;
const WHOLE_WORD = /[^\s<>()[\]"',;:]+/g;
/** GitHub names the Message-ID below. */
const ID_LABEL = /message[ -]id: ?(?=<)/gi;
const ADDRESSES = /(?:https?:\/\/|www\.)[^\s<>]*|@[\w.-]*/gi;
const NUMBER = /(?<![\d.,/:-])\d{4,8}(?![\d/:@-]|[.,]\d)/g;
const LIKE_CODES = /[\dA-Z][\dA-Z-]{2,20}/g;
const HTML = /html/i;
const MAX_STUB = 600;
const YEAR = /^(?:19|20)\d\d$/;
/** Digits and blanks that a reader would type as one code. */
const CODE = /\d(?:[ -]?\d){3,9}(?![ -]?\d|\p{Script=Han})/gu;
/** Days and years are no numbers of their own. */
const DATES = /(?<!\d)\d{1,4}([./-])\d{1,2}\1\d{1,4}(?!\d)|(?<!\d)20[2-4]\d(?!\d)/g;
/** Words for those who read mail for somebody, and their names. */
const TO_MACHINES = new RegExp(
  String.raw`(?<!\p{Script=Latin})(?:${alternatives('hidden.addressee', 'hidden.order')})|^\s{0,9}system\s{0,3}:`,
  'iu',
);
const MACHINES = /\b(?:AI|KI|IA|LLM|GPT)\b/;
/** Words, or single characters of scripts that do not separate words. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{M}\p{Nd}]{4,}/gu;
const SAMPLES = 12;
const MAX_COMPARED = 20_000;
const MIN_WORDS = 8;
const MIN_SHARED = 0.2;

/** Whether a text holds characters that say something and cannot be seen. */
export function hasInvisibleText(text: string): boolean {
  if (ASCII.test(text)) return false;
  if (SPLIT_WORD.test(text) || BYTES.test(text) || TAGS.test(text.replace(FLAG, ''))) return true;
  return (text.match(RUNS) ?? []).some((run) => !repeats(run));
}

/** Whether a text is a few characters over and over. */
function repeats(text: string): boolean {
  for (let length = 1; length <= LONGEST_PADDING; length++)
    if (text.startsWith(text.slice(length))) return true;
  return false;
}

/** What hides text is judged by. */
export interface ShownAndHidden {
  readonly text: string;
  readonly preview: string;
  readonly hidden: string;
}

/**
 * Whether an HTML page keeps something from its reader: words or numbers that it does not show
 * elsewhere. The preview that lists of mails print before the first line is no secret, as long as it
 * is short, has no address but that of a reader, no number of its own, and speaks to a reader. `own` are the addresses
 * of its readers and its Message-ID.
 */
export function hidesText(
  { text, preview, hidden }: ShownAndHidden,
  own: readonly string[],
): boolean {
  const known = new Set(own.map((address) => address.toLowerCase()));
  const isKnown = (word: string) => known.has(word.toLowerCase().replace(/\.$/, ''));
  const withoutOwn = (said: string) =>
    said.replace(ID_LABEL, '').replace(WHOLE_WORD, (word) => (isKnown(word) ? ' ' : word));
  const said = withoutOwn(preview);
  return (
    saysMore(withoutOwn(hidden), text) ||
    (said !== '' && !isOrdinaryPreview(said, text) && saysMore(said, text))
  );
}

function saysMore(hidden: string, shown: string): boolean {
  if (hidden === '') return false;
  const words = [...new Set(hidden.toLowerCase().match(ANY_WORD) ?? [])];
  if (words.length === 0) return false;
  const said = new Set(clip(shown, MAX_SHOWN).toLowerCase().match(ANY_WORD));
  const more = words.filter((word) => !said.has(word));
  if (more.join('').length < SHORT) return false;
  return more.length > words.length * MOSTLY_SHOWN || ADDRESS.test(hidden) || more.some(isNumber);
}

const isNumber = (word: string) => /\p{Nd}{4}/u.test(word);

function isOrdinaryPreview(preview: string, text: string): boolean {
  if (preview.trim().length > MAX_PREVIEW) return false;
  if ([ADDRESS, TO_MACHINES, MACHINES].some((sign) => sign.test(preview))) return false;
  const digits = digitsOf(text);
  const codes = asciiDigits(preview).replace(DATES, ' ').match(CODE) ?? [];
  return codes.every((code) => digits.includes(code.replace(/\D/g, '')));
}

/** What the plain alternative is to the HTML one: a stub asks for a program that shows HTML, or names a page that does. */
export type Likeness = 'same' | 'stub' | 'other';

/** Compares the two by their numbers, then by their words. */
export function compareTexts(text: string, html: string): Likeness {
  if (namesOtherCode(text, html)) return 'other';
  if (sharesSamples(text, html)) return 'same';
  // Addresses are written out in the one and stand behind links in the other.
  const said = text.replace(ADDRESSES, ' ');
  const [plain, shown] = [wordsOf(said), wordsOf(html)];
  if (sharesWords(plain, shown)) return 'same';
  const isBrief = plain.size < MIN_WORDS;
  if (isStub(said) && (HTML.test(said) || (isBrief && said !== text))) return 'stub';
  return isBrief || shown.size < MIN_WORDS ? 'same' : 'other';
}

/** Whether a text holds pieces like codes that another does not. */
export function hasOtherPieces(text: string, other: string): boolean {
  const held = new Set(piecesOf(other));
  return piecesOf(text.replace(ADDRESSES, ' ')).some((piece) => !held.has(piece));
}

const piecesOf = (text: string): readonly string[] =>
  clip(text, MAX_COMPARED).match(LIKE_CODES) ?? [];

const isStub = (text: string) =>
  text.length <= MAX_STUB && !/\d{4}/.test(text) && !TO_MACHINES.test(text);

/** Both have numbers like codes, and none of either is in the other. */
const namesOtherCode = (text: string, html: string) =>
  hasOwnNumbers(text, html) && hasOwnNumbers(html, text);

function hasOwnNumbers(own: string, other: string): boolean {
  const numbers = numbersOf(own);
  const isIn = (shown: string) => numbers.some((number) => shown.includes(number));
  return numbers.length > 0 && !isIn(other) && !isIn(digitsOf(other));
}

/** Numbers of four to eight digits that are no years, addresses left out. */
const numbersOf = (text: string) =>
  (clip(text, MAX_COMPARED).replace(ADDRESSES, '@ ').match(NUMBER) ?? []).filter(
    (number) => !YEAR.test(number),
  );

const digitsOf = (text: string) => clip(text, MAX_COMPARED).replace(/\D+/g, '');

/** Nearly always the two are the same, which the first few words show. */
function sharesSamples(text: string, html: string): boolean {
  const samples = (clip(text, 400).match(WORD) ?? []).slice(0, SAMPLES);
  const shared = samples.filter((word) => html.includes(word)).length;
  return samples.length >= SAMPLES / 2 && shared >= samples.length * 0.7;
}

function sharesWords(plain: ReadonlySet<string>, shown: ReadonlySet<string>): boolean {
  const shared = [...plain].filter((word) => shown.has(word)).length;
  return shared > 0 && shared >= plain.size * MIN_SHARED;
}

function wordsOf(text: string): Set<string> {
  return new Set(clip(text, MAX_COMPARED).toLowerCase().match(WORD) ?? []);
}
