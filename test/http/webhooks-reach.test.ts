import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
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

describe('reading webhooks', () => {
  it('lists newest first, page by page, without secrets', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await client.create()).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query = `?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
      const { status, body } = await api.call('GET', `${WEBHOOKS}${query}`, { key: client.key });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('whsec_');
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
      expect(body.has_more).toBe(body.cursor !== null);
      ({ cursor } = body as { cursor: string | null });
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  it('answers one', async () => {
    const { secret, ...made } = await client.create({ description: 'One' });
    const reply = await client.get(made.id);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(made);
    expect(secret).toBeTruthy();
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/whd_none/redeliver'],
    ['POST', '/replay'],
  ])('%s {id}%s answers 404 for none and 403 for another organization', async (method, path) => {
    const { id } = await client.create();
    const other = await api.createOrg();
    const body = method === 'POST' || method === 'PATCH' ? { from: new Date() } : undefined;
    const sent = { ...(body && { body }) };
    const foreign = await api.call(method, `${WEBHOOKS}/${id}${path}`, { key: other.key, ...sent });
    expect([foreign.status, foreign.body]).toEqual([
      403,
      { error: 'Webhook belongs to another organization' },
    ]);
    const absent = await api.call(method, `${WEBHOOKS}/wh_none${path}`, {
      key: client.key,
      ...sent,
    });
    expect([absent.status, absent.body]).toEqual([404, { error: 'Webhook not found' }]);
  });
});

describe('a key bound to inboxes', () => {
  let inboxId: string;
  let otherInboxId: string;
  let bound: string;

  beforeEach(async () => {
    inboxId = await api.createInboxRow(client.orgId);
    otherInboxId = await api.createInboxRow(client.orgId);
    bound = await limitedKey(api, client.key, { allowed_inbox_ids: [inboxId] });
  });

  it('makes webhooks of its inboxes only', async () => {
    expect((await client.post({ url: URL, inbox_ids: [inboxId] }, bound)).status).toBe(201);
    const foreign = await client.post({ url: URL, inbox_ids: [inboxId, otherInboxId] }, bound);
    expect([foreign.status, foreign.body.error]).toEqual([
      403,
      'This key is bound to other inboxes',
    ]);
    const all = await client.post({ url: URL }, bound);
    expect([all.status, all.body.error]).toEqual([
      403,
      'This key is bound to inboxes: name those of them it is about as inbox_ids',
    ]);
  });

  it('sees and changes no others', async () => {
    const mine = await client.create({ inbox_ids: [inboxId] });
    const both = await client.create({ inbox_ids: [inboxId, otherInboxId] });
    const whole = await client.create();
    const listed = await api.call('GET', WEBHOOKS, { key: bound });
    expect((listed.body.data as { id: string }[]).map(({ id }) => id)).toEqual([mine.id]);
    expect((await client.get(mine.id, bound)).status).toBe(200);
    for (const { id } of [both, whole]) {
      const replies = await Promise.all([
        client.get(id, bound),
        client.patch(id, { active: false }, bound),
        client.act(id, 'test', undefined, bound),
        client.deliveries(id, '', bound),
        client.remove(id, bound),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
  });

  it('cannot widen a webhook', async () => {
    const { id } = await client.create({ inbox_ids: [inboxId] });
    expect((await client.patch(id, { inbox_ids: null }, bound)).status).toBe(403);
    expect((await client.patch(id, { inbox_ids: [otherInboxId] }, bound)).status).toBe(403);
    expect((await client.patch(id, { description: 'Mine' }, bound)).status).toBe(200);
  });
});

describe('a key that may not read mail', () => {
  const SHOWS_MAIL = ['email.received', 'email.*', 'wait.matched', 'thread.*', '*'];
  const REFUSAL = expect.stringContaining('emails:read');
  let blind: string;

  beforeEach(async () => {
    blind = await limitedKey(api, client.key, { scopes: ['webhooks:manage'] });
  });

  it.each(SHOWS_MAIL)('has no webhook for %s', async (pattern) => {
    const made = await client.post({ url: URL, events: ['inbox.*', pattern] }, blind);
    expect([made.status, made.body.error]).toEqual([403, REFUSAL]);
    const { id } = await client.create();
    const widened = await client.patch(id, { events: [pattern] }, blind);
    expect([widened.status, widened.body.error]).toEqual([403, REFUSAL]);
  });

  it('has none by default, and one for what shows no mail', async () => {
    expect((await client.post({ url: URL }, blind)).status).toBe(403);
    const made = await client.post({ url: URL, events: ['inbox.*', 'bulk.completed'] }, blind);
    expect(made.status).toBe(201);
    const moved = { url: 'https://example.com/other' };
    expect((await client.patch((made.body as { id: string }).id, moved, blind)).status).toBe(200);
  });

  it('cannot lead the webhook of others elsewhere, nor have mail told again', async () => {
    const id = await client.make({ events: ['email.*'] });
    const whole = { from: new Date(0), events: ['email.*'] };
    const replies = [
      await client.patch(id, { url: 'https://mine.example.com/' }, blind),
      await client.act(id, 'replay', { from: new Date(0) }, blind),
      await client.act(await client.make(), 'replay', whole, blind),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await client.get(id, blind)).status).toBe(200);
  });

  it('cannot have told what was pending or told before the subscription changed', async () => {
    const { id } = await client.create({ events: ['email.*', 'inbox.*'] });
    await client.act(id, 'pause');
    await api.database.query(
      `INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued)
       VALUES ('whd_mail', $1, $2, 'evt_mail', 'email.received', false)`,
      [client.orgId, id],
    );
    expect((await client.patch(id, { events: ['inbox.*'] })).status).toBe(200);
    const moved = await client.patch(id, { url: 'https://mine.example.com/' }, blind);
    expect([moved.status, moved.body.error]).toEqual([403, REFUSAL]);
    const again = await client.act(id, 'deliveries/whd_mail/redeliver', undefined, blind);
    expect([again.status, again.body.error]).toEqual([403, REFUSAL]);
  });
});
