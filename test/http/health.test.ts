import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Readiness } from '../../src/readiness.js';
import { startApi, type TestApi } from '../support/start-api.js';

describe('health', () => {
  let api: TestApi;
  let readiness: Readiness = { ready: true, body: {} };

  beforeAll(async () => {
    api = await startApi({ config: { readiness: async () => readiness } });
  });
  afterAll(() => api.close());

  it('answers ok without a key and without counting', async () => {
    const reply = await api.call('GET', '/health');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ status: 'ok' });
    expect(reply.headers.get('X-RateLimit-Limit')).toBe('100000');
  });

  it.each([
    [200, { ready: true, body: { status: 'ok', checks: { postgres: 'ok' } } }],
    [503, { ready: false, body: { status: 'unavailable', checks: { postgres: 'away' } } }],
  ])('answers %i at /health/ready with the checks', async (status, given) => {
    readiness = given;
    const reply = await api.call('GET', '/health/ready');
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual(given.body);
  });

  it('is not limited', async () => {
    const replies = await Promise.all(
      Array.from({ length: 130 }, () => api.call('GET', '/health')),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
