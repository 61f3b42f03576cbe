/** Letters of scripts that put no blanks between words: the search vector has whole sentences as words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const PLAIN_WORDS = /^[\p{L}\p{N} ]+$/u;
// A shorter beginning is that of most words.
const SHORTEST_BEGINNING = 3;
// Longer than any word that is looked for; the vector has none of more than 2 kB.
const LONGEST_WORD = 100;

/**
 * A tsquery of what the search vector of a mail has whose text holds `part`: all of its words, the last as a
 * beginning. Null where the vector does not tell, and the text has to be read: words it cuts differently when
 * something else stands beside them, and those it cannot tell apart.
 */
export function beginningsOf(part: string): string | null {
  if (!PLAIN_WORDS.test(part) || UNSPACED.test(part)) return null;
  const words = part.split(' ').filter(Boolean);
  if (words.some(({ length }) => length > LONGEST_WORD)) return null;
  const isWhole = part.endsWith(' ');
  const sought = words.flatMap((word, index) => {
    if (isWhole || index < words.length - 1) return `'${word}'`;
    return word.length < SHORTEST_BEGINNING ? [] : `'${word}':*`;
  });
  return sought.length > 0 ? sought.join(' & ') : null;
}
