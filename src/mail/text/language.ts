import { unitsOf } from './fold.js';
import type { Hit } from './lexicon.js';
import { clip } from './safe-text.js';
import { LEXICON_TEXTS } from '../words/word-lists.js';

/** How many characters of a mail are looked at. */
const SAMPLE = 400;
/** Four letters of Latin, or two of another script: fewer say nothing. */
const ENOUGH = 1;

/**
 * Scripts as ranges of UTF-16 units, the language that a text in them is in where no word tells ('' for none), and others
 * that are written in them. What no other script has is written in Latin, the last one.
 */
const SCRIPTS = [
  ['3040-30ff', 'ja'],
  ['1100-11ff 3130-318f ac00-d7a3', 'ko'],
  ['3400-9fff', 'zh'],
  ['0e00-0e7f', 'th'],
  ['0590-05ff', 'he', 'yi'],
  ['0900-097f', 'hi', 'mr', 'ne'],
  ['0980-09ff', 'bn', 'as'],
  ['0a00-0a7f', 'pa'],
  ['0a80-0aff', 'gu'],
  ['0b00-0b7f', 'or'],
  ['0b80-0bff', 'ta'],
  ['0c00-0c7f', 'te'],
  ['0c80-0cff', 'kn'],
  ['0d00-0d7f', 'ml'],
  ['0d80-0dff', 'si'],
  ['0e80-0eff', 'lo'],
  ['1000-109f', 'my'],
  ['1200-139f', 'am', 'ti'],
  ['1780-17ff', 'km'],
  ['0370-03ff', 'el'],
  ['0530-058f', 'hy'],
  ['10a0-10ff', 'ka'],
  ['0600-06ff', '', 'ar', 'fa', 'ur', 'ckb', 'ps', 'sd', 'ug'],
  ['0400-052f', '', 'ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'mn', 'tg', 'tt'],
  ['0041-005a 0061-007a 00c0-024f 1e00-1eff', '', 'sr'],
].map(([ranges = '', usual = '', ...others]) => ({ ranges, usual, others }));
const JAPANESE = 0;
const CHINESE = 2;
const LATIN = SCRIPTS.length - 1;
const NO_SCRIPT = SCRIPTS.length;
const NOT_IN_LATIN = new Set(
  SCRIPTS.slice(0, LATIN).flatMap(({ usual, others }) => [usual, ...others]),
);

/** The script of each UTF-16 unit, by its place in the list. */
const scripts = new Uint8Array(0x10000).fill(NO_SCRIPT);
SCRIPTS.forEach(({ ranges }, script) => {
  for (const unit of unitsOf(ranges)) scripts[unit] = script;
});

/** A letter of Japanese, Korean and Chinese, the first of all, says as much as several others. */
const DENSITY = 3;
/** Mail in two languages repeats in English what it says: a letter of Latin says less. */
const LATIN_SHARE = 0.3;
/** Japanese is told by its own characters, between which it has so many Chinese ones. */
const HAN_FOR_KANA = 10;

// Characters that only one of the two ways to write Chinese has, the most frequent ones first.
const SIMPLIFIED =
  '们这个来说国时会为对发过还样开动点给与实务应两关电话间长门问见无头经进边场车红华产级码验证录请号帐户钟内误订单货账费邮变确认护网络设备态输换复';
const TRADITIONAL =
  '們這個來說國時會為對發過還樣開動點給與實務應兩關電話間長門問見無頭經進邊場車紅華產級碼驗證錄請號帳戶鐘內誤訂單貨賬費郵變確認護網絡設備態輸換複';

/** Addresses of the web and of mail. */
const ADDRESSES = /\bhttps?:\/\/\S+|[^\s@]{1,64}@\S+/gi;
const WORD = /[\p{L}\p{M}]+/gu;

/** Languages by the words that running text cannot do without, and by the letters that not all alphabets have. */
const FREQUENT = ownersOf(LEXICON_TEXTS.frequent);
const LETTERS = ownersOf(LEXICON_TEXTS.letters);

function ownersOf(lists: Readonly<Record<string, Iterable<string>>>) {
  const owners = new Map<string, readonly string[]>();
  for (const [language, list] of Object.entries(lists))
    for (const one of new Set(list)) owners.set(one, [...(owners.get(one) ?? []), language]);
  return owners;
}

/** A term and where in the text it begins. */
type PlacedTerm = Pick<Hit, 'start' | 'term'>;

/**
 * The language that a text begins in, as BCP 47 names it; Chinese with its script. Null when there are too few words
 * to tell it from another. `hits` are the terms found in it.
 */
export function detectLanguage(text: string, hits: readonly PlacedTerm[] = []): string | null {
  const sample = clip(text, SAMPLE).replace(ADDRESSES, ' ');
  const script = scriptOf(sample);
  if (script === NO_SCRIPT) return null;
  const { usual, others } = SCRIPTS[script]!;
  if (usual === 'zh') return isTraditional(sample) ? 'zh-Hant' : 'zh-Hans';
  if (usual !== '' && others.length === 0) return usual;
  const points: Points = new Map(usual === '' ? [] : [[usual, 1]]);
  const words = wordsOf(sample, script);
  for (const [word, place] of words) addTo(points, FREQUENT.get(word), weightAt(place));
  addTerms(points, script, hits);
  addLetters(points, script, [...words.keys()]);
  return foremost(points);
}

/** Of languages. */
type Points = Map<string, number>;

/** A mail in two languages begins with its own: what a word or a term counts at a place. */
const weightAt = (place: number) => 0.15 + Math.exp(-place / 80);

/** What several languages have counts less for each. */
function addTo(points: Points, languages: readonly string[] = [], weight = 1): void {
  for (const language of languages)
    points.set(language, (points.get(language) ?? 0) + weight / Math.sqrt(languages.length));
}

function addTerms(points: Points, script: number, hits: readonly PlacedTerm[]): void {
  for (const { start, term } of hits)
    if (start < SAMPLE && term.kind !== 'familiar')
      addTo(points, writtenIn(script, term.languages), weightAt(start));
}

/** Each letter counts once, and against the languages that lack it. */
function addLetters(points: Points, script: number, words: readonly string[]): void {
  const letters = [...new Set(words.join(''))].filter((letter) => LETTERS.has(letter));
  const alphabets = letters.map((letter) => writtenIn(script, LETTERS.get(letter)!));
  for (const languages of alphabets) addTo(points, languages);
  for (const [language, sum] of points)
    points.set(language, sum - alphabets.filter((one) => !one.includes(language)).length);
}

/** From so many points on a language is told, if none of the others has nearly as many. */
const TOLD = 0.5;
const AHEAD = 0.05;

function foremost(points: Points): string | null {
  const [first, second] = [...points].sort(([, one], [, other]) => other - one);
  const isTold = first && first[1] >= Math.max(TOLD, (second?.[1] ?? 0) + AHEAD);
  return isTold ? first[0] : null;
}

function writtenIn(script: number, languages: readonly string[]): readonly string[] {
  const { usual, others } = SCRIPTS[script]!;
  return languages.filter(
    (language) =>
      language === usual ||
      others.includes(language) ||
      (script === LATIN && !NOT_IN_LATIN.has(language)),
  );
}

/** The words of a script in lower case, each with the place where it stands first. */
function wordsOf(sample: string, script: number): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { 0: word, index } of sample.toLowerCase().matchAll(WORD))
    if (scripts[word.charCodeAt(0)] === script && !words.has(word)) words.set(word, index);
  return words;
}

/** The script that most of a text is in; `NO_SCRIPT` where it has hardly any letters. */
function scriptOf(sample: string): number {
  const letters = new Array<number>(NO_SCRIPT + 1).fill(0);
  for (let i = 0; i < sample.length; i++) letters[scripts[sample.charCodeAt(i)]!]!++;
  letters[NO_SCRIPT] = 0;
  for (let script = 0; script <= CHINESE; script++) letters[script]! *= DENSITY;
  letters[LATIN]! *= LATIN_SHARE;
  // Japanese is written with Chinese characters between its own.
  if (letters[JAPANESE]! * HAN_FOR_KANA >= letters[CHINESE]!)
    letters[JAPANESE]! += letters[JAPANESE] === 0 ? 0 : letters[CHINESE]!;
  const most = Math.max(...letters);
  return most <= ENOUGH ? NO_SCRIPT : letters.indexOf(most);
}

/** Whether traditional characters are in the majority. */
function isTraditional(sample: string): boolean {
  const countOf = (letters: string) => [...sample].filter((one) => letters.includes(one)).length;
  return countOf(TRADITIONAL) > countOf(SIMPLIFIED);
}
