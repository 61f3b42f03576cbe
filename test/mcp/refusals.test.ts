import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  headersOf,
  call,
  initialize,
  post,
  startToolApi,
  type Sender,
  type ToolApi,
} from './fixture.js';

let tools: ToolApi;
let sender: Sender & { readonly session: string };

beforeAll(async () => {
  tools = await startToolApi();
});
beforeEach(async () => {
  const { key } = await tools.api.createOrg();
  sender = await initialize({ url: tools.url, key });
});
afterAll(() => tools.close());

const ALLOWED = 'POST, GET, DELETE, OPTIONS';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const other = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

describe('what cannot be served', () => {
  it.each<[string, (sender: Sender & { session: string }) => [Sender, unknown], [number, number]]>([
    ['no JSON', (one) => [one, '{"jsonrpc"'], [400, -32700]],
    ['no message', (one) => [one, { hello: 'there' }], [400, -32600]],
    ['a batch', (one) => [one, [PING]], [400, -32600]],
    ['an empty batch', (one) => [one, []], [400, -32600]],
    ['too many messages', (one) => [one, Array.from({ length: 101 }, () => PING)], [400, -32600]],
    ['no session', ({ url, key }) => [{ url, key }, PING], [400, -32000]],
    [
      'a session that never was',
      (one) => [{ ...one, session: other(one.session) }, PING],
      [404, -32001],
    ],
    [
      'an unknown version',
      (one) => [{ ...one, headers: { 'MCP-Protocol-Version': '1999-01-01' } }, PING],
      [400, -32000],
    ],
    [
      'another type',
      (one) => [{ ...one, headers: { 'Content-Type': 'text/plain' } }, PING],
      [415, -32000],
    ],
    [
      'unknown toolsets',
      (one) => [{ ...one, url: `${one.url}?toolsets=none` }, call(1, 'echo')],
      [400, -32000],
    ],
    [
      'a page of another origin',
      (one) => [{ ...one, headers: { Origin: 'https://evil.example' } }, PING],
      [403, -32000],
    ],
    [
      'a page without an origin',
      (one) => [{ ...one, headers: { Origin: 'null' } }, PING],
      [403, -32000],
    ],
    ['nobody', (one) => [{ ...one, key: 'ak_nothing' }, PING], [401, -32000]],
  ])('%s is refused', async (_case, sent, [status, code]) => {
    const [from, body] = sent(sender);
    const answer = await post(from, body);
    // Of what was read; nothing is read of a body that may not be.
    const isRead = ![401, 403, 415].includes(status) && code !== -32700;
    const id = isRead ? ((body as { id?: number }).id ?? null) : null;

    expect([answer.status, answer.messages[0]]).toEqual([
      status,
      { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
    ]);
    expect(answer.headers.get('X-RateLimit-Limit')).toEqual(expect.any(String));
  });

  it('has -32602 for a tool that there is not', async () => {
    const { status, messages } = await post(sender, call(7, 'nothing'));

    expect([status, messages]).toEqual([
      200,
      [{ jsonrpc: '2.0', id: 7, error: { code: -32602, message: 'Unknown tool: nothing' } }],
    ]);
  });

  it('has -32601 for a method that there is not', async () => {
    const { messages } = await post(sender, { jsonrpc: '2.0', id: 7, method: 'prompts/list' });

    expect(messages[0].error.code).toBe(-32601);
  });

  it.each<[string, unknown, string]>([
    ['no version', { protocolVersion: null }, 'params.protocolVersion: '],
    ['a number as version', { protocolVersion: 5 }, 'params.protocolVersion: '],
    ['no name of a program', { clientInfo: undefined }, 'params.clientInfo: '],
    ['wrong capabilities', { capabilities: { roots: 5 } }, 'params.capabilities.roots: '],
  ])('has -32602 and a sentence for initialize with %s', async (_what, wrong, beginning) => {
    const clientInfo = { name: 'a', version: '1' };
    const right = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const params = { ...right, ...(wrong as object) };
    const { url, key } = sender;
    const { messages } = await post(
      { url, key },
      { jsonrpc: '2.0', id: 7, method: 'initialize', params },
    );

    expect(messages).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32602, message: expect.any(String) } },
    ]);
    expect(messages[0].error.message).toMatch(/^[^[{\n]+$/);
    expect(messages[0].error.message).toContain(beginning);
  });

  it.each([
    ['tools/call', { name: 'echo', arguments: 'text' }],
    ['tools/call', undefined],
    ['tools/list', { cursor: 5 }],
  ])('has -32602 and a sentence for %s with the params %j', async (method, params) => {
    const { messages } = await post(sender, { jsonrpc: '2.0', id: 7, method, params });

    expect(messages).toEqual([
      {
        ...{ jsonrpc: '2.0', id: 7 },
        error: { code: -32602, message: expect.stringMatching(/^params[^[{\n]+$/) },
      },
    ]);
  });

  it('takes null in place of arguments for none', async () => {
    const params = { name: 'echo', arguments: null };
    const { messages } = await post(sender, { ...call(7, 'echo'), params });

    expect(messages[0].result.isError).toBeFalsy();
  });

  it('says where to sign in', async () => {
    const { headers } = await post({ ...sender, headers: { Authorization: '' } }, PING);
    const wrong = await post({ ...sender, key: 'ak_wrong' }, PING);

    const path = '/.well-known/oauth-protected-resource/mcp';
    const metadata =
      `resource_metadata="${tools.http.publicUrl}${path}", ` +
      'scope="inbox:read inbox:write email:read email:send"';
    expect(headers.get('WWW-Authenticate')).toBe(`Bearer ${metadata}`);
    expect(wrong.headers.get('WWW-Authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`);
  });

  it('lets no session be used by another key', async () => {
    const { key } = await tools.api.createOrg();

    expect((await post({ ...sender, key }, PING)).status).toBe(404);
    expect((await post(sender, PING)).status).toBe(200);
  });

  it('takes 35 MiB, and not more', async () => {
    const large = (bytes: number) => JSON.stringify(call(1, 'echo', 'x'.repeat(bytes)));

    const { status, messages } = await post(sender, large(34 * 1024 ** 2));
    const refused = await post(sender, large(35 * 1024 ** 2));

    expect([status, messages[0].id]).toEqual([200, 1]);
    expect([refused.status, refused.messages[0].error.code]).toEqual([413, -32000]);
  });

  it('says with an HTTP status that a call needs more rights', async () => {
    const { status, headers, messages } = await post(sender, call(1, 'forbidden'));

    expect([status, headers.get('WWW-Authenticate')]).toEqual([
      403,
      expect.stringMatching(
        /^Bearer error="insufficient_scope", resource_metadata=".*\/oauth-protected-resource\/mcp"$/,
      ),
    ]);
    expect(messages[0].error.message).toBe('more rights are needed');
  });

  it.each([
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost:1', 200],
    ['[::1]', 200],
  ])('answers what was sent to the host %s with %s', async (host, expected) => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(sender.url, {
        method: 'POST',
        headers: { ...headersOf(sender), Host: host },
      });
      sent
        .once('response', (response) => resolve(response.resume().statusCode))
        .once('error', reject);
      sent.end(JSON.stringify(PING));
    });

    expect(status).toBe(expected);
  });

  it.each(['PUT', 'HEAD'])('says to %s which methods there are', async (method) => {
    const answer = await fetch(sender.url, { method, headers: headersOf(sender) });

    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, ALLOWED]);
  });
});

describe('pages', () => {
  it.each(['https://app.example', 'http://localhost:6274', 'http://127.0.0.1:1'])(
    'of %s may read answers',
    async (origin) => {
      const { status, headers } = await post({ ...sender, headers: { Origin: origin } }, PING);
      const preflight = await fetch(sender.url, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,mcp-session-id',
        },
      });

      expect([status, headers.get('Access-Control-Allow-Origin'), headers.get('Vary')]).toEqual([
        200,
        origin,
        'Origin',
      ]);
      expect(headers.get('Access-Control-Expose-Headers')).toContain('Mcp-Session-Id');
      expect(preflight.status).toBe(204);
      expect(Object.fromEntries(preflight.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST, GET, DELETE',
        'access-control-allow-headers': 'authorization,mcp-session-id',
      });
    },
  );

  it('of others are not even told what they could send', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const answer = await fetch(sender.url, { method: 'OPTIONS', headers });

    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
  });
});

describe('the minute of a key', () => {
  it('counts each request once', async () => {
    const { key } = await tools.api.createOrg('free');
    const left = async (sent: Sender, body: unknown) =>
      Number((await post(sent, body)).headers.get('X-RateLimit-Remaining'));
    const session = await initialize({ url: tools.url, key });

    const remaining = [
      await left(session, PING),
      await left(session, { jsonrpc: '2.0', method: 'notifications/initialized' }),
      await left(session, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      await left(session, call(1, 'echo')),
      await left(session, call(1, 'nothing')),
      await left(session, 'no JSON'),
      await left({ ...session, session: other(session.session) }, call(1, 'echo')),
      await left({ ...session, url: `${session.url}?toolsets=none` }, PING),
    ];

    expect(remaining).toEqual([58, 57, 56, 55, 54, 53, 52, 51]);
  });

  it('is told of calls by a result, of all else by 429', async () => {
    const { key, orgId } = await tools.api.createOrg('free');
    const session = await initialize({ url: tools.url, key });
    await tools.api.database.query(`UPDATE rate_windows SET points = 60 WHERE key LIKE '%' || $1`, [
      (
        await tools.api.database.query<{ id: string }>(
          'SELECT id FROM api_keys WHERE org_id = $1',
          [orgId],
        )
      )[0]!.id,
    ]);

    const called = await post(session, call(1, 'echo'));
    const pinged = await post(session, PING);

    expect([called.status, called.messages[0].result.isError]).toEqual([200, true]);
    expect(pinged.status).toBe(429);
    expect(pinged.messages[0].error.data).toEqual({ retry_after_seconds: expect.any(Number) });
    expect(pinged.headers.get('Retry-After')).toEqual(expect.any(String));
  });
});
