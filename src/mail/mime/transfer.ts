import { isUtf8 } from 'node:buffer';
import { decodeUuencode } from './uuencode.js';

const EQUALS = 0x3d;
const LF = 0x0a;
const CR = 0x0d;

/** Undoes a Content-Transfer-Encoding (RFC 2045 section 6); an unknown one leaves the bytes alone. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes, bytes.length);
  if (encoding === 'base64') return new Base64Decoder().decode(bytes);
  return encoding === 'uuencode' ? decodeUuencode(bytes) : bytes;
}

const SPACE = 0x20;
/** Line breaks, and what mailing lists draw rules of. */
const ABOVE_FOOTERS = new Set([CR, LF, ...Buffer.from('-_ ')]);

/**
 * Where the base64 of a text ends: mailing lists and scanners write their footers behind it as they are. A blank
 * within a line, behind padding or where other lines came before, begins one.
 */
export function endOfBase64(bytes: Buffer): number {
  let at = bytes.indexOf(SPACE);
  while (at >= 0 && !isWithinLine(bytes, at)) at = bytes.indexOf(SPACE, at + 1);
  if (at < 0) return bytes.length;
  if (bytes[at - 1] === EQUALS) return at;
  let end = bytes.lastIndexOf(LF, at) + 1;
  if (end === 0) return bytes.length;
  while (end > 0 && ABOVE_FOOTERS.has(bytes[end - 1]!)) end--;
  return end;
}

const isWithinLine = (bytes: Buffer, at: number) =>
  at > 0 && bytes[at - 1]! > SPACE && (bytes[at + 1] ?? 0) > SPACE;

/** What a program may put among base64 is less than one in so many characters, its words are longer than others. */
const RARE = 20;
const LONG_WORD = 12;
const FEW_WORDS = 4;
const SAMPLE_BYTES = 4096;

/** Whether it can be base64: programs say so of texts that they did not encode. `isWhole` asks for all of it. */
export function isBase64(bytes: Buffer, isWhole: boolean): boolean {
  const text = bytes.toString('latin1', 0, SAMPLE_BYTES).trim();
  const others = text.match(/[^\w+/=\s-]/g)?.length ?? 0;
  if (others * RARE > text.length) return false;
  const words = text.split(/\s+/);
  const isInFours = words.slice(0, -1).every(({ length }) => length % 4 === 0);
  if (!isInFours && words.length > FEW_WORDS && text.length < words.length * LONG_WORD)
    return false;
  return !isWhole || bytes.includes(EQUALS) || bytes.filter(isLetter).length % 4 === 0;
}

/** Bytes of which so many are text by chance hardly ever. */
const LEAST_TEXT = 6;
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

/** Whether that came out of base64 can only have been encoded, whatever stood among it. */
export const isText = (decoded: Buffer): boolean =>
  decoded.length >= LEAST_TEXT && isUtf8(decoded) && !CONTROLS.test(decoded.toString('latin1'));

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** By byte: six bits, those of the URL alphabet too; -1 for what is none of either. */
const SIX_BITS = Int8Array.from({ length: 0x100 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (char === '+' || char === '-') return 62;
  return char === '/' || char === '_' ? 63 : ALPHABET.indexOf(char);
});

const isLetter = (byte: number) => SIX_BITS[byte]! >= 0;

/**
 * Decodes base64 that comes in pieces; what is none of its alphabets is passed over. Some programs pad every line or
 * glue several encoded blocks together: each begins anew.
 */
export class Base64Decoder {
  private bits = 0;
  private held = 0;

  decode(bytes: Buffer): Buffer {
    const out = Buffer.allocUnsafe(Math.ceil((bytes.length / 4) * 3) + 1);
    let length = 0;
    let { bits, held } = this;
    for (let at = 0; at < bytes.length;) {
      const block = bits === 0 ? blockAt(bytes, at) : -1;
      if (block >= 0) {
        out[length++] = block >> 16;
        out[length++] = block >> 8;
        out[length++] = block;
        at += 4;
        continue;
      }
      const byte = bytes[at++]!;
      const value = SIX_BITS[byte]!;
      if (byte === EQUALS) bits = 0;
      if (value < 0) continue;
      held = ((held << 6) | value) & 0xffff;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      out[length++] = held >> bits;
    }
    this.bits = bits;
    this.held = held;
    return out.subarray(0, length);
  }
}

/** What four letters stand for, which is nearly all there is; negative where there are not four. */
function blockAt(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) return -1;
  const first = (SIX_BITS[bytes[at]!]! << 18) | (SIX_BITS[bytes[at + 1]!]! << 12);
  return first | (SIX_BITS[bytes[at + 2]!]! << 6) | SIX_BITS[bytes[at + 3]!]!;
}

/** By byte: the value of a hexadecimal digit; -1 for any other. */
const FOUR_BITS = Int8Array.from({ length: 0x100 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

/**
 * RFC 2045 section 6.7 in one pass over the bytes up to `end`; what is not an escape stays as it is. Bytes behind
 * `end` are those that follow; where there are none, the last line ends.
 */
export function decodeQuotedPrintable(bytes: Buffer, end: number): Buffer {
  const out = Buffer.allocUnsafe(end);
  let length = 0;
  let solid = 0;
  for (let i = 0; i < end;) {
    const byte = bytes[i]!;
    if (byte !== EQUALS) {
      if (byte === LF) length = trimBlanks(out, length, solid);
      out[length++] = byte;
      i++;
      continue;
    }
    const value = hexPair(bytes, i + 1);
    const lineBreak = value < 0 ? softBreakLength(bytes, i + 1) : null;
    if (lineBreak === null) out[length++] = value < 0 ? EQUALS : value;
    i += 1 + (lineBreak ?? (value < 0 ? 0 : 2));
    solid = length;
  }
  return out.subarray(0, end < bytes.length ? length : trimBlanks(out, length, solid));
}

// A line has no more bytes (RFC 5322 section 2.1.1), so transport adds no more blanks to it.
const MAX_BLANKS = 998;

/** Where the blanks in front of `end` begin, `from` or later: of more than a line may have the last ones. */
function blanksBefore(bytes: Buffer, end: number, from = 0): number {
  const least = Math.max(from, end - MAX_BLANKS);
  let at = end;
  while (at > least && (bytes[at - 1] === 0x20 || bytes[at - 1] === 0x09)) at--;
  return at;
}

/** Blanks at a line's end are an artefact of transport (rule 3), unless they were escaped. */
function trimBlanks(out: Buffer, length: number, solid: number): number {
  const hasReturn = length > solid && out[length - 1] === CR;
  const end = blanksBefore(out, hasReturn ? length - 1 : length, solid);
  if (!hasReturn) return end;
  out[end] = CR;
  return end + 1;
}

/** Where the last bytes of quoted-printable begin whose meaning depends on what follows: blanks, an escape. */
export function undecidedFrom(bytes: Buffer): number {
  const hasReturn = bytes.at(-1) === CR;
  const at = blanksBefore(bytes, hasReturn ? bytes.length - 1 : bytes.length);
  if (bytes[at - 1] === EQUALS) return at - 1;
  return at === bytes.length && bytes[at - 2] === EQUALS ? at - 2 : at;
}

/** Bytes of the line break that `=` swallows, null for none; some blanks before it are tolerated. */
function softBreakLength(bytes: Buffer, start: number): number | null {
  let i = start;
  while (i < start + 8 && (bytes[i] === 0x20 || bytes[i] === 0x09)) i++;
  if (i >= bytes.length) return i - start;
  if (bytes[i] === CR && bytes[i + 1] === LF) return i + 2 - start;
  return bytes[i] === LF ? i + 1 - start : null;
}

/** The value of an escaped byte; negative unless both bytes are hexadecimal digits. */
export function hexPair(bytes: Buffer, at: number): number {
  if (at + 1 >= bytes.length) return -1;
  const high = FOUR_BITS[bytes[at]!]!;
  const low = FOUR_BITS[bytes[at + 1]!]!;
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}
