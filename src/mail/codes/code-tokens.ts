/** A word of a text with its place. */
export interface CodeToken {
  readonly index: number;
  readonly token: string;
}

/** Words with a digit and words in capitals, with what is joined to them by hyphens. */
const TOKEN =
  /(?:[A-Za-z]{0,10}\d[0-9A-Za-z]*|[A-Z]{1,14}(?![A-Za-zÀ-ɏ\u0300-\u036fḀ-ỿ]))(?:[-‐‑‒–][0-9A-Za-z]+)*/y;
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
    const other = tokenOfOthersAt(text, index, Math.max(end, hint + 1));
    if (other) found.push(other);
    else if (end > index) found.push({ index, token: text.slice(index, end) });
    HINT.lastIndex = other
      ? other.index + other.token.length
      : endOfWord(text, Math.max(end, hint));
  }
  return found;
}

/** Where the token that begins at a place ends; the place itself where none does. */
function endOfToken(text: string, index: number): number {
  TOKEN.lastIndex = index;
  return TOKEN.test(text) ? TOKEN.lastIndex : index;
}

/** Capitals of Cyrillic or Greek and digits: `Д7К4М2`, `ТК-3308`. */
const OTHERS = /[\u0391-\u03a9\u0400-\u042f\u0490\d]+(?:-[\u0391-\u03a9\u0400-\u042f\u0490\d]+)*/y;
const MAX_LETTERS = 8;

/** A code with letters that look like those of Latin, but are others. */
function tokenOfOthersAt(text: string, start: number, end: number): CodeToken | null {
  const next = text.charAt(end) === '-' ? end + 1 : end;
  if (!goesOnBefore(text, start) && !isOther(text, next)) return null;
  let index = start;
  while (index > 0 && start - index < MAX_LETTERS && goesOnBefore(text, index)) index--;
  OTHERS.lastIndex = index;
  if (!OTHERS.test(text) || OTHERS.lastIndex < end) return null;
  return { index, token: text.slice(index, OTHERS.lastIndex) };
}

/** Whether such a letter stands before a place, a hyphen between or not. */
const goesOnBefore = (text: string, place: number) =>
  isOther(text, place - 1) || (text.charAt(place - 1) === '-' && isOther(text, place - 2));

/** Whether it is a capital of one of the two. */
function isOther(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return (code >= 0x400 && code <= 0x42f) || code === 0x490 || (code >= 0x391 && code <= 0x3a9);
}

/** Letters and digits of ASCII, by code. */
const IN_WORD = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(/[a-z\d]/i.test(String.fromCharCode(code))),
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
