import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ByteBudget } from '../../src/byte-budget.js';
import { createLog } from '../../src/log.js';
import { PeerRates } from '../../src/smtp/peer-rates.js';
import { startSmtp } from '../../src/smtp/server.js';
import { connect } from '../smtp/raw-client.js';
import {
  DOMAIN,
  startSendingApi,
  type SendingApi,
  type SendingTestInbox,
} from '../support/sending-api.js';
import { INBOUND_SECRET } from '../support/start-api.js';

const COUNTING = 'src/db/migrations/0022-storage-usage.sql';
const BEFORE_ANYBODY_COUNTED = `
DROP TRIGGER emails_added ON emails;
DROP TRIGGER emails_removed ON emails;
DROP TRIGGER drafts_added ON drafts;
DROP TRIGGER drafts_changed ON drafts;
DROP TRIGGER drafts_removed ON drafts;
DROP FUNCTION count_storage;
DROP FUNCTION add_storage;
ALTER TABLE bulks DROP COLUMN cost_each;
DROP TABLE storage_usage;
ALTER TABLE orgs DROP COLUMN storage_counted_at;
ALTER TABLE drafts DROP COLUMN size;
DROP FUNCTION draft_bytes;
DROP INDEX addresses_taken;
ALTER TABLE addresses DROP COLUMN taken_at;
`;

const GIB = 1024 ** 3;

let api: SendingApi;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let orgId: string;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
  smtp = await startSmtp({
    acceptance: api.services.inbound,
    config: { host: '127.0.0.1', port: 0, serverName: DOMAIN, certificate: undefined },
    log: createLog('silent'),
    budget: new ByteBudget({ bytes: 2 ** 26, sharePercent: 100 }),
    rates: new PeerRates(0),
  });
});
afterAll(async () => {
  await smtp.close(1_000);
  await api.close();
});
beforeEach(async () => {
  api.handed.length = 0;
  api.worker.running = true;
  ({ orgId, key } = await api.createOrg('free'));
  inbox = await api.createInbox(key);
});

const mail = (text: string) => `From: a@example.com\nTo: b@example.com\nSubject: x\n\n${text}\n`;
const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };

const used = async () => {
  const { body } = await api.call<{ storage_bytes_used: number }>('GET', '/v1/orgs/me', { key });
  return body.storage_bytes_used;
};

/** The bytes of all mails and drafts that are there. */
async function kept(org = orgId): Promise<number> {
  const [row] = await api.database.query<{ bytes: number }>(
    `SELECT coalesce(sum(size), 0)::int AS bytes FROM (
       SELECT org_id, size FROM emails UNION ALL SELECT org_id, size FROM drafts) AS kept
     WHERE org_id = $1`,
    [org],
  );
  return row!.bytes;
}

/** As if the organization kept all but so many bytes of what its plan allows. */
async function fill(left: number): Promise<void> {
  await api.database.query('SELECT add_storage($1, $2)', [orgId, GIB - left - (await used())]);
}

/** What RCPT is answered. */
async function recipient(address: string): Promise<string> {
  const client = await connect(smtp.port);
  await client.codes('EHLO peer.example', 'MAIL FROM:<a@example.com>');
  const answer = await client.command(`RCPT TO:<${address}>`);
  client.close();
  return answer;
}

const postInbound = (...to: string[]) =>
  api.call('POST', '/v1/inbound', {
    headers: { Authorization: `Bearer ${INBOUND_SECRET}` },
    body: { from: 'a@example.com', to, subject: 'x', text: 'y' },
  });

const draft = (body: object) =>
  api.call('POST', '/v1/drafts', { key, body: { inbox_id: inbox.id, ...body } });

describe('what an organization keeps', () => {
  it('is counted: mail that came and left, drafts, until they are gone', async () => {
    const received = await api.receive(inbox, mail('hello'));
    const sent = await api.send(key, inbox, message);
    const { body } = await draft({ text: 'a'.repeat(5_000) });
    expect(await used()).toBe(await kept());
    expect(await used()).toBeGreaterThan(5_000);

    await api.call('PATCH', `/v1/drafts/${body.id}`, { key, body: { text: 'b'.repeat(9_000) } });
    expect(await used()).toBe(await kept());
    expect(await used()).toBeGreaterThan(9_000);

    await api.call('DELETE', `/v1/drafts/${body.id}`, { key });
    for (const id of [received, sent.body.id])
      expect((await api.call('DELETE', `/v1/emails/${id}`, { key })).status).toBe(200);
    expect([await used(), await kept()]).toEqual([0, 0]);
  });

  it('is counted once where a message comes twice', async () => {
    const twice = `Message-ID: <twice@example.com>\n${mail('again')}`;
    await api.receive(inbox, twice);
    await api.receive(inbox, twice);
    expect(await used()).toBe(await kept());
  });

  it('is counted exactly by many at once, and nobody waits for who counts', async () => {
    const second = await api.createInbox(key);
    const received = await Promise.all(
      Array.from({ length: 40 }, (_, i) => api.receive(i % 2 ? inbox : second, mail(`m${i}`))),
    );
    await api.database.transaction(async (manager) => {
      await manager.query('SELECT FROM storage_usage WHERE org_id = $1 FOR UPDATE', [orgId]);
      await Promise.all([
        ...received.slice(10).map((id) => api.call('DELETE', `/v1/emails/${id}`, { key })),
        ...Array.from({ length: 10 }, (_, i) => api.receive(inbox, mail(`n${i}`))),
      ]);
    });
    expect(await used()).toBe(await kept());
  });

  it('is shown beside what the plan allows', async () => {
    const { body: limits } = await api.call('GET', '/v1/limits');
    expect(limits.plans.free.storage_bytes).toBe(GIB);
    expect(limits.plans.selfhost.storage_bytes).toBeNull();
    const { body } = await api.call('GET', '/v1/orgs/me', { key });
    expect(body).toMatchObject({ storage_bytes_used: 0, storage_bytes_limit: GIB });
  });
});

describe('an organization without room', () => {
  it('is told to senders of mail, who come again, and harms nobody else', async () => {
    const other = await api.createOrg('free');
    const roomy = await api.createInbox(other.key);
    const received = await api.receive(inbox, mail('old'));
    await fill(0);

    expect(await recipient(inbox.address)).toMatch(/^452 4\.2\.2 /);
    expect(await recipient(roomy.address)).toMatch(/^250 /);
    const refused = await postInbound(inbox.address);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '600']);
    const { status, body } = await postInbound(inbox.address, roomy.address);
    expect([status, body.ids]).toEqual([202, [expect.any(String)]]);

    await api.call('DELETE', `/v1/emails/${received}`, { key });
    expect(await recipient(inbox.address)).toMatch(/^250 /);
    expect((await postInbound(inbox.address)).status).toBe(202);
  });

  it('sends and writes nothing that does not fit', async () => {
    const { body: old } = await draft({ text: 'a'.repeat(500) });
    await fill(400);
    const answers = [
      await api.send(key, inbox, { ...message, text: 'a'.repeat(500) }),
      await draft({ text: 'a'.repeat(500) }),
      await draft({ attachments: [{ filename: 'a', content: 'YWFh'.repeat(200) }] }),
      await api.call('PATCH', `/v1/drafts/${old.id}`, { key, body: { text: 'a'.repeat(1_000) } }),
    ];
    for (const { status, body } of answers)
      expect([status, body.error]).toEqual([429, expect.stringContaining('1 GiB')]);
    expect(api.handed).toEqual([]);
    const shorter = { key, body: { text: 'a'.repeat(100) } };
    expect((await api.call('PATCH', `/v1/drafts/${old.id}`, shorter)).status).toBe(200);
  });

  it('gets mail of others here later', async () => {
    const sender = await api.createOrg();
    const from = await api.createInbox(sender.key);
    await fill(0);
    api.worker.running = false;
    const to = [inbox.address, from.address];
    const sendAt = new Date(Date.now() + 60_000).toISOString();
    const { body } = await api.send(sender.key, from, { ...message, to, send_at: sendAt });
    await api.database.query('UPDATE sends SET send_at = now() WHERE email_id = $1', [body.id]);
    await api.attempts.attempt(body.id as string, 'test');
    const [row] = await api.database.query<{ recipients: object[] }>(
      'SELECT recipients FROM sends WHERE email_id = $1',
      [body.id],
    );
    expect(row!.recipients).toMatchObject([
      { status: 'queued', response: expect.stringContaining('452 4.2.2') },
      { status: 'sent' },
    ]);
  });
});

describe('the count', () => {
  it('is put right once a day', async () => {
    await api.receive(inbox, mail('hello'));
    await fill(0);
    const { retention } = api.background;
    await retention.purgeChunk(1_000);
    expect(await used()).toBe(GIB);

    await api.database.query(`UPDATE orgs SET storage_counted_at = now() - interval '1 day'`);
    expect(await retention.purgeChunk(1_000)).toMatchObject({ done: true });
    expect(await used()).toBe(await kept());
  });

  it('begins with what is there', async () => {
    await api.receive(inbox, mail('hello'));
    await draft({ text: 'hello' });
    const before = await kept();
    await api.database.source.query(BEFORE_ANYBODY_COUNTED);
    await api.database.source.query(readFileSync(COUNTING, 'utf8'));
    expect([await used(), before > 0]).toEqual([await kept(), true]);
  });
});
