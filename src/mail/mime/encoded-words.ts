import { decodeCharset } from './charset.js';
import { clip, safeText } from '../text/safe-text.js';
import { hexPair } from './transfer.js';

/** An encoded word (RFC 2047, section 2); its language (RFC 2231, section 5) is left out. */
const WORD = /=\?([^?*\s]{1,64})(?:\*[^?\s]{0,32})?\?([bq])\?([^?]*)\?=/gi;
const ANYTHING_BUT_BLANKS = /\S/;
/** Charsets that each word shifts into and out of anew. */
const SHIFTING = /^iso-2022-|^csiso2022/;

const MAX_VALUE = 16 * 1024;
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
    const charset = label.toLowerCase();
    const follows = end > 0 && !ANYTHING_BUT_BLANKS.test(between);
    if (!follows || run.charset !== charset || SHIFTING.test(charset)) {
      text += textOf(run) + (follows ? '' : between);
      run = { charset, pieces: [] };
    }
    run.pieces.push(bytesOf(encoding, content));
    end = match.index + word.length;
  }
  return text + textOf(run) + value.slice(end);
}

const textOf = ({ charset, pieces }: EncodedRun) =>
  pieces.length === 0 ? '' : decodeCharset(Buffer.concat(pieces), charset);

function bytesOf(encoding: string, content: string): Buffer {
  if (encoding === 'b' || encoding === 'B') return Buffer.from(content, 'base64');
  return decodeQ(Buffer.from(content));
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
