import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_KINDS } from '../../src/store/events/kinds.js';
import { limitedKey } from '../resources/inboxes/api.js';
import { startWebhookApi, type WebhookApi } from '../resources/webhooks/api.js';
import { createClient, URL, type WebhookClient } from '../resources/webhooks/client.js';

let api: WebhookApi;
let client: WebhookClient;

beforeAll(async () => {
  api = await startWebhookApi();
});
beforeEach(async () => {
  client = await createClient(api);
});
afterAll(() => api.close());

const WEBHOOKS = '/v1/webhooks';

describe('POST /v1/webhooks', () => {
  it('answers 201 with the secret and every field', async () => {
    const reply = await client.post({ url: URL });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-z]{20}$/),
      url: URL,
      events: ['email.received'],
      active: true,
      inbox_ids: null,
      description: null,
      ordered: false,
      header_names: [],
      status: 'active',
      disabled_reason: null,
      failing_since: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('takes every field, each value once', async () => {
    const inboxId = await api.createInboxRow(client.orgId);
    const given = {
      url: URL,
      events: ['email.*', 'wait.matched', 'email.*'],
      active: false,
      inbox_ids: [inboxId, inboxId],
      description: 'For the robot',
      headers: { 'X-Token': 'hidden-value' },
      ordered: true,
    };
    const reply = await client.post(given);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      events: ['email.*', 'wait.matched'],
      active: false,
      status: 'disabled',
      inbox_ids: [inboxId],
      description: 'For the robot',
      header_names: ['X-Token'],
      ordered: true,
    });
    expect(JSON.stringify(reply.body)).not.toContain('hidden-value');
  });

  it('seals secret and headers for their places', async () => {
    const { id, secret } = await client.create({ headers: { 'X-A': '1', 'x-b': '2' } });
    const opened = await api.opened(id);
    expect(opened.secret).toBe(secret);
    expect(JSON.parse(opened.headers!)).toEqual({ 'X-A': '1', 'x-b': '2' });
  });

  it('answers a repeated Idempotency-Key with the first answer', async () => {
    const sent = { key: client.key, body: { url: URL }, headers: { 'Idempotency-Key': 'once' } };
    const first = await api.call('POST', WEBHOOKS, sent);
    const second = await api.call('POST', WEBHOOKS, sent);
    expect(second.body).toEqual(first.body);
  });

  it.each([
    ['no url', {}, 'url is required'],
    ['plain http', { url: 'http://example.com' }, 'url must be an https address'],
    ['another scheme', { url: 'ftp://example.com' }, 'url must be an https address'],
    ['no address', { url: 'example' }, 'url must be an https address'],
    [
      'credentials',
      { url: 'https://a:b@example.com' },
      'url must not contain a user name or password',
    ],
    [
      'a loopback address',
      { url: 'https://127.1/' },
      'url must not be a private or reserved address',
    ],
    [
      'a metadata address',
      { url: 'https://169.254.169.254/latest' },
      'url must not be a private or reserved address',
    ],
    ['localhost', { url: 'https://localhost' }, 'url must not be a private or reserved address'],
    ['no events', { url: URL, events: [] }, 'events must not be empty'],
    [
      'an unknown kind',
      { url: URL, events: ['email.received', 'email.eaten'] },
      'events[1] must be a kind of event or a wildcard, which "email.eaten" is not; see GET /v1/webhooks/events',
    ],
    [
      'a wildcard for nothing',
      { url: URL, events: ['mail.*'] },
      'events[0] must be a kind of event or a wildcard, which "mail.*" is not; see GET /v1/webhooks/events',
    ],
    ['events as text', { url: URL, events: 'email.received' }, 'events must be an array'],
    [
      'no inboxes',
      { url: URL, inbox_ids: [] },
      'inbox_ids must not be empty; leave it out for all of the organization',
    ],
    ['active as text', { url: URL, active: 'perhaps' }, 'active must be true or false'],
    [
      'a framing header',
      { url: URL, headers: { Host: 'a.test' } },
      'headers.Host cannot be set: the service sets it',
    ],
    [
      'a line end in a header',
      { url: URL, headers: { 'X-A': 'a\r\nX-B: b' } },
      'headers.X-A must hold printable ASCII characters only, and no line ends',
    ],
    [
      'a line end in the name of a header',
      { url: URL, headers: { 'X-A\r\nX-B': 'a' } },
      'headers.X-A__X-B must have the name of a header',
    ],
    [
      'NUL in a header',
      { url: URL, headers: { 'X-A': 'a\0' } },
      'headers must not hold NUL characters or unpaired surrogates',
    ],
    ['a number as header', { url: URL, headers: { 'X-A': 1 } }, 'headers.X-A must be a string'],
  ])('refuses %s with 400', async (_case, body, error) => {
    const reply = await client.post(body);
    expect(reply.body).toEqual({ error });
    expect(reply.status).toBe(400);
  });

  it('answers 404 for an inbox that does not exist and 403 for one of another organization', async () => {
    const other = await api.createOrg();
    const foreign = await api.createInboxRow(other.orgId);
    const absent = await client.post({ url: URL, inbox_ids: ['inb_none'] });
    expect([absent.status, absent.body]).toEqual([404, { error: 'Inbox not found' }]);
    const refused = await client.post({ url: URL, inbox_ids: [foreign] });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'Inbox belongs to another organization',
    ]);
  });

  it('makes 100 for an organization and refuses the 101st, also in parallel', async () => {
    const replies = await Promise.all(Array.from({ length: 104 }, () => client.post({ url: URL })));
    const refused = replies.filter(({ status }) => status === 400);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(refused.map(({ body }) => body as unknown)).toEqual(
      Array(4).fill({ error: 'An organization has at most 100 webhooks; delete one first' }),
    );
  });

  it('needs a key with the scope', async () => {
    expect((await api.call('POST', WEBHOOKS, { body: { url: URL } })).status).toBe(401);
    const limited = await limitedKey(api, client.key, { scopes: ['emails:read'] });
    const reply = await client.post({ url: URL }, limited);
    expect([reply.status, reply.body]).toEqual([
      403,
      { error: 'This key lacks the scope webhooks:manage' },
    ]);
  });
});

describe('GET /v1/webhooks/events', () => {
  it('needs no key and describes every kind', async () => {
    const reply = await api.call('GET', `${WEBHOOKS}/events`);
    expect(reply.status).toBe(200);
    const { data } = reply.body as { data: Record<string, unknown>[] };
    expect(data.map(({ event }) => event)).toEqual(EVENT_KINDS);
    expect(data[0]).toEqual({
      event: 'email.received',
      description: 'A mail arrived in an inbox.',
      example: {
        id: expect.stringMatching(/^evt_/),
        event: 'email.received',
        timestamp: expect.any(String),
        data: expect.objectContaining({ email_id: expect.any(String), otp_codes: ['482913'] }),
      },
      schema: expect.objectContaining({ type: 'object' }),
    });
  });
});
