import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
  ({ key } = await api.createOrg());
});
afterAll(() => api.close());
beforeEach(async () => {
  api.handed.length = 0;
  inbox = await api.createInbox(key);
});

const post = (path: string, body: object) =>
  api.call('POST', `/v1/inboxes/${inbox.id}/${path}`, { key, body });
const lastSent = () => simpleParser(api.handed.at(-1)!.raw);

const mail = (fields: Record<string, string>, text = 'Shall we meet?\n\nKim\n') =>
  `${Object.entries({
    From: 'Kim <kim@example.com>',
    To: inbox.address,
    Subject: 'Meeting',
    'Message-ID': '<m1@example.com>',
    ...fields,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${text}`;

describe('replying', () => {
  it('answers in the thread, above the quoted original', async () => {
    const id = await api.receive(
      inbox,
      mail({ References: '<a@x> <b@x>', 'In-Reply-To': '<b@x>' }),
    );
    const { body } = await post('reply', { email_id: id, text: 'Yes!', html: '<p>Yes!</p>' });
    const original = await api.call('GET', `/v1/emails/${id}`, { key });
    expect(body).toMatchObject({ status: 'sent', thread_id: original.body.thread_id });
    const sent = await lastSent();
    expect(sent).toMatchObject({ subject: 'Re: Meeting', inReplyTo: '<m1@example.com>' });
    expect(sent.references).toEqual(['<a@x>', '<b@x>', '<m1@example.com>']);
    expect(sent.text).toMatch(
      /^Yes!\n\nOn .+, Kim <kim@example\.com> wrote:\n\n> Shall we meet\?\n/,
    );
    expect(sent.html).toContain('<blockquote class="gmail_quote"');
    expect(api.handed[0]!.recipients).toEqual(['kim@example.com']);
    // What is new in it can be told from what is quoted.
    const read = await api.call('GET', `/v1/emails/${body.id}`, { key });
    expect(read.body.stripped_text).toBe('Yes!');
  });

  it.each([
    [{ Subject: 'RE: Meeting' }, 'RE: Meeting'],
    [{ Subject: 'Fwd: Meeting' }, 'Re: Fwd: Meeting'],
  ])('puts the prefix in front once: %j', async (fields, subject) => {
    const id = await api.receive(inbox, mail(fields));
    await post('reply', { reply_to_email_id: id, text: 'Yes' });
    expect((await lastSent()).subject).toBe(subject);
  });

  it.each([
    [
      'a chain that is not told but for its end',
      { 'In-Reply-To': '<b@x>' },
      ['<b@x>', '<m1@example.com>'],
    ],
    ['no chain', {}, ['<m1@example.com>']],
  ])('refers to %s', async (_what, fields, references) => {
    const id = await api.receive(inbox, mail(fields));
    await post('reply', { email_id: id, text: 'Yes' });
    expect([(await lastSent()).references].flat()).toEqual(references);
  });

  it('keeps the beginning and the end of a deep chain', async () => {
    const chain = Array.from({ length: 150 }, (_, i) => `<${i}@x>`);
    const id = await api.receive(inbox, mail({ References: chain.join('\n ') }));
    await post('reply', { email_id: id, text: 'Yes' });
    const references = (await lastSent()).references as string[];
    expect(references).toHaveLength(100);
    expect(references.at(-1)).toBe('<m1@example.com>');
    expect(references.at(-2)).toBe('<149@x>');
  });

  it('goes where the author wants it, and to all others but the inbox', async () => {
    const id = await api.receive(
      inbox,
      mail({
        'Reply-To': 'Desk <desk@example.com>',
        To: `${inbox.address.toUpperCase()}, Lea <lea@example.com>`,
        Cc: `${inbox.address.replace('@', '+x@')}, Desk <DESK@example.com>, max@example.com`,
      }),
    );
    await post('reply', { email_id: id, text: 'Yes', reply_all: true });
    expect(api.handed[0]!.recipients).toEqual([
      'desk@example.com',
      'lea@example.com',
      'max@example.com',
    ]);
    await post('reply', { email_id: id, text: 'Yes' });
    expect(api.handed[1]!.recipients).toEqual(['desk@example.com']);
  });

  it('of what was sent from here goes to whom that went', async () => {
    const first = await post('send', { to: 'kim@example.com', subject: 'Hi', text: 'Hi' });
    await post('reply', { email_id: first.body.id, text: 'One more thing' });
    expect(api.handed[1]!.recipients).toEqual(['kim@example.com']);
    expect((await lastSent()).inReplyTo).toBe(first.body.message_id);
  });

  it('finds the answer to it in its thread', async () => {
    const first = await post('send', { to: 'kim@example.com', subject: 'Hi', text: 'Hi' });
    const id = await api.receive(
      inbox,
      mail({ Subject: 'Re: Hi', 'In-Reply-To': first.body.message_id }),
    );
    const answer = await api.call('GET', `/v1/emails/${id}`, { key });
    expect(answer.body.thread_id).toBe(first.body.thread_id);
  });

  it.each([
    [{ email_id: 'eml_00000000000000000000', text: 'x' }, 404],
    [{ text: 'x' }, 400],
  ])('to %j is %d', async (body, status) => {
    expect((await post('reply', body)).status).toBe(status);
  });

  it('through another inbox, of another organization, or without words sends nothing', async () => {
    const id = await api.receive(inbox, mail({}));
    expect((await post('reply', { email_id: id })).status).toBe(400);
    const other = await api.createInbox(key);
    const stranger = await api.createOrg();
    const call = (inboxId: string, by: string) =>
      api.call('POST', `/v1/inboxes/${inboxId}/reply`, {
        key: by,
        body: { email_id: id, text: 'x' },
      });
    expect((await call(other.id, key)).status).toBe(404);
    expect((await call(inbox.id, stranger.key)).status).toBe(403);
    const theirs = await api.createInbox(stranger.key);
    expect((await call(theirs.id, stranger.key)).status).toBe(403);
    expect(api.handed).toEqual([]);
  });

  it.each([
    ['cancel', undefined],
    ['resolve', { outcome: 'sent' }],
  ])('leaves mail that came in alone: no %s, and 403 for strangers', async (change, body) => {
    const id = await api.receive(inbox, mail({}));
    const stranger = await api.createOrg();
    const by = (who: string) => api.call('POST', `/v1/emails/${id}/${change}`, { key: who, body });
    expect((await by(stranger.key)).status).toBe(403);
    expect((await by(key)).status).toBe(404);
  });
});

describe('forwarding', () => {
  const withFile = [
    'Content-Type: multipart/mixed; boundary=b\n',
    '--b\nContent-Type: text/plain\n\nSee the file.\n',
    '--b\nContent-Type: application/pdf; name="a.pdf"\nContent-Disposition: attachment\n\nPDF\n--b--\n',
  ];
  const original = () => mail({}, '').trimEnd() + `\n${withFile.join('\n')}`;

  it('shows the original below a comment, with its files', async () => {
    const id = await api.receive(inbox, original());
    const { body } = await post('forward', {
      email_id: id,
      to: 'lea@example.com',
      comment: 'What do you think?',
    });
    expect(body.status).toBe('sent');
    const sent = await lastSent();
    expect(sent.subject).toBe('Fwd: Meeting');
    expect(sent.text).toMatch(/^What do you think\?\n\n-+ Forwarded message -+\nFrom: Kim <kim@ex/);
    expect(sent.text).toContain('See the file.');
    expect(sent.attachments.map(({ filename }) => filename)).toEqual(['a.pdf']);
    expect(sent.inReplyTo).toBeUndefined();
  });

  it.each(['forward', 'reply'])('keeps the content of a Turkish page in a %s', async (kind) => {
    const page = `<html><head><title>${'İ'.repeat(400)}</title></head><BODY class="İ">Sayın İlgili, <b>KODUNUZ İŞTE</b></BODY></html>`;
    const turkish = Buffer.from(mail({ 'Content-Type': 'text/html; charset=utf-8' }, page));
    const id = await api.receive(inbox, turkish.toString('utf8'));
    await post(kind, {
      email_id: id,
      html: '<p>Bakın</p>',
      ...(kind === 'forward' && { to: 'lea@example.com', html: undefined }),
    });
    const { html } = await lastSent();
    expect(html).toContain('Sayın İlgili, <b>KODUNUZ İŞTE</b></');
    expect(html).not.toMatch(/<title|body>/i);
  });

  it('carries the original whole where that is asked for', async () => {
    const id = await api.receive(inbox, original());
    await post('forward', { email_id: id, to: 'lea@example.com', as_attachment: true });
    const [file] = (await lastSent()).attachments;
    expect(file!.contentType).toBe('message/rfc822');
    expect((await simpleParser(file!.content)).subject).toBe('Meeting');
  });

  it('carries an original with lines no server has to take as encoded bytes', async () => {
    const id = await api.receive(inbox, mail({}, `See <${'x'.repeat(100_000)}>`));
    for (const as_attachment of [true, false])
      await post('forward', { email_id: id, to: 'lea@example.com', as_attachment });
    const [whole, quoted] = api.handed.slice(-2).map(({ raw }) => raw.toString('latin1'));
    for (const sent of [whole!, quoted!])
      expect(Math.max(...sent.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    const [file] = (await simpleParser(whole!)).attachments;
    expect(whole).toMatch(/Content-Type: application\/octet-stream; name=message.eml\r\n/);
    expect(file!.content.toString()).toContain('x'.repeat(100_000));
  });
});
