import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRateLimits } from '../../src/auth/rate-limits.js';
import { unavailable } from '../../src/errors.js';
import { startHttp } from '../../src/http/server.js';
import { Executor } from '../../src/operations/execute.js';
import { startApi, type Reply, type TestApi } from '../support/start-api.js';

const SIGN_UP = { name: 'Acme' };

describe('rate limits', () => {
  let one: TestApi;
  let other: TestApi;

  // Two processes on one database, as far as the limits can see.
  beforeAll(async () => {
    const config = { trustedProxies: ['127.0.0.1'], defaultPlan: 'free' } as const;
    one = await startApi({ config });
    other = await startApi({ config, beside: one });
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  const both = (count: number, send: (api: TestApi) => Promise<Reply>) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(index % 2 ? one : other)));
  const statuses = (replies: readonly Reply[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  let host = 0;
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

  it.each([
    ['free', 60],
    ['starter', 120],
  ] as const)('a key of plan %s has exactly %i answers a minute', async (plan, limit) => {
    const { key } = await one.createOrg(plan);
    const replies = await both(200, (api) => api.call('GET', '/v1/orgs/me', { key }));
    expect(statuses(replies)).toEqual({ 200: limit, 429: 200 - limit });
  });

  it('a refused call says how long to wait, and when counting starts anew', async () => {
    const { key } = await one.createOrg('free');
    const replies = await both(70, (api) => api.call('GET', '/v1/orgs/me', { key }));
    const refused = replies.find(({ status }) => status === 429)!;
    const seconds = refused.body.retry_after_seconds;
    expect(refused.body).toEqual({ error: 'Rate limit exceeded', retry_after_seconds: seconds });
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('Retry-After')).toBe(String(seconds));
    expect(refused.headers.get('X-RateLimit-Limit')).toBe('60');
    expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0');
    const resets = replies.map(({ headers }) => Number(headers.get('X-RateLimit-Reset')));
    expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(1);
  });

  it('the remaining answers count down to none', async () => {
    const { key } = await one.createOrg('free');
    const replies = await both(60, (api) => api.call('GET', '/v1/orgs/me', { key }));
    const remaining = replies.map(({ headers }) => Number(headers.get('X-RateLimit-Remaining')));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });

  it('a new window opens when the old one is over', async () => {
    const { key } = await one.createOrg('free');
    await both(60, (api) => api.call('GET', '/v1/orgs/me', { key }));
    await one.database.query('UPDATE rate_windows SET expire = $1', [Date.now() - 1]);
    // A third process: the two have learned that the key is over.
    const third = await startApi({ beside: one });
    const { status, headers } = await third.call('GET', '/v1/orgs/me', { key });
    expect([status, headers.get('X-RateLimit-Remaining')]).toEqual([200, '59']);
    await third.close();
  });

  it('an unlimited plan is not counted', async () => {
    const { key } = await one.createOrg('selfhost');
    const { headers } = await one.call('GET', '/v1/orgs/me', { key });
    expect(headers.get('X-RateLimit-Limit')).toBe('100000');
    expect(headers.get('X-RateLimit-Remaining')).toBe('100000');
    expect(Number(headers.get('X-RateLimit-Reset')) % 60).toBe(0);
    const counted = await one.database.query(
      `SELECT 1 FROM rate_windows JOIN api_keys ON key = 'key:' || id WHERE key_prefix = $1`,
      [key.slice(0, 11)],
    );
    expect(counted).toEqual([]);
  });

  it('an address without a valid key has 120 answers a minute, then 429 instead of 401', async () => {
    const sent = { headers: { 'X-Forwarded-For': '192.0.2.7', 'X-API-Key': 'ak_wrong' } };
    const replies = await both(200, (api) => api.call('GET', '/v1/orgs/me', sent));
    expect(statuses(replies)).toEqual({ 401: 120, 429: 80 });
    expect((await one.call('GET', '/v1/limits', from('192.0.2.7'))).status).toBe(429);
    expect((await one.call('GET', '/v1/limits', from('192.0.2.8'))).status).toBe(200);
  });

  it('all of a /64 are one address, and of a /48 ten', async () => {
    const of = (address: string) => (api: TestApi) => api.call('GET', '/v1/nothing', from(address));
    const hosts = await both(200, (api) => of(`2001:db8:7::${(host += 1).toString(16)}`)(api));
    expect(statuses(hosts)).toEqual({ 404: 120, 429: 80 });
    expect((await of('2001:db8:7:1::1')(one)).status).toBe(404);
    for (let net = 2; net < 10; net++) await both(120, of(`2001:db8:7:${net}::1`));
    const rest = await both(120, of('2001:db8:7:a::1'));
    expect(statuses(rest)).toEqual({ 404: 119, 429: 1 });
    expect((await of('2001:db8:7:b::1')(one)).status).toBe(429);
    expect((await of('2001:db8:8::1')(one)).status).toBe(404);
    const mapped = await both(121, of('::ffff:192.0.2.20'));
    expect(statuses(mapped)).toEqual({ 404: 120, 429: 1 });
    expect((await of('192.0.2.20')(one)).status).toBe(429);
  });

  it('a valid key of an address that is over is still served', async () => {
    const { key } = await one.createOrg();
    await both(121, (api) => api.call('GET', '/v1/nothing', from('192.0.2.9')));
    const sent = { key, ...from('192.0.2.9') };
    expect((await one.call('GET', '/v1/orgs/me', sent)).status).toBe(200);
  });

  describe('sign-ups', () => {
    const signUp = (api: TestApi, address: string, body: unknown = SIGN_UP) =>
      api.call('POST', '/v1/orgs', { body, ...from(address) });

    it('are exactly three an hour and address, also when they come at once', async () => {
      const replies = await both(20, (api) => signUp(api, '192.0.2.10'));
      expect(statuses(replies)).toEqual({ 201: 3, 429: 17 });
      const refused = replies.find(({ status }) => status === 429)!;
      expect(refused.body.retry_after_seconds).toBeGreaterThan(3_500);
      expect((await signUp(one, '192.0.2.11')).status).toBe(201);
    });

    it('are three of a /64, and thirty of a /48', async () => {
      let next = 0;
      const hosts = await both(5, (api) => signUp(api, `2001:db8:a::${++next}`));
      expect(statuses(hosts)).toEqual({ 201: 3, 429: 2 });
      const nets = await both(40, (api) => signUp(api, `2001:db8:a:${++next}::1`));
      expect(statuses(nets)).toEqual({ 201: 27, 429: 13 });
      expect((await signUp(one, '2001:db8:b::1')).status).toBe(201);
    });

    it('count only when an organization was created', async () => {
      for (let i = 0; i < 5; i++) await signUp(one, '192.0.2.12', {});
      const replies = await both(4, (api) => signUp(api, '192.0.2.12'));
      expect(statuses(replies)).toEqual({ 201: 3, 429: 1 });
    });

    it('are remembered by a process that starts later', async () => {
      await both(3, (api) => signUp(api, '192.0.2.13'));
      const third = await startApi({ beside: one, config: { trustedProxies: ['127.0.0.1'] } });
      expect((await signUp(third, '192.0.2.13')).status).toBe(429);
      await third.close();
    });

    it('are free again after an hour', async () => {
      await both(3, (api) => signUp(api, '192.0.2.14'));
      await one.database.query('UPDATE signup_windows SET expire = $1', [Date.now() - 1]);
      expect((await signUp(one, '192.0.2.14')).status).toBe(201);
    });
  });

  it('the header of a proxy that is not trusted does not change who is counted', async () => {
    const strict = await startApi({ beside: one });
    const first = await strict.call('GET', '/v1/limits', from('203.0.113.1'));
    const second = await strict.call('GET', '/v1/limits', from('203.0.113.2'));
    const remaining = [first, second].map(({ headers }) => headers.get('X-RateLimit-Remaining'));
    expect(remaining).toEqual(['119', '118']);
    await strict.close();
  });

  it('nobody is let through uncounted while storage is away', async () => {
    const { key } = await one.createOrg('free');
    const away = { query: () => Promise.reject(unavailable()) };
    const limits = createRateLimits(away);
    const http = await startHttp({
      ...one.httpOptions,
      executor: new Executor({
        services: one.services,
        limits,
        idempotency: { once: () => Promise.reject(unavailable()) },
      }),
    });
    for (const headers of [{ 'X-API-Key': key }, {}]) {
      const response = await fetch(`${http.publicUrl}/v1/limits`, { headers });
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('1');
      expect(response.headers.get('X-RateLimit-Limit')).not.toBeNull();
    }
    expect((await fetch(`${http.publicUrl}/health`)).status).toBe(200);
    await http.close(1_000);
  });
});
