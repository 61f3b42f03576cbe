import { decodeCharset } from './charset.js';
import { clip, safeText } from '../text/safe-text.js';
import { decodeTransfer, hexPair } from './transfer.js';

/**
 * An encoded word (RFC 2047, section 2); its language (RFC 2231, section 5) is left out. Programs leave question marks
 * as they are.
 */
const WORD = /=\?([^?*\s]{1,64})(?:\*[^?\s]{0,32})?\?([bq])\?((?:[^?=]|=(?!\?[^=])|\?(?!=))*)\?=/gi;
const NON_ASCII = /[^\0-\x7f]/;
const ASCII = /[\0-\x7f]+/g;
const ANYTHING_BUT_BLANKS = /\S/;
/** Charsets that each word shifts into and out of anew, unless a program has cut the bytes into words. */
const SHIFTING = /^iso-2022-|^csiso2022/;

const MAX_VALUE = 16 * 1024;
const ESCAPE = 0x1b;
const EQUALS = 0x3d;
const LOW_LINE = 0x5f;
const SPACE = 0x20;

/** Bytes of words that follow each other in one charset: a character may be cut between two of them. */
interface EncodedRun {
  readonly charset: string;
  readonly pieces: Buffer[];
}

/** A header field's value with its encoded words as text. */
export const decodeWords = (value: string): string =>
  value.includes('=?') ? safeText(decoded(clip(value, MAX_VALUE))) : value;

/** Blanks between two words are none. */
function decoded(value: string): string {
  let text = '';
  let end = 0;
  let run: EncodedRun = { charset: '', pieces: [] };
  for (const match of value.matchAll(WORD)) {
    const [word, label = '', encoding = '', content = ''] = match;
    const between = value.slice(end, match.index);
    const { charset, bytes } = readWord(label.toLowerCase(), encoding, content);
    const follows = end > 0 && !ANYTHING_BUT_BLANKS.test(between);
    if (!follows || run.charset !== charset || shifts(charset, bytes)) {
      text += textOf(run) + (follows ? '' : between);
      run = { charset, pieces: [] };
    }
    run.pieces.push(bytes);
    end = match.index + word.length;
  }
  return text + textOf(run) + value.slice(end);
}

const shifts = (charset: string, bytes: Buffer) => bytes[0] === ESCAPE && SHIFTING.test(charset);

const textOf = ({ charset, pieces }: EncodedRun) =>
  pieces.length === 0 ? '' : decodeCharset(Buffer.concat(pieces), charset);

function readWord(charset: string, encoding: string, content: string) {
  if (encoding === 'b' || encoding === 'B')
    return { charset, bytes: decodeTransfer(Buffer.from(content), 'base64') };
  if (!NON_ASCII.test(content)) return { charset, bytes: decodeQ(Buffer.from(content)) };
  // What a program left as it was among what it encoded has been read as text before.
  const text = content.replace(ASCII, (plain) =>
    decodeCharset(decodeQ(Buffer.from(plain)), charset),
  );
  return { charset: 'utf-8', bytes: Buffer.from(text) };
}

/** In place: what should have been encoded and was not stays as it is. */
function decodeQ(bytes: Buffer): Buffer {
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    const value = byte === EQUALS ? hexPair(bytes, i + 1) : -1;
    if (value >= 0) i += 2;
    bytes[length++] = value >= 0 ? value : byte === LOW_LINE ? SPACE : byte;
  }
  return bytes.subarray(0, length);
}
