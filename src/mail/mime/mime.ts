import type { EncodedBytes } from '../analysis.js';
import type { Head } from './mime-head.js';
import { PartReader, type MimePart } from './mime-parts.js';
import { decodeTransfer } from './transfer.js';

const SPACE = 0x20;
const RETURN_RUN = '\r'.repeat(64);

/** A part without children, its transfer encoding undone. */
export interface Leaf {
  readonly part: MimePart;
  readonly type: string;
  readonly content: Buffer;
  /** Where the message holds it; null where that is not one place. */
  readonly place: EncodedBytes | null;
}

/** What was found; `cut` when the message is nested or headed beyond all reason. */
export interface MimeTree {
  readonly root: Head;
  readonly leaves: readonly Leaf[];
  readonly cut: boolean;
}

/**
 * Splits a message into its parts. A nested message/rfc822 stays one part.
 *
 * @throws Error when not even the header can be read.
 */
export async function splitMessage(raw: Buffer): Promise<MimeTree> {
  const readable = withoutReturnRuns(raw);
  const reader = new PartReader(readable);
  const cut = reader.read();
  const [first] = reader.parts;
  if (!first) throw new Error('The message has no readable header');
  const within = readable === raw ? raw : null;
  const parents = new Set(reader.parts.map(({ parent }) => parent));
  const leaves = reader.parts.flatMap((part) => leafOf(part, within, parents));
  return { root: first.head, leaves: leaves.length > 0 ? leaves : [wholeAsText(first)], cut };
}

function leafOf(part: MimePart, raw: Buffer | null, parents: ReadonlySet<MimePart | null>): Leaf[] {
  if (part.head.multipart === '') return [toLeaf(part, raw)];
  if (part.parent === null || parents.has(part)) return [];
  const whole = wholeAsText(part);
  return whole.content.some((byte) => byte > SPACE) ? [whole] : [];
}

/** Reading a header takes time in the square of the length of a run of bare CR; no mail program sends one. */
function withoutReturnRuns(raw: Buffer): Buffer {
  // Two of them are looked for faster than many.
  if (!raw.includes('\r\r') || !raw.includes(RETURN_RUN)) return raw;
  return Buffer.from(raw.toString('latin1').replace(/\r{2,}/g, '\r'), 'latin1');
}

function toLeaf(part: MimePart, raw: Buffer | null): Leaf {
  const { head } = part;
  const bodies = piecesOf(part);
  const encoded = bodies.length === 1 ? bodies[0]! : Buffer.concat(bodies);
  // What only this reading decodes has its bytes kept.
  const offset = head.encoding === 'uuencode' ? null : raw && offsetOf(bodies, raw);
  return {
    part,
    type: head.contentType || 'text/plain',
    content: decodeTransfer(encoded, head.encoding),
    place: offset === null ? null : { offset, length: encoded.length, encoding: undoable(head) },
  };
}

/** The content of a part as sent, what stands in its head included. */
export const piecesOf = ({ stray, bodies }: MimePart): readonly Buffer[] =>
  stray ? [stray, ...bodies] : bodies;

/** An unknown encoding leaves the bytes alone. */
function undoable({ encoding }: Head): EncodedBytes['encoding'] {
  return encoding === 'base64' || encoding === 'quoted-printable' ? encoding : '8bit';
}

/** Where pieces of `raw` begin that follow each other; null where they do not. */
function offsetOf(pieces: readonly Buffer[], raw: Buffer): number | null {
  const [first] = pieces;
  if (!first) return null;
  let end = first.byteOffset;
  for (const { byteOffset, length } of pieces) {
    if (byteOffset !== end) return null;
    end += length;
  }
  return first.byteOffset - raw.byteOffset;
}

/** A multipart without a usable boundary: its bytes are shown as text rather than lost. */
function wholeAsText(part: MimePart): Leaf {
  const bytes = Buffer.concat(part.stray ? [part.stray, ...part.rest] : part.rest);
  // With it stands what follows in the part around.
  const end = part.parent ? bytes.indexOf(`\n--${part.parent.head.boundary}`, 0, 'latin1') : -1;
  const content = end < 0 ? bytes : bytes.subarray(0, end);
  return { part, type: 'text/plain', content, place: null };
}
