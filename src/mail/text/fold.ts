import { DIGIT_ZEROS } from './digits.js';

/** How characters stand together in words. */
export const CharKind = {
  /** Neither letter nor digit. */
  Other: 0,
  /** A letter of a script that separates words. */
  Letter: 1,
  /** A letter of a script that does not: Han, kana, Hangul, Thai, Lao, Khmer, Burmese. */
  Unspaced: 2,
  Digit: 3,
  /** Stands between the words of a term: blanks, hyphens, apostrophes. */
  Joint: 4,
} as const;

const JOINTS = " \t\n\u00a0'’‘ʼʹ`´′׳-‐‑‒–־_\u3000";
/** Quotation marks within Hebrew abbreviations. */
const QUOTES = '״“”„';
/** Vowel signs, the stretching of Arabic letters and other marks that a word may be written without. */
const UNWRITTEN: readonly (readonly [number, number])[] = [
  [0x0300, 0x036f],
  [0x0591, 0x05bd],
  [0x05bf, 0x05c2],
  [0x05c4, 0x05c5],
  [0x0610, 0x061a],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
];
/** What they are folded to; no term contains it. */
export const SILENT = 0;
const UNSPACED: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3040, 0x312f],
  [0x3130, 0x318f],
  [0x31f0, 0x31ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
];
/** Letters that have no accent to take off but are often typed without their stroke. */
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i', ё: 'е' };
/** Spellings of one Arabic letter. */
const ARABIC: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
};

/** The `CharKind` of each UTF-16 unit. */
export const charKinds: Uint8Array = buildKinds();
/** Each UTF-16 unit in lower case, without accents, in ASCII width. */
export const folded: Uint16Array = buildFolds();

/** A text as the tables see it, of the same length. */
export function fold(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) out += String.fromCharCode(folded[text.charCodeAt(i)]!);
  return out;
}

function buildKinds(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  const spaced = [
    ...codes(0x41, 0x0dff),
    ...codes(0x10a0, 0x10ff),
    ...codes(0x1200, 0x139f),
    ...codes(0x1e00, 0x1fff),
  ];
  for (const code of spaced)
    if (/[\p{L}\p{M}]/u.test(String.fromCharCode(code))) kinds[code] = CharKind.Letter;
  for (const [first, last] of UNSPACED) kinds.fill(CharKind.Unspaced, first, last + 1);
  for (const code of [...codes(0xff21, 0xff3a), ...codes(0xff41, 0xff5a)])
    kinds[code] = CharKind.Letter;
  for (const zero of DIGIT_ZEROS) kinds.fill(CharKind.Digit, zero, zero + 10);
  for (const joint of JOINTS) kinds[joint.charCodeAt(0)] = CharKind.Joint;
  return kinds;
}

function buildFolds(): Uint16Array {
  const folds = Uint16Array.from(codes(0, 0xffff));
  const cased = [...codes(0x41, 0x058f), ...codes(0x1e00, 0x1fff)];
  for (const code of cased) folds[code] = foldLetter(String.fromCharCode(code)).charCodeAt(0);
  for (const [from, to] of Object.entries(ARABIC)) folds[from.charCodeAt(0)] = to.charCodeAt(0);
  for (const code of codes(0xff21, 0xff5a)) {
    const ascii = code - 0xfee0;
    folds[code] = ascii >= 0x41 && ascii <= 0x5a ? ascii + 0x20 : ascii;
  }
  for (const zero of DIGIT_ZEROS) for (let i = 0; i < 10; i++) folds[zero + i] = 0x30 + i;
  return foldMarks(folds);
}

function foldMarks(folds: Uint16Array): Uint16Array {
  for (const joint of JOINTS) folds[joint.charCodeAt(0)] = 0x20;
  for (const quote of QUOTES) folds[quote.charCodeAt(0)] = 0x22;
  for (const [first, last] of UNWRITTEN) folds.fill(SILENT, first, last + 1);
  return folds;
}

function foldLetter(char: string): string {
  const lower = char.toLowerCase();
  const bare = isLatinOrGreek(char.charCodeAt(0)) ? lower.normalize('NFD') : lower;
  return STROKES[bare.charAt(0)] ?? bare;
}

/** The scripts whose accents are taken off: Cyrillic й keeps its breve, it is another letter. */
export function isLatinOrGreek(code: number): boolean {
  return code < 0x0400 || (code >= 0x1e00 && code < 0x2000);
}

function* codes(first: number, last: number): Generator<number> {
  for (let code = first; code <= last; code++) yield code;
}
