import { afterEach, describe, expect, it } from '@jest/globals';
import { attachedBytes } from '../../src/mail/mime/attachments.js';
import {
  createParsePool,
  type ParsePool,
  type ParsePoolOptions,
} from '../../src/mail/pool/parse-pool.js';

// Threads load compiled code only; `npm test` builds it first.
const COMPILED = new URL('../../dist/', import.meta.url);
const CONTEXT = { receivedAt: new Date('2026-11-20T10:00:03Z') };

const mailWith = (text: string) =>
  Buffer.from(`From: a@northwind.example\r\nSubject: Hi\r\n\r\n${text}\r\n`);
const codeMail = (code: string) => mailWith(`Your verification code is ${code}.`);
const large = (text: string) => Buffer.concat([mailWith(text), Buffer.alloc(100_000, 'x \r\n')]);

const pools: ParsePool[] = [];

/** A pool of threads that do what a mail asks them to. */
function openPool(options: Partial<ParsePoolOptions> = {}): ParsePool {
  const pool = createParsePool({
    threads: 1,
    workerFile: new URL('test/mail/workers/trick-worker.js', COMPILED),
    deadlineMs: 20_000,
    waitMs: 20_000,
    // Ten times what is usual: a busy machine sets no mail apart.
    patienceMs: 5_000,
    ...options,
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('createParsePool', () => {
  it('analyses a mail in a thread', async () => {
    const pool = openPool({ workerFile: new URL('src/mail/pool/parse-worker.js', COMPILED) });

    const analysis = await pool.parse(codeMail('482913'), CONTEXT);

    expect(analysis).toMatchObject({ otpCodes: ['482913'], subject: 'Hi' });
    expect(pool.stats()).toMatchObject({ parsed: 1, running: 0, queued: 0 });
  });

  it('tells how long a thread had a large mail', async () => {
    const took: number[] = [];

    const pool = openPool();
    await pool.parse(large('a'), { ...CONTEXT, onParsed: (ms) => took.push(ms) });
    await new Promise(setImmediate);

    expect(took).toEqual([expect.any(Number)]);
  });

  it('gives every mail its own answer, however many come at once', async () => {
    const pool = openPool({ threads: 2 });
    const codes = Array.from({ length: 200 }, (_, i) => String(100_000 + i));

    const found = await Promise.all(codes.map((code) => pool.parse(codeMail(code), CONTEXT)));

    expect(found.map((analysis) => analysis?.otpCodes[0])).toEqual(codes);
  });

  it('finds attachments where they stand', async () => {
    const pool = openPool();
    const raw = Buffer.from(
      'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: image/png\r\n\r\n' +
        'picture\r\n--x\r\nContent-Type: image/gif\r\n\r\nother\r\n--x--\r\n',
    );

    const analysis = await pool.parse(raw, CONTEXT);

    const files = analysis?.attachments.map((file) => attachedBytes(raw, file).toString());
    expect(files).toEqual(['picture', 'other']);
  });

  it.each(['PLEASE SPIN', 'PLEASE EXIT', 'PLEASE HOARD'])(
    'reads the mails that came with one that says %s',
    async (trouble) => {
      const pool = openPool();
      const codes = ['100001', '100002', '100003', '100004'];
      const raws = codes.map(codeMail);

      const bad = pool.parse(mailWith(trouble), CONTEXT);
      const good = await Promise.all(raws.map((raw) => pool.parse(raw, CONTEXT)));

      expect(good.map((analysis) => analysis?.otpCodes[0])).toEqual(codes);
      expect(pool.stats().workersLost).toBeGreaterThan(0);
      await pool.close();
      expect(await bad).toBeNull();
    },
  );

  it('answers null at the deadline and goes on', async () => {
    const pool = openPool({ deadlineMs: 10_000 });

    expect(await pool.parse(mailWith('PLEASE SPIN'), CONTEXT)).toBeNull();
    expect(await pool.parse(codeMail('482913'), CONTEXT)).toMatchObject({ otpCodes: ['482913'] });
  });

  it('reads small mail while a large one holds its thread', async () => {
    const pool = openPool();

    const bad = pool.parse(large('PLEASE SPIN'), CONTEXT);
    const good = await pool.parse(codeMail('482913'), CONTEXT);

    expect(good).toMatchObject({ otpCodes: ['482913'] });
    expect(pool.stats().running).toBe(1);
    await pool.close();
    expect(await bad).toBeNull();
  });

  it('leaves the bytes it is given alone', async () => {
    const pool = openPool();
    const raw = codeMail('482913');
    const before = Buffer.from(raw);

    await pool.parse(raw, CONTEXT);

    expect(raw.equals(before)).toBe(true);
  });

  it('answers null when the thread cannot even start', async () => {
    const workerFile = new URL('no-such-file.js', COMPILED);
    const pool = openPool({ workerFile, deadlineMs: 3_000, waitMs: 3_000 });

    expect(await pool.parse(codeMail('482913'), CONTEXT)).toBeNull();
  });

  it('answers null for what is under way when it is closed', async () => {
    const pool = openPool();

    const waiting = [mailWith('PLEASE SPIN'), codeMail('482913')].map((raw) =>
      pool.parse(raw, CONTEXT),
    );
    await pool.close();

    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(await pool.parse(codeMail('482913'), CONTEXT)).toBeNull();
  });
});
