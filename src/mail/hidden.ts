const ASCII = /^[\0-\x7f]*$/;
/** Emoji flags of regions are written with tag characters: nothing is hidden there. */
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}/gu;
const TAGS = /[\u{e0020}-\u{e007f}]{2}/u;
/** An invisible character inside a word that needs none. */
const SPLIT_WORD = /[A-Za-z0-9а-яё][\u200b-\u200d\u2060-\u2064\ufeff][A-Za-z0-9а-яё]/iu;
const SHORT = 3;
/** Words, or single characters of scripts that do not separate words. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Nd}]{4,}/gu;
const SAMPLES = 12;
const MAX_COMPARED = 20_000;
const MIN_WORDS = 8;
const MIN_SHARED = 0.3;

/** Whether a text holds characters that say something and cannot be seen. */
export function hasInvisibleText(text: string): boolean {
  if (ASCII.test(text)) return false;
  return SPLIT_WORD.test(text) || TAGS.test(text.replace(FLAG, ''));
}

/** Whether what an HTML page does not show is more than the filler of a preview line. */
export const hidesText = (hiddenText: string) => hiddenText.length >= SHORT;

/** Whether the plain alternative speaks of something else than the HTML one. */
export function saysOtherThings(text: string, html: string): boolean {
  if (sharesSamples(text, html)) return false;
  const plain = wordsOf(text);
  const shown = wordsOf(html);
  if (plain.size < MIN_WORDS || shown.size < MIN_WORDS) return false;
  let shared = 0;
  for (const word of plain) if (shown.has(word)) shared++;
  return shared / plain.size < MIN_SHARED;
}

/** Nearly always the two are the same, which the first few words show. */
function sharesSamples(text: string, html: string): boolean {
  const samples = (text.slice(0, 400).match(WORD) ?? []).slice(0, SAMPLES);
  const shared = samples.filter((word) => html.includes(word)).length;
  return samples.length >= SAMPLES / 2 && shared >= samples.length * 0.7;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.slice(0, MAX_COMPARED).toLowerCase().match(WORD) ?? []);
}
