import { Splitter, type MimeNode, type SplitterChunk } from '@zone-eu/mailsplit';
import type { EventEmitter } from 'node:events';
import { outlineOf, type Outline } from './mime-outline.js';
import { decodeTransfer } from './transfer.js';

const MAX_PARTS = 1000;
/** Nobody nests parts deeper; the splitter lists the parents of each. */
const MAX_DEPTH = 100;
const LIMITS = { maxHeadSize: 4 * 1024 * 1024, maxChildNodes: MAX_PARTS, ignoreEmbedded: true };

const RETURN_RUN = '\r'.repeat(64);

/** A part without children, its transfer encoding undone. */
export interface Leaf {
  readonly node: MimeNode;
  readonly type: string;
  readonly content: Buffer;
}

/** What the splitter found; `cut` when the message is nested or headed beyond all reason. */
export interface MimeTree {
  readonly root: MimeNode;
  readonly leaves: readonly Leaf[];
  readonly cut: boolean;
}

interface Pieces {
  readonly node: MimeNode;
  readonly depth: number;
  readonly bodies: Buffer[];
  /** Of a multipart: what stands before, between and after its children. */
  readonly rest: Buffer[];
}

/**
 * Splits a message into its parts. A nested message/rfc822 stays one part.
 *
 * @throws Error when not even the header can be read.
 */
export async function splitMessage(raw: Buffer): Promise<MimeTree> {
  const parts = new Map<MimeNode, Pieces>();
  const cut = await readParts(raw, parts);
  const [first] = parts.keys();
  if (!first) throw new Error('The message has no readable header');
  const leaves = [...parts.values()].filter(({ node }) => !node.multipart).map(toLeaf);
  return { root: first, leaves: leaves.length > 0 ? leaves : [wholeAsText(parts)], cut };
}

/** True when the splitter gave up before the end; what it had found until then is kept. */
function readParts(raw: Buffer, parts: Map<MimeNode, Pieces>): Promise<boolean> {
  return new Promise((resolve) => {
    const outline = outlineOf(withoutReturnRuns(raw));
    const splitter = new Splitter(LIMITS);
    const events: EventEmitter = splitter;
    events.on('data', (chunk: SplitterChunk) => {
      if (collect(chunk, parts, outline) <= MAX_DEPTH) return;
      splitter.destroy();
      resolve(true);
    });
    events.on('error', () => resolve(true));
    events.on('end', () => resolve(false));
    splitter.end(outline.bytes);
  });
}

/** The splitter needs time in the square of the length of a run of bare CR; no mail program sends one. */
function withoutReturnRuns(raw: Buffer): Buffer {
  if (!raw.includes(RETURN_RUN)) return raw;
  return Buffer.from(raw.toString('latin1').replace(/\r{2,}/g, '\r'), 'latin1');
}

/** Keeps a piece; how deep the part is nested that it belongs to. */
function collect(chunk: SplitterChunk, parts: Map<MimeNode, Pieces>, { whole }: Outline): number {
  if (chunk.type === 'node') {
    const parent = chunk.parentNode ? parts.get(chunk.parentNode) : undefined;
    const depth = parent ? parent.depth + 1 : 0;
    parts.set(chunk, { node: chunk, depth, bodies: [], rest: [] });
    return depth;
  }
  const pieces = parts.get(chunk.node);
  if (chunk.type === 'body') pieces?.bodies.push(whole(chunk.value));
  else pieces?.rest.push(whole(chunk.value));
  return pieces?.depth ?? 0;
}

function toLeaf({ node, bodies }: Pieces): Leaf {
  const encoded = bodies.length === 1 ? bodies[0]! : Buffer.concat(bodies);
  return {
    node,
    type: node.contentType || 'text/plain',
    content: decodeTransfer(encoded, node.encoding || ''),
  };
}

/** A multipart without a usable boundary: its bytes are shown as text rather than lost. */
function wholeAsText(parts: Map<MimeNode, Pieces>): Leaf {
  const [{ node, rest }] = [...parts.values()] as [Pieces];
  return { node, type: 'text/plain', content: Buffer.concat(rest) };
}
