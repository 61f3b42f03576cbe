// RFC 9051 section 9, QUOTED-CHAR, in the characters of every revision.
const QUOTABLE = /^[\x20-\x7e]*$/;
const SPECIAL = /["\\]/g;
// Longer strings are easier on readers as literals.
const LONGEST = 1024;

/** Text of ours in quotes: it holds no control and no 8-bit characters. */
export const quoted = (text: string): string => `"${text.replace(SPECIAL, '\\$&')}"`;

/** Any text, one character a byte: in quotes, or as a literal where it cannot be quoted. */
export function string(text: string): string {
  if (text.length <= LONGEST && QUOTABLE.test(text)) return quoted(text);
  const bytes = Buffer.from(text);
  return `{${bytes.length}}\r\n${bytes.toString('latin1')}`;
}

/** A string, or NIL for null. */
export const nstring = (text: string | null): string => (text === null ? 'NIL' : string(text));
