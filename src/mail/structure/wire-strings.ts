/** Characters of strangers in one answer: ordinary mail has a few hundred. */
const MAX_CHARACTERS = 512 * 1024;
/** Of an address, what stands between its strings and for those that it has not. */
const ADDRESS = 32;
const QUOTABLE = /^[ !#-[\]-~]*$/;
const SEVEN_BIT_LINE = /^[^\0\r\n\x80-\xff]*$/;
const NUL = /\0/g;
/** U+FFFD in UTF-8, one character a byte. */
const REPLACEMENT = '\xef\xbf\xbd';

/**
 * Strings as they go on the wire (RFC 9051 section 4.3), one character a byte. What would not stay in its
 * quotes, and 8-bit bytes, go as literals; what is too much of one mail is left out.
 */
export class WireStrings {
  private room = MAX_CHARACTERS;

  /** Whether there is room for one more address; it is taken then. */
  takesAddress(): boolean {
    this.room -= ADDRESS;
    return this.room > 0;
  }

  /** NIL for what is not there. */
  nstring(value: string | null | undefined): string {
    return value === null || value === undefined || value.length > this.room
      ? 'NIL'
      : this.string(value);
  }

  string(value: string): string {
    if (value.length > this.room) return '""';
    this.room -= value.length;
    if (QUOTABLE.test(value)) return `"${value}"`;
    if (SEVEN_BIT_LINE.test(value)) return `"${value.replace(/["\\]/g, '\\$&')}"`;
    // No literal but literal8 may hold NUL (RFC 9051 section 9, CHAR8).
    const octets = value.replace(NUL, REPLACEMENT);
    return `{${octets.length}}\r\n${octets}`;
  }
}
