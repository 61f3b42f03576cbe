import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../support/start-api.js';
import { BODY_LIMIT, breakThing, literal, readThing, writeThing } from './things.js';

describe('errors over HTTP', () => {
  let api: TestApi;

  beforeAll(async () => {
    const catalogue = [readThing, writeThing, breakThing, literal];
    // Each test comes from an address of its own, so that none uses up another's minute.
    api = await startApi({ config: { catalogue, trustedProxies: ['127.0.0.1'] } });
  });
  afterAll(() => api.close());

  let address = 0;
  const from = () => ({ 'X-Forwarded-For': `198.51.100.${++address}` });
  const get = (path: string, headers = {}) =>
    api.call('GET', path, { headers: { ...from(), ...headers } });
  const post = (body: unknown, headers = {}) =>
    api.call('POST', '/v1/things', { body, headers: { ...from(), ...headers } });

  describe('every answer', () => {
    it.each([
      ['a success', 'GET', '/v1/things/x', 200],
      ['a wrong field', 'GET', '/v1/things/x?count=0', 400],
      ['an unknown path', 'GET', '/v2/things', 404],
      ['an unknown method', 'DELETE', '/v1/things', 405],
      ['a bug', 'GET', '/v1/broken', 500],
    ])(
      '%s carries a request id, the rate headers and nosniff',
      async (_case, method, path, status) => {
        const reply = await api.call(method, path, { headers: from() });
        expect(reply.status).toBe(status);
        expect(reply.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
        expect(reply.headers.get('X-RateLimit-Limit')).toBe('120');
        expect(reply.headers.get('X-RateLimit-Remaining')).toBe('119');
        const reset = Number(reply.headers.get('X-RateLimit-Reset')) - Date.now() / 1000;
        expect(reset).toBeGreaterThan(50);
        expect(reset).toBeLessThanOrEqual(61);
        expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
      },
    );
  });

  it('answers a bug with 500 and nothing about it', async () => {
    const { status, body } = await get('/v1/broken');
    expect(status).toBe(500);
    expect(body).toEqual({ error: 'Internal error' });
  });

  describe('paths and methods', () => {
    it.each(['/', '/v1', '/v1/nothing', '/v1/things/x/y', '/V1/things/x', '/%E0%A4%A'])(
      'answers 404 for %s',
      async (path) => {
        const { status, body } = await get(path);
        expect(status).toBe(404);
        expect(body).toEqual({ error: expect.any(String) });
      },
    );

    it('answers 405 with the methods a path has', async () => {
      const reply = await api.call('DELETE', '/v1/things', { headers: from() });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('Allow')).toBe('POST, OPTIONS');
      expect(reply.body).toEqual({ error: 'DELETE is not possible here; POST is' });
    });

    it('answers OPTIONS with the methods', async () => {
      const reply = await api.call('OPTIONS', '/v1/things/x', { headers: from() });
      expect(reply.status).toBe(204);
      expect(reply.headers.get('Allow')).toBe('HEAD, GET, OPTIONS');
    });

    it('answers HEAD like GET, without a body', async () => {
      const reply = await api.call('HEAD', '/v1/things/x', { headers: from() });
      expect(reply.status).toBe(200);
      expect(reply.body).toBeNull();
    });

    it('takes a literal segment before a parameter', async () => {
      expect((await get('/v1/things/literal')).body).toEqual({ literal: true });
    });

    it.each(['%00', 'a%0Ab', 'x'.repeat(256)])(
      'answers 404 for the impossible id %s',
      async (id) => {
        expect((await get(`/v1/things/${id}`)).status).toBe(404);
      },
    );
  });

  describe('query parameters', () => {
    it('become what the schema says', async () => {
      const { body } = await get('/v1/things/x?text=%C3%A9%20%25&count=3&loud=true', {
        Prefer: 'a',
      });
      expect(body).toEqual({ id: 'x', text: 'é %', count: 3, loud: true, preference: 'a' });
    });

    it.each([
      ['?count=10', 'count must be a whole number from 1 to 9'],
      ['?count=1e1', 'count must be a whole number from 1 to 9'],
      ['?loud=yes', 'loud must be true or false'],
      ['?text=01234567890', 'text must have at most 10 characters'],
      ['?text=a%00b', 'text must not hold NUL characters'],
      ['?count=1&count=2', 'count must be given once'],
      ['?other=1&other=2', 'other must be given once'],
      ['?text[]=a', 'text__ must be a plain parameter name'],
      ['?__proto__[count]=1', '__proto___count_ must be a plain parameter name'],
    ])('%s is 400', async (query, error) => {
      const reply = await get(`/v1/things/x${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ error });
    });

    it('a header that is wrong is named as a header', async () => {
      const { body } = await get('/v1/things/x', { Prefer: '' });
      expect(body).toEqual({ error: 'Prefer must not be empty' });
    });

    it('that mean nothing are ignored and named, harmless and short', async () => {
      const long = 'y'.repeat(100);
      const { status, headers } = await get(
        `/v1/things/x?id=1&preference=1&__proto__=1&a%0D%0Ab=1&${long}=1`,
      );
      expect(status).toBe(200);
      expect(headers.get('X-Ignored-Parameters')).toBe(
        `id, preference, __proto__, a__b, ${'y'.repeat(40)}`,
      );
    });
  });

  describe('bodies', () => {
    it.each([
      ['malformed JSON', '{"text":', 'The body must be valid JSON, an object'],
      ['a number', '1', 'The body must be valid JSON, an object'],
      ['null', 'null', 'The body must be valid JSON, an object'],
      ['an array', '[]', 'The body must be a JSON object'],
      [
        'a prototype',
        '{"__proto__": {"text": "x"}}',
        'The body must have no member named __proto__',
      ],
      ['an object for text', { text: {} }, 'text must be a string'],
      ['null for text', { text: null }, 'text must be a string'],
      ['an unknown kind', { kind: 'c' }, 'kind must be one of a, b'],
      ['a number for a union', { to: 1 }, 'to must be a string or an array'],
      ['a wrong member', { to: [{ address: 'x' }] }, 'to[0].address must be an email address'],
      ['a missing member', { to: [{}] }, 'to[0].address is required'],
      ['NUL', { text: 'a\0b' }, 'text must not hold NUL characters or unpaired surrogates'],
      ['a NUL in a name', { metadata: { 'a\0': 1 } }, /^metadata must not hold NUL/],
      ['half a pair', '{"text": "\\ud83d"}', /^text must not hold NUL/],
      [
        'bottomless nesting',
        `{"metadata": {"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
        /^metadata must not be nested/,
      ],
    ])('%s is 400', async (_case, body, error) => {
      const reply = await post(body);
      expect(reply.status).toBe(400);
      expect(reply.body.error).toEqual(
        typeof error === 'string' ? error : expect.stringMatching(error),
      );
    });

    it('may be left out where nothing is required', async () => {
      const reply = await api.call('POST', '/v1/things', { headers: from() });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({});
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'of type %s is 415',
      async (type) => {
        const reply = await post('{}', { 'Content-Type': type });
        expect(reply.status).toBe(415);
      },
    );

    it.each(['application/json; charset=utf-8', 'application/merge-patch+json'])(
      'of type %s is read',
      async (type) => {
        const reply = await post('{"text":"é"}', { 'Content-Type': type });
        expect(reply.body).toEqual({ text: 'é' });
      },
    );

    it('takes exactly as many bytes as the operation allows', async () => {
      const fill = (bytes: number) => `{"text":"${'x'.repeat(bytes - '{"text":""}'.length)}"}`;
      expect((await post(fill(BODY_LIMIT))).status).toBe(200);
      const reply = await post(fill(BODY_LIMIT + 1));
      expect(reply.status).toBe(413);
      expect(reply.body).toEqual({ error: `The body must have at most ${BODY_LIMIT} bytes` });
    });

    it('counts what a compressed body unpacks to', async () => {
      const bomb = gzipSync(`{"text":"${'x'.repeat(10_000_000)}"}`);
      const reply = await raw('POST', '/v1/things', bomb, {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
        ...from(),
      });
      expect(reply.status).toBe(413);
    });

    it('names members that mean nothing', async () => {
      const { headers } = await post({ text: 'x', texts: 'y', 'a\r\nb': 1 });
      expect(headers.get('X-Ignored-Parameters')).toBe('texts, a__b');
    });
  });

  it('answers headers over 16 KiB with 431', async () => {
    const reply = await raw('GET', '/v1/things/x', null, { 'X-Long': 'x'.repeat(17_000) });
    expect(reply.status).toBe(431);
    expect(reply.body).toEqual({ error: 'The headers must have at most 16384 bytes' });
    expect(reply.headers['x-ratelimit-limit']).toBeDefined();
  });

  it('answers what is not HTTP with 400 in the same form', async () => {
    const answer = await speak('EHLO client\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('{"error":"This is not an HTTP request"}');
  });

  it.each([
    ['no Host', '', 400, 'The request must have a Host header'],
    [
      'another Expect',
      'Host: a\r\nExpect: 200-ok\r\n',
      417,
      'Expect must be 100-continue, or left out',
    ],
  ])('answers a request with %s in the same form', async (_, lines, status, error) => {
    const answer = await speak(`GET /v1/things/x HTTP/1.1\r\n${lines}\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: /);
    expect(answer).toContain(JSON.stringify({ error }));
  });

  /** For what `fetch` would not send. */
  function raw(method: string, path: string, body: Buffer | null, headers: IncomingHttpHeaders) {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: unknown }>(
      (resolve, reject) => {
        const sent = request(new URL(path, api.baseUrl), { method, headers }, (response) => {
          let text = '';
          response.on('data', (chunk) => (text += String(chunk)));
          response.on('end', () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, body: JSON.parse(text) });
          });
        });
        sent.on('error', reject);
        sent.end(body ?? undefined);
      },
    );
  }

  function speak(words: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
      let heard = '';
      socket.on('data', (chunk) => (heard += String(chunk)));
      socket.on('close', () => resolve(heard));
      socket.on('error', reject);
      socket.end(words);
    });
  }
});
