import type { EncodedBytes } from '../analysis.js';
import { bodyWithinHead, isField, readHead, withFoundBoundary, type Head } from './mime-head.js';
import { findParts, type HeadReader, type Part } from './split-message.js';
import { decodeTransfer } from './transfer.js';

const SPACE = 0x20;
const MAX_HEAD = 4 * 1024 * 1024;

/** A part of a mail, as its head and its places in the message. */
export type MimePart = Part<Head>;

/** A part without children, its transfer encoding undone. */
export interface Leaf {
  readonly head: Head;
  readonly type: string;
  /** As sent. */
  readonly encoded: Buffer;
  readonly content: Buffer;
  /** Where the message holds it; null for what only this reading decodes. */
  readonly place: EncodedBytes | null;
  /** The outermost multipart/alternative around it: its children say the same thing. */
  readonly alternative: MimePart | null;
  /** Whether it stands in one itself. */
  readonly isAlternative: boolean;
}

/** What was found; `cut` when the message is nested beyond all reason. */
export interface MimeTree {
  readonly root: Head;
  readonly leaves: readonly Leaf[];
  readonly cut: boolean;
}

/** Splits a message into its parts; `text` is the same, one character a byte. A nested message/rfc822 stays one part. */
export function splitMessage(raw: Buffer, text = raw.toString('latin1')): MimeTree {
  const { root, cut } = findParts(text, LENIENT);
  const leaves = leavesOf(root, raw, { alternative: null, isAlternative: false });
  // What is nested too deep to be taken apart is not shown either.
  const shown = cut ? leaves.filter(({ head }) => head.multipart === '') : leaves;
  return { root: root.head, leaves: shown, cut };
}

const LENIENT: HeadReader<Head> = {
  /** Unless a field follows: then it is part of the one before. */
  endsHead: (text, line, next) =>
    text.slice(line, next).trim() === '' && !/\s/.test(text.charAt(next)) && !isField(text, next),
  read(text, from, to, around) {
    const stray = bodyWithinHead(text.slice(from, to));
    const bodyFrom = stray < 0 ? to : from + stray;
    const own = readHead(text.slice(from, Math.min(bodyFrom, from + MAX_HEAD)));
    const head = around ? own : withFoundBoundary(own, text, bodyFrom);
    return { head, bodyFrom, boundary: head.boundary, isMessage: false };
  },
};

type Surroundings = Pick<Leaf, 'alternative' | 'isAlternative'>;

function leavesOf(part: MimePart, raw: Buffer, around: Surroundings): Leaf[] {
  const { head, children } = part;
  if (children.length === 0) return leafOf(part, raw, around);
  const isAlternative = head.multipart === 'alternative';
  const alternative = around.alternative ?? (isAlternative ? part : null);
  return children.flatMap((child) => leavesOf(child, raw, { alternative, isAlternative }));
}

function leafOf({ head, from, bodyFrom, to }: MimePart, raw: Buffer, around: Surroundings): Leaf[] {
  const encoded = raw.subarray(bodyFrom, to);
  const isWhole = head.multipart !== '';
  // The bytes of a multipart without a usable boundary are shown as text rather than lost.
  if (isWhole && from > 0 && !encoded.some((byte) => byte > SPACE)) return [];
  const encoding = isWhole ? '8bit' : head.encoding;
  const isKept = encoding !== 'uuencode';
  return [
    {
      ...around,
      head,
      encoded,
      type: isWhole ? 'text/plain' : head.contentType,
      content: decodeTransfer(encoded, encoding),
      place: isKept
        ? { offset: bodyFrom, length: encoded.length, encoding: undoable(encoding) }
        : null,
    },
  ];
}

/** An unknown encoding leaves the bytes alone. */
const undoable = (encoding: string): EncodedBytes['encoding'] =>
  encoding === 'base64' || encoding === 'quoted-printable' ? encoding : '8bit';
