import { createRequire } from 'node:module';
import type * as Tinyld from 'tinyld';
import { lacksWordsOf, languageOfLongWords, languageOfWords } from './frequent-words.js';
import { corrected } from './language-neighbours.js';
import type { Hit } from './lexicon.js';
import { clip } from './safe-text.js';
import { WORD_LANGUAGES } from '../words/word-lists.js';

/** How many characters of a mail are looked at. */
const SAMPLE = 600;
/** How many letters decide between languages that share a script: each costs half a microsecond. */
const LETTERS = 80;
/** A mail in two languages begins with its own. */
const OPENING = 80;
/** Fewer letters than these say nothing. */
const ENOUGH = 4;

type CharRange = readonly [first: number, last: number];

/** Scripts, and the one language that mail in them is written in; null where several share one. */
const SCRIPTS: readonly (readonly [readonly CharRange[], string | null])[] = [
  [[[0x3040, 0x30ff]], 'ja'],
  [
    [
      [0x1100, 0x11ff],
      [0x3130, 0x318f],
      [0xac00, 0xd7a3],
    ],
    'ko',
  ],
  [[[0x3400, 0x9fff]], 'zh'],
  [[[0x0e00, 0x0e7f]], 'th'],
  [[[0x0590, 0x05ff]], 'he'],
  [[[0x0900, 0x097f]], 'hi'],
  [[[0x0980, 0x09ff]], 'bn'],
  [[[0x0b80, 0x0bff]], 'ta'],
  [[[0x0c00, 0x0c7f]], 'te'],
  [[[0x0a00, 0x0a7f]], 'pa'],
  [[[0x0a80, 0x0aff]], 'gu'],
  [[[0x0c80, 0x0cff]], 'kn'],
  [[[0x0d00, 0x0d7f]], 'ml'],
  [[[0x0d80, 0x0dff]], 'si'],
  [[[0x0e80, 0x0eff]], 'lo'],
  [[[0x1000, 0x109f]], 'my'],
  [[[0x1200, 0x139f]], 'am'],
  [[[0x1780, 0x17ff]], 'km'],
  [[[0x0370, 0x03ff]], 'el'],
  [[[0x0530, 0x058f]], 'hy'],
  [[[0x10a0, 0x10ff]], 'ka'],
  [[[0x0600, 0x06ff]], null],
  [[[0x0400, 0x04ff]], null],
  [
    [
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0xc0, 0x24f],
      [0x1e00, 0x1eff],
    ],
    null,
  ],
];
const LATIN = SCRIPTS.length - 1;
/** One letter of another script to so many Latin ones is a name. */
const MINORITY = 8;
const NO_SCRIPT = SCRIPTS.length;
/** The script of each UTF-16 unit, by its place in the list. */
const scripts = new Uint8Array(0x10000).fill(NO_SCRIPT);
SCRIPTS.forEach(([spans], script) =>
  spans.forEach(([first, last]) => scripts.fill(script, first, last + 1)),
);

/** A letter of these scripts says as much as several Latin ones. */
const DENSE = new Set<string | null>(['ja', 'ko', 'zh']);
const DENSITY = 3;
/** Mail in two languages repeats in English what it says: a letter of Latin says less. */
const LATIN_SHARE = 0.45;

// Characters that only one of the two ways to write Chinese has, the most frequent ones first.
const SIMPLIFIED =
  '们这个来说国时会为对发过还样开动点给与实务应两关电话间长门问见无头经进边场车红华产级码验证录请号帐户钟内误订单货账费邮件变确认护网络设备动态录您务输效换码复';
const TRADITIONAL =
  '們這個來說國時會為對發過還樣開動點給與實務應兩關電話間長門問見無頭經進邊場車紅華產級碼驗證錄請號帳戶鐘內誤訂單貨賬費郵件變確認護網絡設備動態錄您務輸效換碼複';
const ONLY_SIMPLIFIED = new Set([...SIMPLIFIED].filter((letter) => !TRADITIONAL.includes(letter)));
const ONLY_TRADITIONAL = new Set([...TRADITIONAL].filter((letter) => !SIMPLIFIED.includes(letter)));

/** Languages that share the Latin, Cyrillic or Arabic script; a short text resembles rare ones, too. */
const LANGUAGES =
  'en de fr es pt it nl pl tr ru uk ar fa ur vi id sv da no fi cs sk hu ro bg hr sr sl lt lv et ca af sq az kk'.split(
    ' ',
  );
/** Addresses of the web and of mail. */
const ADDRESSES = /\bhttps?:\/\/\S+|[^\s@]{1,64}@\S+/gi;

const WORD = /[\p{L}\p{M}]+/gu;
const LETTER = /\p{L}/gu;

/** Codes of ISO 639-1 that BCP 47 prefers in another form. */
const PREFERRED: Readonly<Record<string, string>> = { no: 'nb', iw: 'he', in: 'id' };

/**
 * The language most of a text is written in, as BCP 47 names it; Chinese with its script.
 * Null when there are too few words to tell. `hits` are the terms found in it.
 */
export function detectLanguage(text: string, hits: readonly Hit[] = []): string | null {
  const sample = withoutAddresses(clip(text, SAMPLE));
  const counts = countLetters(sample);
  const [script, letters] = beginning(sample, counts) ?? mainScript(counts);
  if (letters < ENOUGH) return null;
  const language = SCRIPTS[script]![1];
  if (language === 'zh') return isTraditional(sample) ? 'zh-Hant' : 'zh-Hans';
  if (language !== null) return languageOfScript(language, sample);
  const told = isLatinAlone(counts)
    ? languageTold(sample, hits)
    : languageOfWords(sample.replace(LATIN_WORDS, ' '));
  return told === null ? likeliest(sample, script, hits) : corrected(told, sample);
}

/** The one that a script is mostly written in, or another that its frequent words tell: Hindi, Marathi, Nepali. */
function languageOfScript(language: string, sample: string): string | null {
  const told = languageOfWords(sample.replace(LATIN_WORDS, ' '));
  return told ?? (lacksWordsOf(language, sample) ? null : language);
}

/** From so many letters on, they tell a language. */
const ENOUGH_LETTERS = 16;

/** What a text says that has few words of any list: by its letters, or of two or three words by what they are. */
function likeliest(sample: string, script: number, hits: readonly Hit[]): string | null {
  const letters = sample.match(LETTER)?.length ?? 0;
  return letters < ENOUGH_LETTERS
    ? (mostVoted(hits) ?? languageOfLongWords(sample))
    : inAccord(byLetters(sample, script), hits);
}

/** Null where several languages have as many of the terms: "kod" is a word of ten. */
function mostVoted(hits: readonly Hit[]): string | null {
  const [first, second] = bestOf(votesOf(hits));
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null;
}

/** What letters tell of a short text counts less than the terms in it, where none is of that language. */
function inAccord(language: string | null, hits: readonly Hit[]): string | null {
  if (language === null || hits.length === 0 || !WORD_LANGUAGES.includes(language)) return language;
  if (hits.some(({ term }) => term.languages.includes(language))) return language;
  return bestOf(votesOf(hits))[0]?.[0] ?? language;
}

function languageTold(sample: string, hits: readonly Hit[]): string | null {
  const told = languageOfWords(sample);
  const other = told === 'en' ? otherBeforeEnglish(hits) : null;
  if (other === null) return told ?? languageOfTerms(hits);
  // "Confirmed", "access": terms of others are English words, too.
  return languageOfWords(clip(sample, OPENING)) === 'en' ? told : other;
}

/** With so many votes of another language for each one of English, a mail is in both. */
const SECOND_SHARE = 0.5;
/** Votes of a language that stands before English. */
const ENOUGH_BEFORE = 1.5;

/** What a mail in two languages says first, before it says it in English. */
function otherBeforeEnglish(hits: readonly Hit[]): string | null {
  if (!hits[0] || hits[0].term.languages.includes('en')) return null;
  const votes = votesOf(hits);
  const english = votes.get('en') ?? 0;
  votes.delete('en');
  const best = bestOf(votes)[0];
  if (!best || best[1] < Math.max(ENOUGH_BEFORE, SECOND_SHARE * english)) return null;
  return hits[0].term.languages.includes(best[0]) ? best[0] : null;
}

const MAX_HITS = 60;
const ENOUGH_TERMS = 2.5;
/** By how many times the terms of one language have to outweigh those of any other. */
const TERMS_RATIO = 2;

/** The language that most terms are words of; a term counts the more, the fewer languages have it. */
function languageOfTerms(hits: readonly Hit[]): string | null {
  const [first, second] = bestOf(votesOf(hits));
  if (!first || first[1] < ENOUGH_TERMS) return null;
  return first[1] >= TERMS_RATIO * (second?.[1] ?? 0) ? first[0] : null;
}

function votesOf(hits: readonly Hit[]): Map<string, number> {
  const votes = new Map<string, number>();
  for (const { term } of hits.slice(0, MAX_HITS))
    for (const language of term.kind === 'familiar' ? [] : term.languages)
      votes.set(language, (votes.get(language) ?? 0) + 1 / term.languages.length);
  return votes;
}

const bestOf = (votes: ReadonlyMap<string, number>) => [...votes].sort((a, b) => b[1] - a[1]);

const withoutAddresses = (sample: string) =>
  sample.includes('@') || sample.includes('://') ? sample.replace(ADDRESSES, ' ') : sample;

/** How many letters of each script a text has. */
function countLetters(sample: string): Uint16Array {
  const counts = new Uint16Array(SCRIPTS.length + 1);
  for (let i = 0; i < sample.length; i++) counts[scripts[sample.charCodeAt(i)]!]!++;
  return counts;
}

/** Names, and what a mail in another script says once more in English. */
const LATIN_WORDS = /\p{Script=Latin}+/gu;

/** Of a mail in two scripts, either may be its language. */
function isLatinAlone(counts: Uint16Array): boolean {
  let others = 0;
  for (let script = 0; script < LATIN; script++) others += counts[script]!;
  return others * MINORITY <= counts[LATIN]!;
}

/** A mail in two languages says first what most of its readers read. */
const FIRST = 120;
/** From this share of the letters on, the first language is more than a name in another script. */
const FIRST_SHARE = 0.25;

/** Another script than Latin that a text begins in and that a good part of it is in, with its letters. */
function beginning(
  sample: string,
  counts: Uint16Array,
): readonly [script: number, letters: number] | null {
  if (isLatinAlone(counts)) return null;
  const first = countLetters(clip(sample, FIRST));
  const [script, letters] = mainScript(first);
  if (letters === 0 || script === LATIN || letters < first[LATIN]! * LATIN_SHARE) return null;
  const all = counts[script]! * weightOf(script);
  if (all < counts[LATIN]! * LATIN_SHARE * FIRST_SHARE) return null;
  // Japanese is told by its own characters, which a short beginning may lack.
  return SCRIPTS[script]![1] === 'zh' ? mainScript(withoutLatin(counts)) : [script, all];
}

function withoutLatin(counts: Uint16Array): Uint16Array {
  const others = counts.slice();
  others[LATIN] = 0;
  return others;
}

/** The script with the most letters (kana decide for Japanese), and their number. */
function mainScript(counts: Uint16Array): readonly [script: number, letters: number] {
  let best = NO_SCRIPT;
  let most = 0;
  for (let script = 0; script < SCRIPTS.length; script++) {
    const language = SCRIPTS[script]![1];
    const count = counts[script]! * weightOf(script);
    // Japanese is written with Chinese characters between its own.
    if (language === 'zh' && SCRIPTS[best]?.[1] === 'ja' && count < most * 10) continue;
    if (count > most) [best, most] = [script, count];
  }
  return [best, most];
}

function weightOf(script: number): number {
  if (script === LATIN) return LATIN_SHARE;
  return DENSE.has(SCRIPTS[script]![1]) ? DENSITY : 1;
}

/** Whether traditional characters are in the majority. */
function isTraditional(sample: string): boolean {
  let balance = 0;
  for (const letter of sample)
    balance += Number(ONLY_TRADITIONAL.has(letter)) - Number(ONLY_SIMPLIFIED.has(letter));
  return balance > 0;
}

const load = createRequire(import.meta.url);
let statistics: typeof Tinyld | undefined;

/** 50 MB of a process, for one mail of ten: words and terms tell the others. They are loaded for the first of them. */
const detect: typeof Tinyld.detect = (text, options) =>
  (statistics ??= load('tinyld') as typeof Tinyld).detect(text, options);

/** By the statistics of the first letters. */
function byLetters(sample: string, script: number): string | null {
  const words = clip(firstWords(sample, beginsIn(sample, script) ? script : null), LETTERS);
  const detected = detect(words, { only: LANGUAGES });
  const language = corrected(PREFERRED[detected] ?? detected, sample);
  return language === '' || lacksWordsOf(language, sample) ? null : language;
}

/** Whether a text begins in its script; foreign names and a second language come behind. */
function beginsIn(sample: string, script: number): boolean {
  const counts = countLetters(clip(sample, OPENING));
  return counts[script]! >= counts[LATIN]!;
}

/** Enough words, of one script if one is given, with single blanks between. */
function firstWords(sample: string, script: number | null): string {
  let words = '';
  WORD.lastIndex = 0;
  for (let match = WORD.exec(sample); match; match = WORD.exec(sample)) {
    if (script !== null && scripts[match[0].charCodeAt(0)] !== script) continue;
    words += words === '' ? match[0] : ` ${match[0]}`;
    if (words.length >= LETTERS) break;
  }
  return words;
}
