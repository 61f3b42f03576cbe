import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { asFilePages, withAddress } from '../../../src/mcp/tools/file-page.js';
import {
  operation,
  type BytesAnswer,
  type OperationContext,
} from '../../../src/operations/operation.js';

const KIB = 1024;

/** What is shown of a file; `pieces` are what its bytes come in. */
async function shown(type: string, pieces: readonly Buffer[], page: object = {}) {
  const body = {
    length: Buffer.concat([...pieces]).length,
    async *pieces() {
      yield* pieces;
    },
  };
  const file: BytesAnswer = {
    type,
    filename: 'a',
    body: { length: body.length, pieces: body.pieces() },
  };
  const read = operation({
    name: 'readFile',
    summary: 'Read a file.',
    access: 'any-key',
    input: z.object({ id: z.string() }),
    answers: 'bytes',
    http: { method: 'GET', path: '/v1/files/:id' },
    run: async () => file,
  });
  if (read.answers !== 'bytes') throw new Error('not bytes');
  const tool = asFilePages(read);
  const input = tool.input.parse({ id: 'a/b', ...page });
  const value = tool.output.parse(await tool.run({} as OperationContext, input));
  return withAddress(value, 'https://mail.example') as typeof value;
}

const known = { filename: 'a' };

describe('A file as a tool shows it', () => {
  it('is a text, whole where it is short', async () => {
    const type = 'text/plain; charset=utf-8';
    expect(await shown(type, [Buffer.from('Grüße')])).toEqual({
      ...known,
      content_type: type,
      size: 7,
      text: 'Grüße',
    });
  });

  it.each([
    ['utf-8', Buffer.from('ä😀', 'utf8')],
    ['iso-8859-1', Buffer.from([0xe4, 0x61])],
    ['utf-16le', Buffer.from('ä😀', 'utf16le')],
    ['no-such-charset', Buffer.from('ä😀', 'utf8')],
  ])('is read in its charset: %s', async (charset, bytes) => {
    const { text } = await shown(`text/plain; charset="${charset}"`, [bytes]);
    expect(text).toMatch(/^ä(😀|a)$/u);
  });

  it.each([1, 3, 7, 1_000])('comes by pages, in pieces of %d bytes', async (size) => {
    const whole = 'Grüße aus 東京 😀, '.repeat(40);
    const bytes = Buffer.from(whole);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    let text = '';
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const page = await shown('text/csv', pieces, { offset, max_chars: 50 });
      expect(page.text!.length).toBeLessThanOrEqual(50);
      expect(page.truncated).toBe(page.next_offset === undefined ? undefined : true);
      text += page.text;
      offset = page.next_offset;
    }
    expect(text).toBe(whole);
  });

  it('has an empty page behind its end', async () => {
    expect(await shown('text/plain', [Buffer.from('abc')], { offset: 9 })).toMatchObject({
      text: '',
    });
  });

  it.each(['application/json', 'application/ld+json', 'image/svg+xml', 'message/rfc822'])(
    'is a text where its type is %s',
    async (type) => {
      expect(await shown(type, [Buffer.from('x')])).toMatchObject({ text: 'x' });
    },
  );

  it('is base64 where it is no text, up to 256 KiB', async () => {
    const pieces = [randomBytes(200 * KIB), randomBytes(56 * KIB)];
    const { content_base64, ...rest } = await shown('image/png', pieces);
    expect(Buffer.from(content_base64!, 'base64')).toEqual(Buffer.concat(pieces));
    expect(rest).toEqual({ ...known, content_type: 'image/png', size: 256 * KIB });
  });

  it('is its address where it is larger', async () => {
    expect(await shown('application/pdf', [randomBytes(256 * KIB + 1)])).toEqual({
      ...known,
      content_type: 'application/pdf',
      size: 256 * KIB + 1,
      download_url: 'https://mail.example/v1/files/a%2Fb',
    });
  });
});
