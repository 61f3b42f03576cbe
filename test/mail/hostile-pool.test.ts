import { afterAll, describe, expect, it } from '@jest/globals';
import { BAITS } from '../../bench/bait.js';
import { createParsePool } from '../../src/mail/pool/parse-pool.js';

// Threads load compiled code only; `npm test` builds it first.
const WORKER = new URL('../../dist/src/mail/pool/parse-worker.js', import.meta.url);
const CONTEXT = { receivedAt: new Date('2026-11-20T10:00:03Z') };
const MEGABYTE = 1024 * 1024;

const codeMail = (code: string) =>
  Buffer.from(
    `From: a@northwind.example\r\nSubject: Hi\r\n\r\nYour verification code is ${code}.\r\n`,
  );

describe('a running pool', () => {
  const pool = createParsePool({
    threads: 2,
    workerFile: WORKER,
    deadlineMs: 60_000,
    waitMs: 60_000,
    // Nothing is given up for being slow.
    patienceMs: 60_000,
  });
  afterAll(() => pool.close());

  it('answers for a megabyte of each hostile kind, and reads codes meanwhile', async () => {
    const hostile = BAITS.map(({ make }) => pool.parse(make(MEGABYTE), CONTEXT));
    const codes = Array.from({ length: 30 }, (_, i) => String(482_900 + i));
    const found = await Promise.all(codes.map((code) => pool.parse(codeMail(code), CONTEXT)));
    const unfinished = pool.stats().running + pool.stats().queued;

    expect(found.map((analysis) => analysis?.otpCodes)).toEqual(codes.map((code) => [code]));
    expect(unfinished).toBeGreaterThan(0);
    const answers = await Promise.all(hostile);
    expect(answers.filter((analysis) => analysis !== null).length).toBeGreaterThan(
      BAITS.length * 0.9,
    );
    expect(pool.stats()).toMatchObject({ running: 0, queued: 0 });
  });
});
