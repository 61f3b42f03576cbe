import type { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { Splitter, type MimeNode, type SplitterChunk } from '@zone-eu/mailsplit';
import fc from 'fast-check';
import type { Head } from '../../src/mail/mime/mime-head.js';
import { PartReader } from '../../src/mail/mime/mime-parts.js';

interface Piece {
  readonly type: string;
  readonly multipart: string;
  readonly parent: number;
  readonly body: string;
  readonly rest: string;
}

/** What mailsplit makes of a message that comes in one piece. */
async function reference(raw: Buffer): Promise<Piece[]> {
  const found = new Map<MimeNode, { body: string; rest: string }>();
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: 1 << 20 });
  const events: EventEmitter = splitter;
  events.on('data', (chunk: SplitterChunk) => {
    if (chunk.type === 'node') found.set(chunk, { body: '', rest: '' });
    else if (chunk.type === 'body') found.get(chunk.node)!.body += chunk.value.toString('latin1');
    else if (found.has(chunk.node)) found.get(chunk.node)!.rest += chunk.value.toString('latin1');
  });
  const ended = new Promise((resolve, reject) => events.on('end', resolve).on('error', reject));
  splitter.end(raw);
  await ended;
  const nodes = [...found.keys()];
  return [...found].map(([node, { body, rest }]) => ({
    type: node.contentType || '',
    multipart: node.multipart || '',
    parent: nodes.indexOf(node.parentNode as MimeNode),
    body,
    rest,
  }));
}

function read(raw: Buffer): Piece[] {
  const reader = new PartReader(raw);
  reader.read();
  const text = (pieces: readonly Buffer[]) => Buffer.concat(pieces).toString('latin1');
  return reader.parts.map(({ head, parent, bodies, rest }) => ({
    type: head.contentType,
    multipart: head.multipart,
    parent: parent ? reader.parts.indexOf(parent) : -1,
    body: text(bodies),
    rest: text(rest),
  }));
}

const MIXED = 'Content-Type: multipart/mixed; boundary=a';
const ALTERNATIVE = 'Content-Type: multipart/alternative; boundary="b"';
const BOUNDARIES: Readonly<Record<string, string>> = { mixed: 'a', alternative: 'b' };
const HTML = 'Content-Type: text/html; charset=utf-8';
const FILE = 'Content-Disposition: attachment; filename=a.pdf';
const heads = [[MIXED], [ALTERNATIVE], [HTML], ['Subject: a', ' folded', MIXED], [FILE], ['']];
const odd = ['Content-Type: message/rfc822', '--a-', '--ab', '-- ', '--', '\r--a', '', 'text', ''];

const head = fc.constantFrom(...heads).map((lines) => [...lines, '']);
// What stands between boundaries is a part, its head alone, or anything.
const section = fc.tuple(
  fc.constantFrom('--a', '--a', '--a--', '--b', '--b--'),
  fc.oneof(head, head, fc.constantFrom(...heads), fc.constant([])),
  fc.array(fc.constantFrom(...odd), { maxLength: 3 }),
);
const message = fc
  .tuple(
    head,
    fc.array(section, { maxLength: 8 }),
    fc.constantFrom('\r\n', '\n'),
    fc.constantFrom('', 'end', '--a--', '--b'),
  )
  .map(([first, sections, end, last]) =>
    [
      ...first,
      ...sections.flatMap(([boundary, ...lines]) => [boundary, ...lines.flat()]),
      last,
    ].join(end),
  );

/**
 * Where mailsplit does not go by RFC 2046 section 5.1.2, or loses what stands in a head without an end or behind
 * another boundary than the one that is named.
 */
function isReadOtherwise(text: string): boolean {
  // With each boundary in one head the lines tell what is open.
  if ([MIXED, ALTERNATIVE].some((type) => text.split(type).length > 2)) return true;
  const open: string[] = [];
  for (const [, name = '', last] of text.matchAll(/^--([ab])(--)?\r?$/gm)) {
    if (open.includes(name) && open.at(-1) !== name) return true;
    if (last && open.at(-1) === name) open.pop();
    else if (!last && !open.includes(name)) open.push(name);
  }
  const reader = new PartReader(Buffer.from(text, 'latin1'));
  reader.read();
  return reader.parts.some(({ head, stray }) => stray !== null || isFound(head));
}

const isFound = ({ multipart, boundary }: Head) => (BOUNDARIES[multipart] ?? '') !== boundary;

describe('a message', () => {
  it('is taken apart as mailsplit does it', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (text) => {
        fc.pre(!isReadOtherwise(text));
        const raw = Buffer.from(text, 'latin1');
        expect(read(raw)).toEqual(await reference(raw));
      }),
      { numRuns: 3_000 },
    );
  });
});
