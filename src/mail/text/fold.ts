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

/** The digit zero of each script in the Basic Multilingual Plane; nine more follow it. */
const DIGIT_ZEROS: readonly number[] = [
  ...[0x0030, 0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66],
  ...[0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946],
  ...[0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0],
  ...[0xa9f0, 0xaa50, 0xabf0, 0xff10],
];

const JOINTS = " \t\n\u00a0'’‘ʼʹ`´′׳-‐‑‒–־_\u3000";
/** Quotation marks within Hebrew abbreviations. */
const QUOTES = '״“”„';
/** Vowel signs, the stretching of Arabic letters and other marks that a word may be written without. */
const UNWRITTEN = '0300-036f 0591-05bd 05bf-05c2 05c4-05c5 0610-061a 0640-0640 064b-065f 0670-0670';
/** What they are folded to; no term contains it. */
export const SILENT = 0;
const SPACED = '0041-0dff 10a0-10ff 1200-139f 1e00-1fff';
const UNSPACED =
  '0e00-0eff 1000-109f 1100-11ff 1780-17ff 3005-3007 3040-318f 31f0-31ff 3400-9fff ac00-d7a3 f900-faff ff66-ff9f';
/** Letters that have no accent to take off but are often typed without their stroke. */
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i', ё: 'е' };
/** Spellings of one Arabic letter. */
const ARABIC: Readonly<Record<string, string>> = {
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك' },
};

/** The UTF-16 units of some ranges, as `0e00-0eff 1000-109f`. */
export const unitsOf = (ranges: string): number[] =>
  ranges.split(' ').flatMap((range) => {
    const [first = 0, last = 0] = range.split('-').map((unit) => parseInt(unit, 16));
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });

/** The `CharKind` of each UTF-16 unit. */
export const charKinds: Uint8Array = buildKinds();
/** Each UTF-16 unit in lower case, without accents, in ASCII width. */
export const folded: Uint16Array = buildFolds();

/** Characters that are put together in one step, which is faster than one by one. */
const MAX_AT_ONCE = 1024;

/** A text as the tables see it, of the same length. */
export function fold(text: string): string {
  if (text.length <= MAX_AT_ONCE) return foldAtOnce(text);
  let out = '';
  for (let i = 0; i < text.length; i += MAX_AT_ONCE)
    out += foldAtOnce(text.slice(i, i + MAX_AT_ONCE));
  return out;
}

function foldAtOnce(text: string): string {
  const codes = new Array<number>(text.length);
  for (let i = 0; i < text.length; i++) codes[i] = folded[text.charCodeAt(i)]!;
  return String.fromCharCode(...codes);
}

function buildKinds(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  for (const code of unitsOf(SPACED))
    if (/[\p{L}\p{M}]/u.test(String.fromCharCode(code))) kinds[code] = CharKind.Letter;
  for (const code of unitsOf(UNSPACED)) kinds[code] = CharKind.Unspaced;
  for (const code of unitsOf('ff21-ff3a ff41-ff5a')) kinds[code] = CharKind.Letter;
  for (const zero of DIGIT_ZEROS) kinds.fill(CharKind.Digit, zero, zero + 10);
  for (const joint of JOINTS) kinds[joint.charCodeAt(0)] = CharKind.Joint;
  return kinds;
}

function buildFolds(): Uint16Array {
  const folds = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
  for (const code of unitsOf('0041-058f 1e00-1fff'))
    folds[code] = foldLetter(String.fromCharCode(code)).charCodeAt(0);
  for (const [from, to] of Object.entries(ARABIC)) folds[from.charCodeAt(0)] = to.charCodeAt(0);
  for (const code of unitsOf('ff21-ff5a')) folds[code] = folds[code - 0xfee0]!;
  for (const zero of DIGIT_ZEROS) for (let i = 0; i < 10; i++) folds[zero + i] = 0x30 + i;
  for (const joint of JOINTS) folds[joint.charCodeAt(0)] = 0x20;
  for (const quote of QUOTES) folds[quote.charCodeAt(0)] = 0x22;
  for (const code of unitsOf(UNWRITTEN)) folds[code] = SILENT;
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
