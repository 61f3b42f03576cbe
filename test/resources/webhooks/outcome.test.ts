import { describe, expect, it } from '@jest/globals';
import { failed, outcomeOf } from '../../../src/resources/webhooks/outcome.js';

const RETRY_SCHEDULE = [0, 10, 100];

const answer = (
  status: number,
  { body = Buffer.alloc(0), headers = {} }: { body?: Buffer; headers?: object } = {},
) => ({ kind: 'answered', status, headers: { ...headers }, body, isCut: false }) as const;

const bodyOf = (body: Buffer) => outcomeOf(answer(200, { body }), 1, RETRY_SCHEDULE).response_body;

describe('an answer', () => {
  it.each([200, 201, 202, 204, 299])('of %i is success', (status) => {
    const outcome = outcomeOf(answer(status), 1, RETRY_SCHEDULE);
    expect(outcome).toMatchObject({
      response_status: status,
      error: null,
      next_in: null,
    });
    expect(outcome.status).toBe('SUCCEEDED');
  });

  it.each([
    [199, 'answered 199'],
    [301, 'answered 301, a redirect'],
    [302, 'answered 302, a redirect'],
    [399, 'answered 399, a redirect'],
    [400, 'answered 400'],
    [404, 'answered 404'],
    [409, 'answered 409'],
    [500, 'answered 500'],
    [503, 'answered 503'],
    [599, 'answered 599'],
  ])('of %i is tried again', (status, error) => {
    const outcome = outcomeOf(answer(status), 1, RETRY_SCHEDULE);
    expect(outcome).toMatchObject({ response_status: status, error });
    expect(outcome.next_in).toBeGreaterThanOrEqual(10);
    expect(outcome.next_in).toBeLessThanOrEqual(11);
    expect(outcome.status).toBe('PENDING');
  });

  it('of 410 ends it, and the webhook', () => {
    const outcome = outcomeOf(answer(410), 1, RETRY_SCHEDULE);
    expect(outcome).toMatchObject({ next_in: null, error: 'answered 410' });
    expect(outcome.status).toBe('FAILED');
  });

  it('of a failure ends it after the last step of the schedule', () => {
    const outcome = outcomeOf(answer(500), RETRY_SCHEDULE.length, RETRY_SCHEDULE);
    expect(outcome.next_in).toBeNull();
    expect(outcome.status).toBe('FAILED');
  });

  it.each([
    [429, '42', 42],
    [503, '42', 42],
    [429, '0', 0],
    [503, '86400', 3_600],
  ])('of %i with Retry-After %s is tried after %i seconds', (status, header, seconds) => {
    const given = answer(status, { headers: { 'retry-after': header } });
    expect(outcomeOf(given, 1, RETRY_SCHEDULE).next_in).toBe(seconds);
  });

  it.each([
    [500, '42'],
    [200, '42'],
    [429, 'in a while'],
  ])('of %i with Retry-After %s goes by the schedule', (status, header) => {
    const { next_in: nextIn } = outcomeOf(
      answer(status, { headers: { 'retry-after': header } }),
      1,
      RETRY_SCHEDULE,
    );
    expect(nextIn ?? 10).toBeGreaterThanOrEqual(10);
    expect(nextIn ?? 10).toBeLessThanOrEqual(11);
  });

  it('that asks for later at the end of the schedule has ended', () => {
    const given = answer(503, { headers: { 'retry-after': '42' } });
    expect(outcomeOf(given, RETRY_SCHEDULE.length, RETRY_SCHEDULE).next_in).toBeNull();
  });
});

describe('what the receiver says', () => {
  it.each([
    ['nothing', Buffer.alloc(0), ''],
    ['a text', Buffer.from('ok, ünd so'), 'ok, ünd so'],
    ['NUL, which is left out', Buffer.from('a\u0000b\u0000'), 'ab'],
    ['invalid UTF-8', Buffer.from([0x61, 0xff, 0xc3, 0x28]), 'a\ufffd\ufffd('],
    ['a surrogate in UTF-8', Buffer.from([0xed, 0xa0, 0x80]), '\ufffd\ufffd\ufffd'],
    ['2 KiB', Buffer.alloc(2_048, 'x'), 'x'.repeat(2_048)],
    ['more than 2 KiB', Buffer.alloc(2_049, 'x'), 'x'.repeat(2_048)],
    ['a character that is cut', Buffer.from(`${'x'.repeat(2_047)}é`), 'x'.repeat(2_047)],
  ])('is kept: %s', (_what, body, kept) => {
    expect(bodyOf(body)).toBe(kept);
  });
});

describe('no answer', () => {
  it('is tried again for the reason that is given', () => {
    const given = { kind: 'failed', reason: 'timeout', message: 'timed out' } as const;
    const outcome = outcomeOf(given, 2, RETRY_SCHEDULE);
    expect(outcome).toMatchObject({
      response_status: null,
      response_body: null,
      error: 'timed out',
    });
    expect(outcome.next_in).toBeGreaterThanOrEqual(100);
    expect(outcome.status).toBe('PENDING');
  });

  it('to the last attempt ends it', () => {
    expect(failed('timed out', null).status).toBe('FAILED');
  });
});
