/** A word of a text with its place. */
export interface CodeToken {
  readonly index: number;
  readonly token: string;
}

/** Words with a digit and words in capitals, with what is joined to them by hyphens. */
const TOKEN =
  /\b(?:[A-Za-z]{0,10}\d[0-9A-Za-z]*|[A-Z]{1,14}(?![A-Za-zÀ-ɏ\u0300-\u036fḀ-ỿ]))(?:[-‐‑‒–][0-9A-Za-z]+)*/y;
/** What each of them has and most words have not; one character. */
const HINT = /[0-9]|[A-Z](?![a-z])/g;

/** The words of a text that may be codes or parts of them; ordinary words are passed over fast. */
export function findTokens(text: string): CodeToken[] {
  const found: CodeToken[] = [];
  HINT.lastIndex = 0;
  while (HINT.test(text)) {
    const hint = HINT.lastIndex - 1;
    const index = startOfWord(text, hint);
    const end = endOfToken(text, index);
    const cyrillic = cyrillicAt(text, index, Math.max(end, hint + 1));
    if (cyrillic) found.push(cyrillic);
    else if (end > index) found.push({ index, token: text.slice(index, end) });
    HINT.lastIndex = cyrillic
      ? cyrillic.index + cyrillic.token.length
      : endOfWord(text, Math.max(end, hint));
  }
  return found;
}

/** Where the token that begins at a place ends; the place itself where none does. */
function endOfToken(text: string, index: number): number {
  TOKEN.lastIndex = index;
  return TOKEN.test(text) ? TOKEN.lastIndex : index;
}

/** Capitals of Cyrillic and digits: `Д7К4М2`. */
const CYRILLIC = /[\u0400-\u042f\u0490\d]+(?:-[\u0400-\u042f\u0490\d]+)*/y;
const MAX_LETTERS = 8;

/** A code with letters that look like those of Latin, but are others. */
function cyrillicAt(text: string, start: number, end: number): CodeToken | null {
  if (!isCyrillic(text, start - 1) && !isCyrillic(text, end)) return null;
  let index = start;
  while (index > 0 && start - index < MAX_LETTERS && isCyrillic(text, index - 1)) index--;
  CYRILLIC.lastIndex = index;
  if (!CYRILLIC.test(text) || CYRILLIC.lastIndex < end) return null;
  return { index, token: text.slice(index, CYRILLIC.lastIndex) };
}

function isCyrillic(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return (code >= 0x400 && code <= 0x42f) || code === 0x490;
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
