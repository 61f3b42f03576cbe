import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { until } from '../support/mail-api.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

const MIB = 1024 * 1024;

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;
let stored: { email_id: string; attachment_id: string };

beforeAll(async () => {
  api = await startSendingApi();
});
beforeEach(async () => {
  api.handed.length = 0;
  key = (await api.createOrg()).key;
  inbox = await api.createInbox(key);
  stored = await storedFile(inbox, Buffer.from('%PDF-1.4 stored'));
});
afterAll(() => api.close());

/** A file of an email that came in. */
async function storedFile(to: SendingTestInbox, content: Buffer) {
  const email_id = await api.receive(
    to,
    [
      `From: kim@example.com\nTo: ${to.address}\nSubject: File\nMessage-ID: <f@example.com>`,
      'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n',
      '--b\nContent-Type: text/plain\n\nSee the file.',
      '--b\nContent-Type: application/pdf; name="bill.pdf"\nContent-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="bill.pdf"\n\n${wrapped(content)}`,
      '--b--\n',
    ].join('\n'),
  );
  const { body } = await api.call('GET', `/v1/emails/${email_id}`, { key });
  return { email_id, attachment_id: (body.attachments as { id: string }[])[0]!.id };
}

const wrapped = (content: Buffer) => content.toString('base64').replaceAll(/.{76}/g, '$&\n');

const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi' };

/** The files of the mail that was handed over last. */
async function handedFiles() {
  const { attachments } = await simpleParser(api.handed.at(-1)!.raw);
  return attachments.map(({ filename, contentType, content }) => [
    filename,
    contentType,
    content.toString(),
  ]);
}

const BILL = ['bill.pdf', 'application/pdf', '%PDF-1.4 stored'];

describe('A file of a stored email', () => {
  it.each([
    ['send', {}],
    ['reply', {}],
  ])('goes along with %s', async (route) => {
    const { status, body } = await api.call('POST', `/v1/inboxes/${inbox.id}/${route}`, {
      key,
      body: {
        ...(route === 'send' ? message : { email_id: stored.email_id, text: 'Hi' }),
        attachments: [stored, { filename: 'own.txt', content: 'aGk=' }],
      },
    });
    expect([status, body.status]).toEqual([200, 'sent']);
    expect(await handedFiles()).toEqual([BILL, ['own.txt', 'text/plain', 'hi']]);
  });

  it('may be called something else', async () => {
    const renamed = { ...stored, filename: 'renamed.bin', content_type: 'application/x-mine' };
    await api.send(key, inbox, { ...message, attachments: [renamed] });
    expect(await handedFiles()).toEqual([['renamed.bin', 'application/x-mine', '%PDF-1.4 stored']]);
  });

  it('is kept with a draft, whatever becomes of the email', async () => {
    const { body: draft } = await api.call('POST', '/v1/drafts', {
      key,
      body: { inbox_id: inbox.id, ...message, attachments: [stored] },
    });
    expect(draft.attachments).toMatchObject([{ filename: 'bill.pdf', size: 15 }]);
    const path = `/v1/drafts/${draft.id}`;
    await api.call('PATCH', path, { key, body: { attachments: [stored, stored] } });
    await api.call('DELETE', `/v1/emails/${stored.email_id}`, { key });
    await api.call('POST', `${path}/send`, { key });
    expect(await handedFiles()).toEqual([BILL, BILL]);
  });

  it('goes along in bulk; what is wrong with a file is wrong with its message', async () => {
    const { body } = await api.call('POST', '/v1/send/bulk', {
      key,
      body: {
        inbox_id: inbox.id,
        wait: 0,
        messages: [
          { ...message, attachments: [stored] },
          { ...message, attachments: [{ ...stored, attachment_id: 'att_none' }], client_ref: 'r' },
        ],
      },
    });
    expect(body).toMatchObject({
      accepted: 1,
      rejected: 1,
      results: [{ ok: true }, { ok: false, client_ref: 'r', error: 'Attachment not found' }],
    });
    const read = await api.call('GET', `/v1/emails/${body.results[0].email_id}`, { key });
    expect(read.body.attachments).toMatchObject([{ filename: 'bill.pdf', size: 15 }]);
    await until(() => api.handed.length > 0);
    expect(await handedFiles()).toEqual([BILL]);
  });

  it('is sent once with an idempotency key, also when the email is gone', async () => {
    const again = () =>
      api.send(key, inbox, { ...message, attachments: [stored] }, { 'Idempotency-Key': 'k' });
    const first = await again();
    await api.call('DELETE', `/v1/emails/${stored.email_id}`, { key });
    expect((await again()).body).toEqual(first.body);
    expect(api.handed).toHaveLength(1);
  });

  it.each([
    [{ attachment_id: undefined }, 400, /^attachments\[0\]\.content is required/],
    [{ email_id: undefined }, 400, /^attachments\[0\]\.content is required/],
    [{ content: 'aGk=' }, 400, /^attachments\[0\]\.content must not be given beside/],
    [{ email_id: 'eml_none' }, 404, /^Email not found$/],
    [{ attachment_id: 'att_none' }, 404, /^Attachment not found$/],
  ])('is refused: %j', async (wrong, status, error) => {
    const attachments = [{ ...stored, ...wrong }];
    expect(await api.send(key, inbox, { ...message, attachments })).toMatchObject({
      status,
      body: { error: expect.stringMatching(error) },
    });
    expect(api.handed).toEqual([]);
  });

  it('is out of reach for others, and for keys of other inboxes', async () => {
    const { key: stranger } = await api.createOrg();
    const theirs = await api.createInbox(stranger);
    const attachments = [stored];
    expect(await api.send(stranger, theirs, { ...message, attachments })).toMatchObject({
      status: 403,
      body: { error: 'Email belongs to another organization' },
    });
    const beside = await api.createInbox(key);
    const { body } = await api.call('POST', `/v1/inboxes/${beside.id}/api-keys`, {
      key,
      body: { name: 'bound' },
    });
    expect(
      await api.send(body.api_key as string, beside, { ...message, attachments }),
    ).toMatchObject({
      status: 403,
      body: { error: 'This key is bound to other inboxes' },
    });
  });

  it('is refused with others where they are too large together', async () => {
    const large = await storedFile(inbox, Buffer.alloc(13 * MIB));
    const attachments = [large, large];
    expect(await api.send(key, inbox, { ...message, attachments })).toMatchObject({
      status: 413,
      body: { error: 'The message is larger than 25 MiB' },
    });
  });
});
