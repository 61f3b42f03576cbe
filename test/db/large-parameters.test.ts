import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bytesArray } from '../../src/db/large-parameters.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const MiB = 1024 * 1024;
const BYTES = Buffer.from(Array.from({ length: 3 * MiB }, (_, index) => (index * 7) % 256));
const TEXT = 'é€\\"{}\u{1f600},\n'.repeat(MiB / 8);

const md5 = (value: Buffer | string) => createHash('md5').update(value).digest('hex');

describe('large parameters', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('arrive as they are, between small ones and null', async () => {
    const [row] = await test.database.query(
      'SELECT md5($1::bytea) AS bytes, $2::int AS number, md5($3::text) AS text, $4::text AS nothing, $5::date::text AS day',
      [BYTES, 7, TEXT, null, '2026-01-02'],
    );
    expect(row).toEqual({
      bytes: md5(BYTES),
      number: 7,
      text: md5(TEXT),
      nothing: null,
      day: '2026-01-02',
    });
  });

  it('arrive in a transaction', async () => {
    const rows = await test.database.transaction((manager) =>
      manager.query<unknown[]>('SELECT octet_length($1::bytea) AS bytes', [BYTES]),
    );
    expect(rows).toEqual([{ bytes: BYTES.length }]);
  });

  it.each([
    ['none', []],
    ['an empty one', [Buffer.alloc(0)]],
    ['small ones', [Buffer.from('a'), Buffer.from([0, 255])]],
    ['a part of a larger buffer', [new Uint8Array(BYTES.buffer, BYTES.byteOffset + 5, 3)]],
    ['large ones', [BYTES, Buffer.from('a'), BYTES.subarray(1)]],
  ])('are items of an array: %s', async (_name, items: Uint8Array[]) => {
    const rows = await test.database.query(
      'SELECT md5(item) AS item FROM unnest($1::bytea[]) WITH ORDINALITY AS i(item, n) ORDER BY n',
      [bytesArray(items)],
    );
    expect(rows).toEqual(items.map((item) => ({ item: md5(Buffer.from(item)) })));
  });

  it('that are refused leave the connection usable', async () => {
    const asked = Array.from({ length: 20 }, () =>
      test.database.query('SELECT $1::text::int', [TEXT]).then(
        () => 'taken',
        () => 'refused',
      ),
    );
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['refused']));
    expect(await test.database.query('SELECT $1::text AS answer', ['yes'])).toEqual([
      { answer: 'yes' },
    ]);
  });
});
