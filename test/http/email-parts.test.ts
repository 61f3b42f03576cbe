import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Analysis } from '../../src/mail/analysis.js';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import { deliverThreaded, threaded } from '../support/threads.js';

const MIB = 1024 * 1024;
const LONG = 'Grüße aus 東京 😀. '.repeat(100);
const PAGE = `<p>${'Dear Kim, this is what the message says. '.repeat(20)}</p>`;

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
const list = (query: string) => get(`/v1/inboxes/${inbox.inboxId}/emails?${query}`);
const deliver = (found: Partial<Analysis>) => api.deliver(inbox, found);
const link = (at: number) => ({
  url: `https://example.com/${at}`,
  kind: 'other' as const,
  text: 'x'.repeat(80),
  risk: [],
});

describe('A list with max_chars', () => {
  it('shows the beginning of each email as its only body', async () => {
    await deliver({ textBody: LONG, strippedText: LONG, htmlBody: PAGE });
    await deliver({ textBody: 'Short.', strippedText: 'Short.' });
    const { body } = await list('max_chars=300');
    expect(body.data).toMatchObject([
      { text_body: 'Short.', html_body: '', stripped_text: '' },
      { text_body: LONG.slice(0, 300), html_body: '', truncated: true, next_offset: 300 },
    ]);
    expect(body.data[0]).not.toHaveProperty('truncated');
    const { body: found } = await get('/v1/emails?max_chars=300');
    expect(found.data).toEqual(body.data);
    const { body: whole } = await list('');
    expect(whole.data[1]).toMatchObject({ text_body: LONG, html_body: PAGE });
  });

  it('reads no more of large emails, so that its pages do not end early', async () => {
    const textBody = 'x'.repeat(3 * MIB);
    for (let count = 0; count < 4; count++) await deliver({ textBody });
    expect((await list('')).body.data).toHaveLength(2);
    const { body } = await list('max_chars=10');
    expect(body).toMatchObject({ has_more: false });
    expect(body.data).toMatchObject(
      Array.from({ length: 4 }, () => ({ text_body: 'x'.repeat(10) })),
    );
  });

  it('shows as many links as take up so much room', async () => {
    await deliver({ textBody: 'Links.', links: [link(1), link(2), link(3)] });
    const { body } = await list('max_chars=350');
    expect(body.data).toMatchObject([{ links: [link(1), link(2)], truncated: true }]);
  });

  it('reads no links where they are many, and says so', async () => {
    const links = Array.from({ length: 500 }, (_, at) => link(at));
    await deliver({ textBody: 'Links.', links, verificationLinks: [link(1).url] });
    const { body } = await list('max_chars=300');
    const none = { links: [], verification_links: [] };
    expect(body.data).toMatchObject([{ text_body: 'Links.', ...none, truncated: true }]);
    expect((await list('')).body.data).toMatchObject([
      { links, verification_links: [link(1).url] },
    ]);
  });

  it('takes a cursor of a list without', async () => {
    for (let count = 0; count < 3; count++) await deliver({ textBody: LONG });
    const { cursor } = (await list('limit=2')).body as { cursor: string };
    const { body } = await list(`limit=2&max_chars=5&cursor=${encodeURIComponent(cursor)}`);
    expect(body).toMatchObject({ data: [{ text_body: 'Grüße' }], has_more: false });
  });

  it.each(['max_chars=0', 'max_chars=10001', 'max_chars=x'])('refuses %s', async (query) => {
    expect(await list(query)).toMatchObject({
      status: 400,
      body: { error: 'max_chars must be a whole number from 1 to 10000' },
    });
  });
});

describe('A part of an email', () => {
  it('goes on where the one before ends', async () => {
    const id = await deliver({ textBody: LONG });
    let text = '';
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { body } = await get(`/v1/emails/${id}?max_chars=100&offset=${offset}`);
      expect(body.truncated).toBe(body.next_offset === undefined ? undefined : true);
      text += body.text_body;
      offset = body.next_offset as number | undefined;
    }
    expect(text).toBe(LONG);
  });

  it.each([
    ['html', '', PAGE],
    ['text', 'Your mail program shows no pictures.', ''],
    ['auto', expect.stringMatching(/^Dear Kim, this is what/), ''],
  ])('has one body: %s', async (body, text_body, html_body) => {
    const id = await deliver({
      textBody: 'Your mail program shows no pictures.',
      htmlBody: PAGE,
    });
    const path = `/v1/inboxes/${inbox.inboxId}/emails/${id}?body=${body}`;
    expect((await get(path)).body).toMatchObject({ text_body, html_body, stripped_text: '' });
  });

  it('cuts headers and links to the same size', async () => {
    const headers = { subject: 'Hello', 'x-long-one': 'x'.repeat(500) };
    const id = await deliver({ headers, links: [link(1), link(2)], textBody: 'Hi' });
    const { body } = await get(`/v1/emails/${id}?max_chars=200`);
    expect(body).toMatchObject({ links: [link(1)], truncated: true, text_body: 'Hi' });
    expect(body.headers).toEqual({ subject: 'Hello' });
  });

  it('is shown by a wait and by a change as well', async () => {
    const id = await deliver({ textBody: LONG });
    const waited = await get(`/v1/inboxes/${inbox.inboxId}/wait?timeout=1&max_chars=5`);
    expect(waited.body).toMatchObject({ id, text_body: 'Grüße', next_offset: 5 });
    const changed = await api.call('PATCH', `/v1/emails/${id}`, {
      key,
      body: { is_read: true, max_chars: 5 },
    });
    expect(changed.body).toMatchObject({ is_read: true, text_body: 'Grüße', truncated: true });
  });

  it.each([
    ['body=pdf', 'body must be auto, text or html'],
    ['offset=-1', 'offset must be a whole number from 0 to 26214400'],
    ['max_chars=1000001', 'max_chars must be a whole number from 1 to 1000000'],
  ])('refuses %s', async (query, error) => {
    const id = await deliver({});
    expect(await get(`/v1/emails/${id}?${query}`)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('A part of a thread', () => {
  it('shows the newest emails briefly, and where the older ones follow', async () => {
    const delivered: { emailId: string; threadId: string }[] = [];
    for (const at of [1, 2, 3, 4, 5]) {
      const found = { ...threaded(`<${at}@x.test>`, ...(at > 1 ? ['<1@x.test>'] : [])) };
      delivered.push(await deliverThreaded(api, inbox, { ...found, textBody: `${at} ${LONG}` }));
    }
    const ids = delivered.map(({ emailId }) => emailId);
    const part = (query: string) => get(`/v1/threads/${delivered[0]!.threadId}?${query}`);
    const first = (await part('limit=2&max_chars=3')).body;
    expect(first).toMatchObject({
      message_count: 5,
      truncated: true,
      next_offset: 2,
      messages: [
        { id: ids[3], text_body: '4 G', next_offset: 3 },
        { id: ids[4], text_body: '5 G' },
      ],
    });
    const last = (await part('limit=3&max_chars=3&offset=2')).body;
    expect(last.messages).toMatchObject(ids.slice(0, 3).map((id) => ({ id })));
    expect(last).not.toHaveProperty('next_offset');
    expect((await part('offset=9')).body).toMatchObject({ messages: [], message_count: 5 });
    expect((await part('')).body.messages).toHaveLength(5);
  });
});
