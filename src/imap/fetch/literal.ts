import { DECODABLE, decodeStream } from '../../mail/mime/transfer-stream.js';
import type { PartMap } from '../session.js';
import { locate, partAt, type ByteRange } from './locate.js';
import type { Section } from './section.js';
import { selectFields } from './select-fields.js';

/** Bytes that are there, or are read as they are taken. */
export type Bytes = Buffer | AsyncIterable<Buffer>;

/** Bytes of a message, `from` (included) to `to` (not included). Reading them: @throws MessageGone */
export type ByteSource = (from: number, to: number) => Bytes;

/** What is sent as a literal: its length is known before its first byte. */
export interface Literal {
  readonly length: number;
  readonly bytes: Bytes;
}

/** `<offset.count>` of a FETCH. */
export interface Partial {
  readonly offset: number;
  readonly count: number;
}

/** What is not longer is made once and kept, longer things are made twice: to be counted, and to be sent. */
const MAX_KEPT = 256 * 1024;

/** `BODY[section]<partial>`; null where the message has no such part: NIL. @throws MessageGone */
export function sectionLiteral(
  source: ByteSource,
  message: PartMap,
  section: Section,
  partial?: Partial,
): Literal | null | Promise<Literal> {
  const range = locate(message, section);
  if (!range) return null;
  const { fields } = section;
  if (!fields) return verbatim(source, range, partial);
  return made(range, () => selectFields(inPieces(source(...range)), fields), partial);
}

/** `BINARY[path]<partial>`; `unknown` where the encoding is: `NO [UNKNOWN-CTE]`. @throws MessageGone */
export async function binaryLiteral(
  source: ByteSource,
  message: PartMap,
  path: readonly number[],
  partial?: Partial,
): Promise<Literal | 'unknown' | null> {
  const found = encodedAt(message, path);
  if (!found || found === 'unknown') return found;
  const { range, encoding } = found;
  if (!isEncoded(encoding)) return verbatim(source, range, partial);
  return made(range, () => decodeStream(inPieces(source(...range)), encoding), partial);
}

/** `BINARY.SIZE[path]`: bytes, decoded; 0 where there is no such part, as it has to be a number. @throws MessageGone */
export async function binarySize(
  source: ByteSource,
  message: PartMap,
  path: readonly number[],
): Promise<number | 'unknown'> {
  const found = encodedAt(message, path);
  if (!found) return 0;
  if (found === 'unknown') return found;
  const { range, encoding } = found;
  if (!isEncoded(encoding)) return range[1] - range[0];
  return lengthOf(decodeStream(inPieces(source(...range)), encoding));
}

interface Encoded {
  readonly range: ByteRange;
  readonly encoding: string;
}

function encodedAt(message: PartMap, path: readonly number[]): Encoded | 'unknown' | null {
  if (path.length === 0) return { range: [message.header[0], message.body[1]], encoding: '8bit' };
  const part = partAt(message, path);
  if (!part) return null;
  // What has parts is not encoded as a whole (RFC 2045 section 6.4).
  if (part.children || part.message) return { range: part.body, encoding: '8bit' };
  return DECODABLE.has(part.encoding) ? { range: part.body, encoding: part.encoding } : 'unknown';
}

const isEncoded = (encoding: string) => encoding === 'base64' || encoding === 'quoted-printable';

function verbatim(source: ByteSource, [from, to]: ByteRange, partial?: Partial): Literal {
  const [start, end] = within(to - from, partial);
  return { length: end - start, bytes: source(from + start, from + end) };
}

/** Something made from the bytes of a range, not longer than they are. */
async function made(
  [from, to]: ByteRange,
  make: () => AsyncIterable<Buffer>,
  partial?: Partial,
): Promise<Literal> {
  if (to - from > MAX_KEPT) {
    const [start, end] = within(await lengthOf(make()), partial);
    return { length: end - start, bytes: cut(make(), start, end) };
  }
  const kept: Buffer[] = [];
  for await (const piece of make()) kept.push(piece);
  const whole = Buffer.concat(kept);
  const [start, end] = within(whole.length, partial);
  return { length: end - start, bytes: whole.subarray(start, end) };
}

/** What of `length` bytes a partial names: none where it begins behind the end. */
function within(length: number, partial?: Partial): ByteRange {
  if (!partial) return [0, length];
  const start = Math.min(partial.offset, length);
  return [start, Math.min(start + partial.count, length)];
}

async function lengthOf(pieces: AsyncIterable<Buffer>): Promise<number> {
  let length = 0;
  for await (const piece of pieces) length += piece.length;
  return length;
}

async function* inPieces(bytes: Bytes): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(bytes)) yield bytes;
  else yield* bytes;
}

async function* cut(
  pieces: AsyncIterable<Buffer>,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of pieces) {
    const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
    if (wanted.length > 0) yield wanted;
    at += piece.length;
    if (at >= end) return;
  }
}
