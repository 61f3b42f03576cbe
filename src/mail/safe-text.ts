// Postgres takes neither NUL nor half of a surrogate pair in text.
const UNSTORABLE = /\0|\p{Cs}/u;
const ALL_UNSTORABLE = /\0|\p{Cs}/gu;

/** The text as a database can hold it: without NUL, lone surrogates become U+FFFD. */
export function safeText(text: string): string {
  if (!UNSTORABLE.test(text)) return text;
  return text.replace(ALL_UNSTORABLE, (char) => (char === '\0' ? '' : '\uFFFD'));
}

/** At most `max` UTF-16 units, never half a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const cutsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, cutsPair ? max - 1 : max);
}

/** One line: control characters and runs of blanks become one blank. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** At most `max` units with an ellipsis where something was cut off. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${clip(text, max - 1).trimEnd()}…`;
}
