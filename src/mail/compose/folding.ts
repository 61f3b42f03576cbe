import libmime from 'libmime';

// Lines of a header are broken at blanks only, and hold 998 bytes (RFC 5322 section 2.1.1).
const MAX_WORD = 900;
const ASCII = /^[!-~]*$/;
const ENCODED_WORD = 60;

// Bytes of a line without its end that every server takes (RFC 5321 section 4.5.3.1.6).
const MAX_LINE = 998;
const CR = 0x0d;

/** Whether a line is longer than every server takes. */
export function hasOverlongLine(bytes: Buffer): boolean {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf('\n', from);
    const next = end < 0 ? bytes.length : end;
    const length = next - from - (bytes[next - 1] === CR ? 1 : 0);
    if (length > MAX_LINE) return true;
    from = next + 1;
  }
  return false;
}

/** Whether the lines of a header that hold `text` can be broken; what is not ASCII becomes encoded words. */
export const isFoldable = (text: string): boolean =>
  text.length <= MAX_WORD ||
  text.split(/\s/).every((word) => word.length <= MAX_WORD || !ASCII.test(word));

/** A field of encoded words (RFC 2047), as nodemailer takes it: lines can be broken between them. */
export const inWords = (key: string, text: string) => ({
  key,
  value: libmime.encodeWord(text, 'B', ENCODED_WORD),
  prepared: true,
  foldLines: true,
});
