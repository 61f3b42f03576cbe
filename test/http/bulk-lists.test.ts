import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SendingTestInbox } from '../support/sending-api.js';
import {
  PUBLIC_URL,
  startBulkApi,
  TAKEN,
  type BulkApi,
  type BulkBody,
} from '../support/bulk-api.js';
import { until } from '../temporal/rows.js';

let api: BulkApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startBulkApi();
  api.startWorker();
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
});
afterAll(() => api.close());
beforeEach(() => {
  api.others.handed.length = 0;
  api.others.respond = async () => TAKEN;
});

const addressOf = (i: number) => `contact-${String(i).padStart(3, '0')}@example.com`;
const recipients = () => api.others.handed.flatMap((mail) => mail.recipients).sort();
const defaults = {
  subject: 'News for {{name}}',
  text: 'To {{address}}: {{city}}',
  html: '<p>{{city}}</p>',
  headers: { 'list-unsubscribe': '<https://elsewhere.example>', 'X-Campaign': 'May' },
};

async function createList(count: number, owner = key): Promise<string> {
  const { body } = await api.call('POST', '/v1/contact-lists', {
    key: owner,
    body: { name: 'News' },
  });
  const contacts = Array.from({ length: count }, (_, i) => ({
    address: addressOf(i),
    name: `Contact ${i}`,
    variables: { city: `<City & ${i}>` },
  }));
  await api.call('POST', `/v1/contact-lists/${body.id}/contacts`, {
    key: owner,
    body: { contacts },
  });
  return body.id as string;
}

const unsubscribe = (listId: string, i: number) =>
  api.call('PATCH', `/v1/contact-lists/${listId}/contacts/${addressOf(i)}`, {
    key,
    body: { status: 'unsubscribed' },
  });

describe('mail to a contact list', () => {
  it('goes to each of 250 subscribed contacts once, with what is known of it', async () => {
    const listId = await createList(252);
    await unsubscribe(listId, 3);
    await api.call('DELETE', `/v1/contact-lists/${listId}/contacts/${addressOf(4)}`, { key });
    const request = { inbox_id: inbox.id, defaults, contact_list_id: listId, wait: 60 };
    const { status, body } = await api.bulk(key, request);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'COMPLETED', total: 250, accepted: 250, rejected: 0 });
    const wanted = Array.from({ length: 252 }, (_, i) => addressOf(i));
    wanted.splice(3, 2);
    expect(recipients()).toEqual(wanted);

    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
      const { body: page }: { body: BulkBody } = await api.read(key, body.id, query);
      seen.push(...page.results.map((one) => one.client_ref!));
      cursor = page.cursor;
    }
    expect(seen).toEqual(wanted);

    const raw = api.others.handed
      .find((mail) => mail.recipients.includes(addressOf(7)))!
      .raw.toString()
      .replace(/\r\n[ \t]/g, ' ')
      .replace(/=\r\n/g, '');
    expect(raw).toContain('Subject: News for Contact 7\r\n');
    expect(raw).toContain(`To ${addressOf(7)}: <City & 7>`);
    expect(raw).toContain('<p>&lt;City &amp; 7&gt;</p>');
    expect(raw.match(/^List-Unsubscribe:/gim)).toHaveLength(1);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(raw).toContain('X-Campaign: May\r\n');
    const [, token] = new RegExp(`${PUBLIC_URL}/unsubscribe/([\\w-]+)`).exec(raw)!;
    expect(await api.services.contactLists.unsubscribe(token!)).toBe('c***@example.com');
    const { body: contact } = await api.call(
      'GET',
      `/v1/contact-lists/${listId}/contacts?status=unsubscribed`,
      { key },
    );
    expect((contact.data as { address: string }[]).map(({ address }) => address)).toEqual([
      addressOf(3),
      addressOf(7),
    ]);
  });

  it('leaves out who lacks a variable, is suppressed, or unsubscribed meanwhile', async () => {
    const listId = await createList(5);
    await api.call('PATCH', `/v1/contact-lists/${listId}/contacts/${addressOf(1)}`, {
      key,
      body: { variables: {} },
    });
    const blocked = { address: addressOf(2), reason: 'manual' };
    await api.call('POST', '/v1/suppressions', { key, body: blocked });
    const request = { inbox_id: inbox.id, defaults, contact_list_id: listId };
    const { body } = await api.bulk(key, request);
    expect(body).toMatchObject({ status: 'COMPLETED', total: 5, accepted: 3, rejected: 2 });
    const { results } = body;
    expect(results.map(({ status }) => status)).toEqual([
      'sent',
      'rejected',
      'rejected',
      'sent',
      'sent',
    ]);
    expect(results[1]!.error).toMatch(/^variables\.city is missing/);
    expect(results[2]!.error).toMatch(/is suppressed/);
    await api.call('DELETE', `/v1/suppressions/${addressOf(2)}`, { key });
  });

  it('is paused in the middle, and leaves out who unsubscribes then', async () => {
    const listId = await createList(150);
    let go!: () => void;
    const gate = new Promise<void>((resolve) => (go = resolve));
    api.others.respond = async () => {
      await gate;
      return TAKEN;
    };
    const request = { inbox_id: inbox.id, defaults, contact_list_id: listId, wait: 0 };
    const { body } = await api.bulk(key, request);
    while (api.others.handed.length < 10) await new Promise((resolve) => setTimeout(resolve, 10));
    await api.call('POST', `/v1/send/bulk/${body.id}/pause`, { key });
    go();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = api.others.handed.length;
    expect(before).toBeLessThan(100);
    // One whose mail is made, and one whose mail is not.
    await unsubscribe(listId, 99);
    await unsubscribe(listId, 149);
    await api.call('POST', `/v1/send/bulk/${body.id}/resume`, { key });
    const { body: ended } = await api.ended(key, body.id);
    expect(ended).toMatchObject({ status: 'COMPLETED', total: 149, accepted: 149 });
    expect(ended.results[99]).toMatchObject({ status: 'cancelled', ok: false });
    const left = new Set(recipients());
    expect([left.size, left.has(addressOf(99)), left.has(addressOf(149))]).toEqual([
      148,
      false,
      false,
    ]);
    expect(api.others.handed).toHaveLength(148);
  });

  it('is cancelled when its inbox is deleted before mail was made for all', async () => {
    const listId = await createList(150);
    const own = await api.createInbox(key);
    let go!: () => void;
    const gate = new Promise<void>((resolve) => (go = resolve));
    api.others.respond = async () => {
      await gate;
      return TAKEN;
    };
    const request = { inbox_id: own.id, defaults, contact_list_id: listId, wait: 0 };
    const { body } = await api.bulk(key, request);
    await until(() => api.others.handed.length > 0);
    await api.call('DELETE', `/v1/inboxes/${own.id}`, { key });
    go();
    const { body: ended } = await api.ended(key, body.id);
    expect(ended.status).toBe('CANCELLED');
    expect(ended.accepted).toBeLessThan(150);
    expect(api.others.handed.length).toBeLessThan(ended.accepted);
  });

  it('counts as a whole, and gives back what did not become mail', async () => {
    const small = await api.createOrg('free');
    const own = await api.createInbox(small.key);
    await api.call('PATCH', `/v1/inboxes/${own.id}`, {
      key: small.key,
      body: { daily_send_limit: 100 },
    });
    const request = async (count: number) =>
      api.bulk(small.key, {
        inbox_id: own.id,
        defaults: { subject: 'Hi', text: '{{city}}' },
        contact_list_id: await createList(count, small.key),
      });
    expect((await request(101)).status).toBe(429);
    const listId = await createList(100, small.key);
    for (const i of [1, 2, 3])
      await api.call('PATCH', `/v1/contact-lists/${listId}/contacts/${addressOf(i)}`, {
        key: small.key,
        body: { variables: {} },
      });
    const { body } = await api.bulk(small.key, {
      inbox_id: own.id,
      defaults: { subject: 'Hi', text: '{{city}}' },
      contact_list_id: listId,
    });
    expect(body).toMatchObject({ status: 'COMPLETED', accepted: 97, rejected: 3 });
    expect((await request(4)).status).toBe(429);
    expect((await request(3)).status).toBe(200);
  });

  it('counts those who get a copy in the free plan, and gives them back with their mail', async () => {
    const small = await api.createOrg('free');
    const own = await api.createInbox(small.key);
    const cc = ['a@example.com', 'b@example.com', 'B@example.com'];
    const request = (listId: string) =>
      api.bulk(small.key, {
        inbox_id: own.id,
        defaults: { subject: 'Hi', text: '{{city}}', cc },
        contact_list_id: listId,
      });
    const used = async () => {
      const [row] = await api.database.query<{ used: number }>(
        `SELECT used::int FROM monthly_usage WHERE org_id = $1 AND kind = 'outbound'`,
        [small.orgId],
      );
      return row?.used;
    };
    expect((await request(await createList(34, small.key))).status).toBe(429);
    const listId = await createList(33, small.key);
    for (const i of [1, 2, 3])
      await api.call('PATCH', `/v1/contact-lists/${listId}/contacts/${addressOf(i)}`, {
        key: small.key,
        body: { variables: {} },
      });
    const { body } = await request(listId);
    expect(body).toMatchObject({ status: 'COMPLETED', accepted: 30, rejected: 3 });
    expect(await used()).toBe(90);
  });

  it('refuses mails that there is no room for, one by one', async () => {
    const small = await api.createOrg('free');
    const own = await api.createInbox(small.key);
    await api.database.query('SELECT add_storage($1, $2)', [small.orgId, 2 ** 30 - 100]);
    const { body } = await api.bulk(small.key, {
      inbox_id: own.id,
      defaults: { subject: 'Hi', text: '{{city}}' },
      contact_list_id: await createList(3, small.key),
    });
    expect(body).toMatchObject({ status: 'COMPLETED', accepted: 0, rejected: 3 });
    expect(body.results[0]!.error).toContain('1 GiB');
    expect(api.others.handed).toEqual([]);
  });

  it('is refused where it cannot be meant', async () => {
    const listId = await createList(1);
    const { key: other } = await api.createOrg();
    const request = { inbox_id: inbox.id, defaults, contact_list_id: listId };
    const own = { ...request, inbox_id: (await api.createInbox(other)).id };
    const cases: [object, number, RegExp][] = [
      [{ ...request, contact_list_id: 'cl_none' }, 404, /Contact list not found/],
      [{ ...request, mode: 'all_or_nothing' }, 400, /^mode/],
      [{ ...request, messages: [{}] }, 400, /takes the place of messages/],
      [{ ...request, defaults: undefined }, 400, /^defaults is required/],
      [{ ...request, defaults: { text: 'x' } }, 400, /^defaults\.subject is missing/],
      [{ ...request, defaults: { subject: 'x' } }, 400, /^defaults\.text or defaults\.html/],
      [{ ...request, defaults: { ...defaults, text: '{{a b}}' } }, 400, /is no variable/],
      [{ ...request, inbox_id: undefined }, 400, /^inbox_id is required/],
      [{ ...request, contact_list_id: await createList(0) }, 400, /without subscribed/],
    ];
    for (const [body, status, error] of cases) {
      const reply = await api.bulk(key, body);
      expect([reply.status, reply.body.error]).toEqual([status, expect.stringMatching(error)]);
    }
    expect((await api.bulk(other, own)).status).toBe(403);
    expect(recipients()).toEqual([]);
  });
});
