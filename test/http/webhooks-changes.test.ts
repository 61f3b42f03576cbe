import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startWebhookApi, type WebhookApi } from '../resources/webhooks/api.js';
import { createClient, type WebhookClient } from '../resources/webhooks/client.js';

let api: WebhookApi;
let client: WebhookClient;

beforeAll(async () => {
  api = await startWebhookApi();
});
beforeEach(async () => {
  client = await createClient(api);
});
afterAll(() => api.close());

describe('PATCH /v1/webhooks/{id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const inboxId = await api.createInboxRow(client.orgId);
    const { id } = await client.create({ headers: { 'X-A': '1' } });
    const made = (await client.get(id)).body as { id: string };
    const change = { url: 'https://example.org/new', events: ['*'], inbox_ids: [inboxId] };
    const reply = await client.patch(made.id, change);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...made, ...change });
    const cleared = await client.patch(made.id, {
      inbox_ids: null,
      headers: null,
      description: 'New',
    });
    expect(cleared.body).toEqual({
      ...made,
      ...change,
      inbox_ids: null,
      header_names: [],
      description: 'New',
    });
    expect((await api.opened(made.id)).headers).toBeNull();
  });

  it('replaces all headers', async () => {
    const { id } = await client.create({ headers: { 'X-A': '1' } });
    const reply = await client.patch(id, { headers: { 'X-B': '2' } });
    expect(reply.body.header_names).toEqual(['X-B']);
    expect((await api.opened(id)).headers).toBe('{"X-B":"2"}');
  });

  it.each([
    [{ url: 'https://10.0.0.1/' }, 'url must not be a private or reserved address'],
    [{ events: [] }, 'events must not be empty'],
    [{ headers: { 'webhook-id': 'x' } }, 'headers.webhook-id cannot be set: the service sets it'],
  ])('refuses %j with 400', async (change, error) => {
    const { id } = await client.create();
    const reply = await client.patch(id, change);
    expect([reply.status, reply.body]).toEqual([400, { error }]);
  });

  it('takes back that a webhook was disabled', async () => {
    const { id } = await client.create();
    await api.database.query(
      `UPDATE webhooks SET active = false, disabled_reason = 'answered 410 Gone',
         failing_since = now() WHERE id = $1`,
      [id],
    );
    expect((await client.get(id)).body).toMatchObject({
      status: 'disabled',
      active: false,
      disabled_reason: 'answered 410 Gone',
      failing_since: expect.any(String),
    });
    expect((await client.patch(id, { active: true })).body).toMatchObject({
      status: 'active',
      active: true,
      disabled_reason: null,
      failing_since: null,
    });
  });
});

describe('DELETE /v1/webhooks/{id}', () => {
  it('answers 200, then 404', async () => {
    const { id } = await client.create();
    const first = await client.remove(id);
    expect([first.status, first.body]).toEqual([200, { id, deleted: true }]);
    const second = await client.remove(id);
    expect([second.status, second.body]).toEqual([404, { error: 'Webhook not found' }]);
  });
});

describe('POST /v1/webhooks/{id}/rotate-secret', () => {
  it('answers a new secret and keeps the old one for 24 hours', async () => {
    const { id, secret } = await client.create();
    const reply = await client.act(id, 'rotate-secret');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
    const { oldSecret, hours, ...opened } = await api.opened(id);
    expect([opened.secret, oldSecret]).toEqual([reply.body.secret, secret]);
    expect(reply.body.secret).not.toBe(secret);
    expect(hours).toBeCloseTo(24, 1);
  });

  it('loses no secret to a rotation at the same moment', async () => {
    const { id, secret } = await client.create();
    const replies = await Promise.all([1, 2, 3].map(() => client.act(id, 'rotate-secret')));
    const given = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.secret as string);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const opened = await api.opened(id);
    expect(given).toContain(opened.secret);
    expect([secret, ...given]).toContain(opened.oldSecret);
    expect(opened.oldSecret).not.toBe(opened.secret);
  });
});
