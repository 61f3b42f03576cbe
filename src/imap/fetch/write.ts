import { dateTime } from '../wire/dates.js';
import type { Outgoing } from '../wire/outgoing.js';
import { nstring } from '../wire/quote.js';
import { MessageGone, type FetchedMessage, type MessageMark, type PartMap } from '../session.js';
import type { FetchItem, NamedItem, SimpleItem } from './items.js';
import * as literals from './literal.js';
import { isWhole } from './wanted.js';

/** A message that is being answered with what storage told of it. */
export interface NamedAnswer {
  readonly number: number;
  readonly mark: MessageMark;
  readonly flags: string;
  /** What storage was asked for. */
  readonly fetched: Partial<FetchedMessage>;
}

/** A message that is being answered with its bytes. */
export interface Answered extends NamedAnswer {
  readonly source: literals.ByteSource;
}

/** An item that is no name alone. */
type ByteItem = Exclude<FetchItem, { readonly kind: 'simple' }>;

/** What an item is answered with: as it goes on the wire, a literal, or NIL for null. */
type Value = string | number | literals.Literal | null;

const SIMPLE: Readonly<Record<SimpleItem, (answered: NamedAnswer) => string>> = {
  FLAGS: ({ flags }) => flags,
  UID: ({ mark }) => String(mark.uid),
  MODSEQ: ({ mark }) => `(${mark.modseq})`,
  EMAILID: ({ mark }) => `(${mark.emailId})`,
  THREADID: ({ fetched }) => (fetched.threadId === undefined ? 'NIL' : `(${fetched.threadId})`),
  INTERNALDATE: ({ fetched }) => dateTime(fetched.internalDate!),
  'RFC822.SIZE': ({ fetched }) => String(fetched.size),
  ENVELOPE: ({ fetched }) => fetched.envelope!,
  BODY: ({ fetched }) => fetched.body!,
  BODYSTRUCTURE: ({ fetched }) => fetched.bodyStructure!,
  PREVIEW: ({ fetched }) => nstring(fetched.preview ?? null),
};

/** Writes one `* n FETCH (…)` with items that are names alone. */
export function writeNamed(
  out: Outgoing,
  answered: NamedAnswer,
  items: readonly NamedItem[],
): void {
  let separator = beginOf(answered);
  for (const { label } of items) {
    out.write(`${separator}${label} ${SIMPLE[label](answered)}`);
    separator = ' ';
  }
  out.line(')');
}

const beginOf = ({ number }: NamedAnswer) => `* ${number} FETCH (`;

/**
 * Writes one `* n FETCH (…)`; false where an item is left out, as its encoding is unknown. Nothing is
 * held of a message but what is being sent. @throws MessageGone
 */
export async function writeFetch(
  out: Outgoing,
  answered: Answered,
  items: readonly FetchItem[],
): Promise<boolean> {
  let separator = beginOf(answered);
  let isComplete = true;
  for (const item of items) {
    const found = item.kind === 'simple' ? SIMPLE[item.label](answered) : read(answered, item);
    // Each step that is awaited costs, and mostly there is nothing to wait for.
    const value = found instanceof Promise ? await found : found;
    if (value === 'unknown') {
      isComplete = false;
      continue;
    }
    out.isWithin = true;
    out.write(`${separator}${item.label} `);
    const streamed = writeValue(out, value, item);
    if (streamed) await streamed;
    separator = ' ';
  }
  if (out.isWithin) out.line(')');
  out.isWithin = false;
  return isComplete;
}

/** `unknown` where the encoding of a part is. */
function read({ fetched, source }: Answered, item: ByteItem) {
  const message = isWhole(item) ? wholeOf(fetched.size!) : fetched.parts!;
  switch (item.kind) {
    case 'section':
      return literals.sectionLiteral(source, message, item.section, item.partial);
    case 'binary':
      return literals.binaryLiteral(source, message, item.path, item.partial);
    default:
      return literals.binarySize(source, message, item.path);
  }
}

/** A map that tells no more than the size. */
const wholeOf = (size: number): PartMap => ({
  header: [0, 0],
  body: [0, size],
  encoding: '8bit',
});

/** Writes what is there; a promise where it is read as it is written. */
function writeValue(out: Outgoing, value: Value, item: FetchItem): Promise<void> | void {
  if (value === null) return out.write('NIL');
  if (typeof value !== 'object') return out.write(String(value));
  const { length, bytes } = value;
  // RFC 9051 section 9: what was decoded may hold NUL, which literal8 alone may.
  out.write(`${item.kind === 'binary' ? '~' : ''}{${length}}\r\n`);
  // What is there as a whole is as long as was told.
  if (Buffer.isBuffer(bytes)) return out.write(bytes);
  return writeStreamed(out, length, bytes);
}

async function writeStreamed(
  out: Outgoing,
  length: number,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  let written = 0;
  for await (const piece of bytes) {
    written += piece.length;
    out.write(piece);
    if (out.isFull) await out.flush();
  }
  // Whatever follows would be read as part of it.
  if (written !== length) throw new MessageGone();
}
