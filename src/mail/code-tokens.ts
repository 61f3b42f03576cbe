/** A word of a text with its place. */
export interface Token {
  readonly index: number;
  readonly token: string;
}

/** Words with a digit and words in capitals, with what is joined to them by hyphens. */
const TOKEN = /\b(?:[A-Za-z]{0,10}\d[0-9A-Za-z]*|[A-Z]{1,14}(?![A-Za-z]))(?:[-‐‑‒–][0-9A-Za-z]+)*/y;
/** What each of them has and most words have not; one character. */
const HINT = /[0-9]|[A-Z](?![a-z])/g;

/** The words of a text that may be codes or parts of them; ordinary words are passed over fast. */
export function findTokens(text: string): Token[] {
  const found: Token[] = [];
  HINT.lastIndex = 0;
  while (HINT.test(text)) {
    const hint = HINT.lastIndex - 1;
    const index = startOfWord(text, hint);
    TOKEN.lastIndex = index;
    const isToken = TOKEN.test(text);
    if (isToken) found.push({ index, token: text.slice(index, TOKEN.lastIndex) });
    HINT.lastIndex = endOfWord(text, isToken ? TOKEN.lastIndex : hint);
  }
  return found;
}

/** Letters, digits and the low line of ASCII, by code. */
const IN_WORD = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(/\w/.test(String.fromCharCode(code))),
);

function startOfWord(text: string, place: number): number {
  let start = place;
  while (start > 0 && IN_WORD[text.charCodeAt(start - 1)] === 1) start--;
  return start;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && IN_WORD[text.charCodeAt(end)] === 1) end++;
  return end;
}
