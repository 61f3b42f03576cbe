import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ANONYMOUS_PER_MINUTE } from '../../src/auth/plans.js';
import {
  createUnsubscribeTokens,
  unsubscribeHeaders,
} from '../../src/resources/contact-lists/unsubscribe-links.js';
import {
  createClient,
  startContactApi,
  type ContactClient,
} from '../resources/contact-lists/api.js';
import type { TestApi } from '../support/start-api.js';

const ADDRESS = 'Ann.Other@x.example';

let api: TestApi;
let client: ContactClient;
let id: string;
let visitor = 0;

beforeAll(async () => {
  api = await startContactApi({ trustedProxies: ['127.0.0.1'] });
});
beforeEach(async () => {
  client = await createClient(api);
  id = await client.make();
  await client.add(id, [{ address: ADDRESS, name: 'Ann', variables: { v: 'private' } }]);
});
afterAll(() => api.close());

/** From an address of its own each, so that the limit does not meet other tests. */
const visit = (method: string, path: string, headers: Record<string, string> = {}) =>
  api.call<string>(method, path, {
    headers: { 'X-Forwarded-For': `10.1.${visitor >> 8}.${visitor++ & 255}`, ...headers },
  });
const statuses = async () => (await client.all(id)).map(({ status }) => status);

describe('GET /unsubscribe/{token}', () => {
  it('shows a page with a button and changes nothing', async () => {
    const reply = await visit('GET', client.link(id, ADDRESS));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(reply.body).toContain('A***@x.example');
    expect(reply.body).toMatch(/<form method="post">[^]*<button>Unsubscribe<\/button>/);
    expect(await statuses()).toEqual(['subscribed']);
  });

  it('tells nothing but the masked address, and lets nobody frame or keep it', async () => {
    const { body, headers } = await visit('GET', client.link(id, ADDRESS));
    for (const secret of [ADDRESS, 'Ann', 'Readers', 'private', id, client.orgId])
      expect(body).not.toContain(secret);
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('does not unsubscribe by %s', async (method) => {
    await visit(method, client.link(id, ADDRESS));
    expect(await statuses()).toEqual(['subscribed']);
  });

  it('shows an address as text, whatever is in it', async () => {
    const odd = client.link(id, `&'@x.example`);
    expect((await visit('GET', odd)).body).toContain('<b>&amp;***@x.example</b>');
  });
});

describe('POST /unsubscribe/{token}', () => {
  it('unsubscribes with one click, for good', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const link = new URL(client.link(id, ADDRESS), api.baseUrl);
    const body = 'List-Unsubscribe=One-Click';
    const response = await fetch(link, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('A***@x.example');
    expect(await client.all(id)).toMatchObject([
      { status: 'unsubscribed', unsubscribed_at: expect.any(String), name: 'Ann' },
    ]);
    await client.add(id, [{ address: ADDRESS }]);
    expect(await statuses()).toEqual(['unsubscribed']);
  });

  it('is safe to repeat, and in parallel', async () => {
    const link = client.link(id, ADDRESS);
    const replies = await Promise.all(Array.from({ length: 8 }, () => visit('POST', link)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const [before] = await client.all(id);
    await visit('POST', link);
    expect(await client.all(id)).toEqual([before]);
  });

  it('counts for its own list alone', async () => {
    const other = await client.make();
    await client.add(other, [{ address: ADDRESS }]);
    await visit('POST', client.link(id, ADDRESS));
    expect(await client.all(other)).toMatchObject([{ status: 'subscribed' }]);
  });

  it('holds for an address that was taken off the list, when it is added again', async () => {
    await client.removeContact(id, ADDRESS);
    await visit('POST', client.link(id, ADDRESS));
    expect(await client.all(id)).toEqual([]);
    expect((await client.get(id)).body).toMatchObject({ contact_count: 0, unsubscribed_count: 0 });
    expect((await client.add(id, [{ address: ADDRESS }])).body).toMatchObject({ added: 1 });
    expect(await statuses()).toEqual(['unsubscribed']);
  });

  it('ends well when the list is gone', async () => {
    const link = client.link(id, ADDRESS);
    await client.remove(id);
    expect((await visit('POST', link)).status).toBe(200);
    const left = 'SELECT FROM contacts WHERE list_id = $1';
    expect(await api.database.query(left, [id])).toEqual([]);
  });

  it('does nothing to a list of another organization', async () => {
    const stranger = await createClient(api);
    expect((await visit('POST', stranger.link(id, ADDRESS))).status).toBe(200);
    expect(await statuses()).toEqual(['subscribed']);
  });
});

describe('a link to unsubscribe', () => {
  const read = (token: string) => api.tokens.read(token);

  it('is refused with 404 when it was not made here', async () => {
    const made = { orgId: client.orgId, listId: id, address: ADDRESS };
    const forged = createUnsubscribeTokens(Buffer.alloc(32, 1)).make(made);
    const body = Buffer.from(JSON.stringify(Object.values(made))).toString('base64url');
    for (const token of [forged, body, 'x', 'a'.repeat(5_000), '%00', '%C3%BC'])
      for (const method of ['GET', 'POST']) {
        const reply = await visit(method, `/unsubscribe/${token}`);
        expect(reply.status).toBe(404);
      }
    expect(await statuses()).toEqual(['subscribed']);
  });

  it('opens as it was made, and with nothing changed', () => {
    fc.assert(
      fc.property(
        fc.emailAddress(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (address, at, by) => {
          const made = { orgId: 'org_1', listId: 'cl_1', address };
          const token = api.tokens.make(made);
          expect(read(token)).toEqual(made);
          const bytes = Buffer.from(token, 'base64url');
          bytes[at % bytes.length]! ^= by;
          expect(read(bytes.toString('base64url'))).toBeNull();
        },
      ),
    );
  });

  it('does not show whom it is for', () => {
    const token = api.tokens.make({ orgId: 'org_1', listId: 'cl_1', address: ADDRESS });
    expect(Buffer.from(token, 'base64url').includes('x.example')).toBe(false);
  });

  it('has other methods refused with 405', async () => {
    expect((await visit('DELETE', client.link(id, ADDRESS))).status).toBe(405);
  });

  it('is limited per address', async () => {
    const headers = { 'X-Forwarded-For': '10.200.0.1' };
    const link = client.link(id, ADDRESS);
    const replies = await Promise.all(
      Array.from({ length: ANONYMOUS_PER_MINUTE + 5 }, () => visit('GET', link, headers)),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect((await visit('POST', link, headers)).status).toBe(429);
    expect(await statuses()).toEqual(['subscribed']);
  });
});

describe('unsubscribeHeaders', () => {
  it.each(['https://mail.example.com', 'https://mail.example.com/'])(
    'are of RFC 8058 (%s)',
    (url) => {
      expect(unsubscribeHeaders(url, 'abc')).toEqual({
        'List-Unsubscribe': '<https://mail.example.com/unsubscribe/abc>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      });
    },
  );
});
