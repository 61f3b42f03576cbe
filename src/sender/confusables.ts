// Letters that look like Latin ones (a part of Unicode Technical Standard 39, confusables), and the
// digits and pairs of letters that impostors use. What they look like stands first.
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьƅ',
  c: 'сϲ',
  d: 'ԁɗ',
  e: 'еєё3',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιıїϊ1lӏ',
  j: 'јϳ',
  k: 'кκ',
  m: 'м',
  n: 'ոпη',
  o: 'оοօσ0',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гⲅ',
  s: 'ѕꜱ5',
  t: 'тτ',
  u: 'υսц',
  v: 'ѵν',
  w: 'ѡԝш',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ2',
};

const LETTERS = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([letter, alike]) =>
    [...alike].map((other) => [other, letter] as const),
  ),
);
const PAIRS = /rn|vv|cl/g;
const PAIR_LOOKS_LIKE: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' };

/** The word without accents and other marks on its letters. */
export const withoutMarks = (word: string): string =>
  word.normalize('NFKD').replace(/\p{M}+/gu, '');

/** What `word` looks like at a glance: two words with the same skeleton are easily confused. */
export function skeleton(word: string): string {
  const letters = [...withoutMarks(word).toLowerCase()]
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('');
  return letters.replace(PAIRS, (pair) => PAIR_LOOKS_LIKE[pair] ?? pair).replaceAll('-', '');
}

const LATIN = /\p{Script=Latin}/u;
const LATIN_LIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/** Whether `word` has letters of scripts that no language writes in one word, but that look alike. */
export const mixesScripts = (word: string): boolean => LATIN.test(word) && LATIN_LIKE.test(word);
