import { randomBytes } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Analysis, Attachment } from '../../src/mail/analysis.js';
import { rawMail } from '../support/mail.js';
import { idsOf, startMailApi, until, type MailApi, type TestInbox } from '../support/mail-api.js';

const MiB = 1024 * 1024;

let api: MailApi;
let key: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
});
afterAll(() => api.close());

const get = (path: string) => api.call('GET', path, { key });

/** The pages of a list, as the ids of each. */
async function pagesOf(path: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor = ''; ;) {
    const reply = await get(`${path}${cursor}`);
    expect(reply.status).toBe(200);
    pages.push(idsOf(reply));
    if (!reply.body.has_more) return pages;
    cursor = `&cursor=${reply.body.cursor as string}`;
  }
}

/** Mails with so much in them, newest first. */
async function deliverAll(found: readonly Partial<Analysis>[]): Promise<string[]> {
  const ids: string[] = [];
  for (const parts of found) ids.unshift(await api.deliver(inbox, parts));
  return ids;
}

const html = (bytes: number): Partial<Analysis> => ({ htmlBody: 'x'.repeat(bytes) });

describe('a page of emails', () => {
  const lists = () => [
    `/v1/inboxes/${inbox.inboxId}/emails?limit=100`,
    '/v1/emails?limit=100',
    '/v1/emails/search?limit=100&q=Welcome',
  ];

  it('ends where its bodies pass 8 MiB, and never below one', async () => {
    const sizes = [1000, 15 * MiB, 15 * MiB, 1000, 3 * MiB, 4 * MiB, 2 * MiB];
    const [a, b, c, d, e, f, g] = await deliverAll(sizes.map(html));

    for (const list of lists())
      expect(await pagesOf(list)).toEqual([[a, b], [c, d], [e], [f], [g]].map(known));
  });

  it('counts links as bodies', async () => {
    const url = (i: number) => `https://a.example/${i}/${'x'.repeat(8000)}`;
    const urls = Array.from({ length: 300 }, (_, i) => url(i));
    const links = urls.map((url) => ({ url, kind: 'verify' as const, text: '', risk: [] }));
    const ids = await deliverAll([1, 2, 3].map(() => ({ links, verificationLinks: urls })));

    for (const list of lists()) expect(await pagesOf(list)).toEqual(ids.map((id) => [id]));
  });

  it('of mail from before sizes were kept goes by the size of the mail', async () => {
    const raw = (n: number) => rawMail({ 'X-Number': `${n}` }, 'x'.repeat(5 * MiB));
    const ids = [];
    for (const n of [1, 2]) ids.unshift(await api.deliver(inbox, {}, raw(n)));
    await api.database.query('UPDATE emails SET listed_bytes = NULL WHERE org_id = $1', [
      inbox.orgId,
    ]);

    for (const list of lists()) expect(await pagesOf(list)).toEqual(ids.map((id) => [id]));
    expect((await get(`/v1/emails/${ids[0]!}`)).body.text_body).toBe('Welcome aboard.');
  });

  it('holds as many mails as before when they are small', async () => {
    const ids = await deliverAll(Array.from({ length: 5 }, () => html(10_000)));
    for (const list of lists()) expect(await pagesOf(list)).toEqual([ids]);
  });

  const known = (ids: (string | undefined)[]) => ids.map((id) => id!);
});

it('a large email is read whole, wherever it is shown', async () => {
  const textBody = 'é'.repeat(8 * MiB);
  const htmlBody = 'h'.repeat(16 * MiB);
  const links = [{ url: 'https://a.example/', kind: 'other' as const, text: 'a', risk: [] }];
  const id = await api.deliver(inbox, { textBody, htmlBody, strippedText: textBody, links });

  const { body: email } = await get(`/v1/emails/${id}`);
  const { body: list } = await get(`/v1/inboxes/${inbox.inboxId}/emails`);
  const { body: thread } = await get(`/v1/threads/${email.thread_id as string}`);

  for (const shown of [email, list.data[0], thread.messages[0]]) {
    expect(shown.text_body === textBody && shown.stripped_text === textBody).toBe(true);
    expect(shown.html_body === htmlBody).toBe(true);
    expect(shown.links).toEqual(links);
  }
});

it('a thread shows its newest 1,000 emails, and says when there are more', async () => {
  const number = (n: number) => rawMail({ 'X-Number': `${n}` });
  const mails = Array.from({ length: 1_001 }, (_, n) => api.deliver(inbox, {}, number(n)));
  const [first] = await Promise.all(mails);
  await api.database.query(`UPDATE emails SET thread_id = 'thr_long' WHERE inbox_id = $1`, [
    inbox.inboxId,
  ]);

  const { body } = await get('/v1/threads/thr_long');
  expect(body).toMatchObject({ message_count: 1_001, truncated: true });
  expect(body.messages.length).toBe(1_000);

  await api.call('DELETE', `/v1/emails/${first!}`, { key });
  const { body: all } = await get('/v1/threads/thr_long');
  expect(all.messages.length).toBe(1_000);
  expect(all.truncated).toBeUndefined();
});

describe('a download', () => {
  const content = randomBytes(5 * MiB);
  const file: Attachment = {
    filename: 'a.bin',
    contentType: 'application/zip',
    size: content.length,
    contentId: null,
    sha256: 'x',
    content,
  };
  const raw = Buffer.concat([rawMail({ Subject: 'Large' }), randomBytes(12 * MiB)]);
  let emailId: string;
  let paths: { raw: string; attachment: string };

  beforeEach(async () => {
    emailId = await api.deliver(inbox, { attachments: [file] }, raw);
    const { body } = await get(`/v1/emails/${emailId}`);
    const attachmentId = body.attachments[0].id as string;
    paths = {
      raw: `/v1/emails/${emailId}/raw`,
      attachment: `/v1/emails/${emailId}/attachments/${attachmentId}`,
    };
  });

  it('brings every byte and tells how many there are', async () => {
    const message = await bytesOf(await open(paths.raw));
    expect(message.subarray(-raw.length).equals(raw)).toBe(true);
    expect(message.toString('latin1', 0, 14)).toBe('Return-Path: <');
    expect((await bytesOf(await open(paths.attachment))).equals(content)).toBe(true);
    const { headers } = await open(paths.attachment, 'HEAD');
    expect(headers['content-length']).toBe(`${content.length}`);
  });

  it('holds no connection while its reader is slow, and others are served', async () => {
    // More than there are connections.
    const slow = await Promise.all(Array.from({ length: 12 }, () => open(paths.raw)));
    await until(async () => (await busyConnections()) === 0);

    expect((await get(`/v1/emails/${emailId}`)).status).toBe(200);
    expect((await bytesOf(await open(paths.raw))).length).toBeGreaterThan(raw.length);

    const lengths = await Promise.all(slow.map(async (answer) => (await bytesOf(answer)).length));
    expect(new Set(lengths)).toEqual(new Set([Number(slow[0]!.headers['content-length'])]));
  });

  it('breaks off when the mail is deleted meanwhile', async () => {
    // Twenty take turns, so that none is at its end when the mail is gone.
    const opened = Array.from({ length: 10 }, () => [open(paths.raw), open(paths.attachment)]);
    const answers = await Promise.all(opened.flat());
    await api.call('DELETE', `/v1/emails/${emailId}`, { key });
    for (const answer of answers) await expect(bytesOf(answer)).rejects.toThrow('aborted');
  });

  it('of an attachment that is not there is 404', async () => {
    expect((await get(`/v1/emails/${emailId}/attachments/att_x`)).status).toBe(404);
  });
});

/** An answer of which nothing is read so far. */
function open(path: string, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': key };
    const sent = request(new URL(path, api.baseUrl), { method, headers, agent: false }, resolve);
    sent.on('error', reject);
    sent.end();
  });
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Connections to this database that run a statement or hold a transaction. */
async function busyConnections(): Promise<number> {
  const [row] = await api.database.query<{ busy: number }>(
    `SELECT count(*)::int AS busy FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
  );
  return row!.busy;
}
