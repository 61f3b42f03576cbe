import { dateTime } from '../wire/dates.js';
import type { Outgoing } from '../wire/outgoing.js';
import { nstring } from '../wire/quote.js';
import { MessageGone, type FetchedMessage, type MessageMark, type PartMap } from '../session.js';
import type { FetchItem, NamedItem, SimpleItem } from './items.js';
import * as literals from './literal.js';
import { isWhole } from './wanted.js';

/** A message that is being answered. */
export interface Answered {
  readonly number: number;
  readonly mark: MessageMark;
  readonly flags: string;
  /** What storage was asked for. */
  readonly fetched: Partial<FetchedMessage>;
  readonly source: literals.ByteSource;
}

/** An item that is no name alone. */
type ByteItem = Exclude<FetchItem, { readonly kind: 'simple' }>;

/** What an item is answered with: as it goes on the wire, or a literal. */
type Value = string | literals.Literal;

const SIMPLE: Readonly<Record<SimpleItem, (answered: Answered) => string>> = {
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
export function writeNamed(out: Outgoing, answered: Answered, items: readonly NamedItem[]): void {
  const values = items.map((item) => `${item.label} ${named(answered, item)}`);
  out.line(`* ${answered.number} FETCH (${values.join(' ')})`);
}

const named = (answered: Answered, { label }: NamedItem): string => SIMPLE[label](answered);

/**
 * Writes one `* n FETCH (…)`; false where an item is left out, as its encoding is unknown. Nothing is
 * held of a message but what is being sent. @throws MessageGone
 */
export async function writeFetch(
  out: Outgoing,
  answered: Answered,
  items: readonly FetchItem[],
): Promise<boolean> {
  let separator = `* ${answered.number} FETCH (`;
  let isComplete = true;
  for (const item of items) {
    const value = item.kind === 'simple' ? named(answered, item) : await bytes(answered, item);
    if (value === null) {
      isComplete = false;
      continue;
    }
    out.isWithin = true;
    out.write(`${separator}${item.label} `);
    if (typeof value === 'string') out.write(value);
    else await writeLiteral(out, value, item);
    separator = ' ';
  }
  if (out.isWithin) out.line(')');
  out.isWithin = false;
  return isComplete;
}

/** Null where the encoding of a part is unknown. */
async function bytes(answered: Answered, item: ByteItem): Promise<Value | null> {
  const found = await read(answered, item);
  if (found === 'unknown') return null;
  return typeof found === 'number' ? String(found) : (found ?? 'NIL');
}

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

async function writeLiteral(
  out: Outgoing,
  { length, bytes }: literals.Literal,
  item: FetchItem,
): Promise<void> {
  // RFC 9051 section 9: what was decoded may hold NUL, which literal8 alone may.
  out.write(`${item.kind === 'binary' ? '~' : ''}{${length}}\r\n`);
  // What is there as a whole is as long as was told.
  if (Buffer.isBuffer(bytes)) return out.write(bytes);
  let written = 0;
  for await (const piece of bytes) {
    written += piece.length;
    out.write(piece);
    if (out.isFull) await out.flush();
  }
  // Whatever follows would be read as part of it.
  if (written !== length) throw new MessageGone();
}
