import type { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { Splitter, type MimeNode, type SplitterChunk } from '@zone-eu/mailsplit';
import fc from 'fast-check';
import { splitMessage } from '../../src/mail/mime/mime.js';

/** A part in which something stands. */
interface Piece {
  readonly type: string;
  readonly isAlternative: boolean;
  readonly body: string;
}

/** What mailsplit makes of a message that comes in one piece. */
async function reference(raw: Buffer): Promise<Piece[]> {
  const found = new Map<MimeNode, string>();
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: 1 << 20 });
  const events: EventEmitter = splitter;
  events.on('data', (chunk: SplitterChunk) => {
    if (chunk.type === 'node') found.set(chunk, '');
    else if (chunk.type === 'body')
      found.set(chunk.node, found.get(chunk.node)! + chunk.value.toString('latin1'));
  });
  const ended = new Promise((resolve, reject) => events.on('end', resolve).on('error', reject));
  splitter.end(raw);
  await ended;
  return [...found]
    .filter(([{ multipart }, body]) => !multipart && body.trim() !== '')
    .map(([{ contentType, parentNode }, body]) => ({
      type: contentType || 'text/plain',
      isAlternative: parentNode !== false && parentNode.multipart === 'alternative',
      body,
    }));
}

const read = (raw: Buffer): Piece[] =>
  splitMessage(raw)
    .leaves.filter(({ head, content }) => head.multipart === '' && content.toString().trim() !== '')
    .map(({ type, isAlternative, encoded }) => ({
      ...{ type, isAlternative },
      body: encoded.toString('latin1'),
    }));

const MIXED = 'Content-Type: multipart/mixed; boundary=a';
const ALTERNATIVE = 'Content-Type: multipart/alternative; boundary="b"';
const BOUNDARIES: Readonly<Record<string, string>> = { mixed: 'a', alternative: 'b' };
const HTML = 'Content-Type: text/html; charset=utf-8';
const FILE = 'Content-Disposition: attachment; filename=a.pdf';
const heads = [[MIXED], [ALTERNATIVE], [HTML], ['Subject: a', ' folded', MIXED], [FILE], ['']];
const odd = ['Content-Type: message/rfc822', '--a-', '--ab', '-- ', '--', '', 'text', ''];

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
    fc.constantFrom('', 'end', '--a--'),
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
  return isWithoutEnd(text);
}

/** Whether its own boundary is another than the one that is named, or a head has no empty line behind it. */
function isWithoutEnd(text: string): boolean {
  if (/boundary="?[ab]"?\r?\n(?:[^\r\n]+\r?\n)*?--[ab]/.test(text)) return true;
  const { root, leaves } = splitMessage(Buffer.from(text, 'latin1'));
  if ((BOUNDARIES[root.multipart] ?? '') !== root.boundary) return true;
  return leaves.some(
    ({ place, content }) => content.length > 0 && !ENDS_HEAD.test(text.slice(0, place?.offset)),
  );
}

const ENDS_HEAD = /(?:^|\n)[ \t]*\r?\n$/;

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
