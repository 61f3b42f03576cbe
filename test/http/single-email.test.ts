import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseMail } from '../../src/mail/mime/parse.js';
import { rawMail, withCode } from '../support/mail.js';
import {
  keyOfOtherInbox,
  startMailApi,
  type MailApi,
  type TestInbox,
} from '../support/mail-api.js';

let api: MailApi;
let key: string;
let stranger: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
  stranger = (await api.createOrg()).key;
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
});
afterAll(() => api.close());

const get = (path: string) => api.call('GET', path, { key });

describe('a single email', () => {
  const content = Buffer.from([0, 1, 2, 255, 10, 13]);
  const attachment = {
    filename: 'pixel "1".png',
    contentType: 'image/png',
    size: content.length,
    contentId: '<pixel@x>',
    sha256: 'abc',
    content,
  };

  it.each([
    ['/v1/emails/{id}', (id: string) => `/v1/emails/${id}`],
    ['/v1/inboxes/{id}/emails/{id}', (id: string) => `/v1/inboxes/${inbox.inboxId}/emails/${id}`],
  ])('GET %s answers with attachments and headers', async (_path, path) => {
    const headers = { subject: 'Welcome', received: ['a', 'b'] };
    const id = await api.deliver(inbox, { attachments: [attachment], headers });

    const reply = await get(path(id));

    expect(reply.body).toMatchObject({
      id,
      headers,
      has_attachments: true,
      attachments: [
        {
          id: expect.stringMatching(/^att_/),
          filename: 'pixel "1".png',
          content_type: 'image/png',
          size: content.length,
          content_id: '<pixel@x>',
          sha256: 'abc',
        },
      ],
    });
  });

  it('GET …/raw answers the bytes received behind the trace headers', async () => {
    const raw = rawMail({ Subject: 'bytes' }, 'caf\xe9\r\n');
    const id = await api.deliver(inbox, {}, raw);

    const response = await fetch(`${api.baseUrl}/v1/emails/${id}/raw`, {
      headers: { 'X-API-Key': key },
    });

    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Type')).toBe('message/rfc822');
    expect(bytes.subarray(-raw.length)).toEqual(raw);
    expect(bytes.subarray(0, -raw.length).toString()).toMatch(
      new RegExp(
        `^Return-Path: <bounce@northwind.example>\r\nDelivered-To: ${inbox.address}\r\n` +
          `Received: from mx.test \\(\\[192.0.2.1\\]\\)\r\n\tby mail.test with ESMTP id s1\r\n` +
          `\tfor <${inbox.address}>; .* \\+0000\r\n$`,
      ),
    );
  });

  it('GET …/attachments/{id} is always a download', async () => {
    const id = await api.deliver(inbox, { attachments: [attachment] });
    const { attachments } = (await get(`/v1/emails/${id}`)).body;
    const path = `${api.baseUrl}/v1/emails/${id}/attachments/`;

    const response = await fetch(path + attachments[0].id, { headers: { 'X-API-Key': key } });

    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename=/);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect((await get(`/v1/emails/${id}/attachments/att_0`)).status).toBe(404);
  });

  it('reads attachments out of the message, and those that were stored beside it', async () => {
    const large = randomBytes(1_000_000);
    const files: readonly (readonly [string, string, Buffer])[] = [
      ['base64', large.toString('base64').replaceAll(/.{76}/g, '$&\r\n'), large],
      ['quoted-printable', '=00caf=C3=A9 =\r\n', Buffer.from('\0café ')],
      ['x-unknown', 'as it is', Buffer.from('as it is')],
      ['7bit', '', Buffer.alloc(0)],
    ];
    const parts = files.map(([encoding, encoded]) =>
      ['', 'Content-Type: image/png', `Content-Transfer-Encoding: ${encoding}`, '', encoded].join(
        '\r\n',
      ),
    );
    const body = `${['', ...parts].join('\r\n--b')}\r\n--b--\r\n`;
    const raw = rawMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, body);
    const id = await api.deliver(inbox, { attachments: parseMail(raw).attachments }, raw);
    const { attachments } = (await get(`/v1/emails/${id}`)).body as {
      attachments: { id: string }[];
    };
    const downloaded = () =>
      Promise.all(
        attachments.map(async (file) => {
          const path = `${api.baseUrl}/v1/emails/${id}/attachments/${file.id}`;
          const response = await fetch(path, { headers: { 'X-API-Key': key } });
          return Buffer.from(await response.arrayBuffer());
        }),
      );
    const contents = files.map(([, , content]) => content);

    expect(await downloaded()).toEqual(contents);
    const ids = attachments.map((file) => file.id);
    const [stored] = await api.database.query<{ bytes: number }>(
      'SELECT coalesce(sum(octet_length(content)), 0)::int AS bytes FROM attachments WHERE id = ANY ($1)',
      [ids],
    );
    expect(stored!.bytes).toBe(0);

    // As versions before stored them.
    for (const [at, content] of contents.entries())
      await api.database.query(
        `UPDATE attachments SET content = $2, raw_offset = NULL, raw_length = NULL, encoding = NULL
         WHERE id = $1`,
        [ids[at], content],
      );
    expect(await downloaded()).toEqual(contents);
  });

  it('PATCH sets is_read, and reading does not', async () => {
    const id = await api.deliver(inbox);
    expect((await get(`/v1/emails/${id}`)).body.is_read).toBe(false);

    const patch = (body: unknown) => api.call('PATCH', `/v1/emails/${id}`, { key, body });

    expect((await patch({ is_read: true })).body.is_read).toBe(true);
    expect((await get(`/v1/emails/${id}`)).body.is_read).toBe(true);
    expect((await patch({ is_read: 'yes' })).status).toBe(400);
    const ignored = await patch({ is_red: true });
    expect(ignored.headers.get('X-Ignored-Parameters')).toBe('is_red');
  });

  it('is deleted once, however many delete it at once', async () => {
    const path = `/v1/emails/${await api.deliver(inbox)}`;
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => api.call('DELETE', path, { key })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  });

  it('DELETE removes the email for good, and answers 404 the second time', async () => {
    const id = await api.deliver(inbox, { attachments: [attachment] });
    const remove = () => api.call('DELETE', `/v1/emails/${id}`, { key });

    expect((await remove()).body).toEqual({ id, deleted: true });
    expect((await remove()).status).toBe(404);
    const [left] = await api.database.query(
      `SELECT (SELECT count(*)::int FROM attachments) AS attachments,
         (SELECT count(*)::int FROM outbox WHERE resource_id = $1) AS outbox`,
      [id],
    );
    expect(left).toMatchObject({ outbox: 0 });
  });

  it('GET …/timeline shows each step, and the run once there is one', async () => {
    const id = await api.deliver(inbox, withCode('111111'));
    const timeline = async () => (await get(`/v1/emails/${id}/timeline`)).body.data as object[];

    expect(await timeline()).toMatchObject([
      { step: 'accepted', outcome: 'received' },
      { step: 'parsed', outcome: 'complete' },
      { step: 'authenticated', at: null, outcome: 'waiting' },
      { step: 'classified', outcome: 'verification' },
      { step: 'threaded', outcome: expect.stringMatching(/^thr_/) },
      { step: 'announced', outcome: 'ok' },
      { step: 'routed', at: null, outcome: 'waiting' },
      { step: 'processed', at: null, outcome: 'waiting', workflow_id: null },
    ]);
    await api.database.query(
      `INSERT INTO email_runs (email_id, workflow_id, attempts, outcome) VALUES ($1, 'run:1', 2, 'ok')`,
      [id],
    );
    expect((await timeline())[7]).toEqual({
      step: 'processed',
      at: expect.any(String),
      attempts: 2,
      outcome: 'ok',
      workflow_id: 'run:1',
      workflow_url: 'http://temporal.test/run%3A1',
    });
  });

  it('GET …/timeline of a mail that was stored with others shows the run they share', async () => {
    const others = await api.createInbox(inbox.orgId);
    const [id, other] = await api.deliverTo([inbox, others]);
    await api.database.query(
      `UPDATE outbox SET workflow_id = 'processInbound:run_1', email_ids = ARRAY[$1]
       WHERE resource_id = (SELECT batch_id FROM emails WHERE id = $1)`,
      [id],
    );
    await api.database.query(
      `INSERT INTO email_runs (email_id, workflow_id, attempts, outcome) VALUES ($1, 'processInbound:run_1', 1, 'ok')`,
      [other],
    );
    const steps = async (of: string) =>
      ((await get(`/v1/emails/${of}/timeline`)).body.data as object[]).slice(6);

    expect(await steps(id!)).toMatchObject([
      { step: 'routed', outcome: 'waiting' },
      { step: 'processed', outcome: 'waiting', workflow_id: 'processInbound:run_1' },
    ]);
    expect(await steps(other!)).toMatchObject([
      { step: 'routed', outcome: 'no rule' },
      { step: 'processed', outcome: 'ok', workflow_id: 'processInbound:run_1' },
    ]);
    expect((await get(`/v1/emails/${id}`)).body.workflow_id).toBe('processInbound:run_1');
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/raw'],
    ['GET', '/timeline'],
    ['GET', '/attachments/att_0'],
  ])('%s /v1/emails/{id}%s answers 401, 403 and 404', async (method, rest) => {
    const id = await api.deliver(inbox);
    const status = async (emailId: string, by?: string) =>
      (await api.call(method, `/v1/emails/${emailId}${rest}`, { ...(by && { key: by }) })).status;

    expect(await status(id)).toBe(401);
    expect(await status(id, stranger)).toBe(403);
    expect(await status(id, await keyOfOtherInbox(api, key, inbox.orgId))).toBe(403);
    expect(await status('eml_00000000000000000000', key)).toBe(404);
    await api.database.query('UPDATE inboxes SET deleted_at = now() WHERE id = $1', [
      inbox.inboxId,
    ]);
    expect(await status(id, key)).toBe(404);
  });
});
