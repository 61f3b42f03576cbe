import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
});

const send = async () => {
  const message = { to: 'kim@example.com', subject: 'My order', text: 'Where is it?' };
  const { body } = await api.send(key, inbox, message);
  return body as { id: string; message_id: string; thread_id: string };
};

/** A mail that arrives. */
const receive = (fields: Record<string, string>) =>
  api.receive(
    inbox,
    `${Object.entries({
      From: 'Kim <kim@example.com>',
      To: inbox.address,
      Subject: 'Re: My order',
      'Message-ID': `<${Math.random()}@example.com>`,
      ...fields,
    })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}\n\nHere it is\n`,
  );

/** Finishes a mail as its run does. */
const finish = (emailId: string) =>
  api.background.processing.process([emailId], { workflowId: 'processInbound:test', attempt: 1 });

const told = async (emailId: string) => {
  const rows = await api.database.query<{ kind: string; body: string }>(
    'SELECT kind, body FROM events WHERE resource_id = $1 ORDER BY seq',
    [emailId],
  );
  return rows.map(({ kind, body }) => ({ kind, data: JSON.parse(body).data }));
};
const kindsOf = async (emailId: string) => (await told(emailId)).map(({ kind }) => kind);

describe('email.replied', () => {
  it('tells once of a mail that answers a sent one', async () => {
    const sent = await send();
    const reply = await receive({ 'In-Reply-To': sent.message_id });
    await finish(reply);
    await finish(reply);
    expect((await told(reply)).filter(({ kind }) => kind === 'email.replied')).toEqual([
      {
        kind: 'email.replied',
        data: {
          email_id: sent.id,
          reply_email_id: reply,
          inbox_id: inbox.id,
          thread_id: sent.thread_id,
          from: 'kim@example.com',
          subject: 'Re: My order',
        },
      },
    ]);
    expect(await kindsOf(reply)).toEqual(['email.received', 'email.replied']);
  });

  it('names the closest of the sent mails it refers to', async () => {
    const [first, second] = [await send(), await send()];
    const references = `${first.message_id} ${second.message_id} <elsewhere@example.com>`;
    const reply = await receive({
      References: references,
      'In-Reply-To': '<elsewhere@example.com>',
    });
    await finish(reply);
    expect((await told(reply))[1]!.data.email_id).toBe(second.id);
  });

  it('tells of each reply', async () => {
    const sent = await send();
    for (let turn = 0; turn < 2; turn++) {
      const reply = await receive({ 'In-Reply-To': sent.message_id });
      await finish(reply);
      expect(await kindsOf(reply)).toEqual(['email.received', 'email.replied']);
    }
  });

  it.each<[string, (id: string) => Record<string, string>]>([
    ['an automatic reply', (id) => ({ 'In-Reply-To': id, 'Auto-Submitted': 'auto-replied' })],
    ['a reply to something else', () => ({ 'In-Reply-To': '<other@example.com>' })],
    ['a mail that answers nothing', () => ({ Subject: 'My order' })],
  ])('says nothing of %s', async (_what, fields) => {
    const { message_id: id } = await send();
    const mail = await receive(fields(id));
    await finish(mail);
    expect(await kindsOf(mail)).not.toContain('email.replied');
    expect(await kindsOf(mail)).toContain('email.received');
  });

  it('says nothing to those who were not sent the answered mail', async () => {
    const sent = await send();
    const stranger = await api.createOrg();
    inbox = await api.createInbox(stranger.key);
    const mail = await receive({ 'In-Reply-To': sent.message_id });
    await finish(mail);
    expect(await kindsOf(mail)).toEqual(['email.received', 'thread.created']);
  });

  it('waits with the mail while the inbox is paused', async () => {
    const sent = await send();
    await api.call('POST', `/v1/inboxes/${inbox.id}/pause`, { key });
    const reply = await receive({ 'In-Reply-To': sent.message_id });
    await finish(reply);
    expect(await kindsOf(reply)).toEqual([]);
    await api.call('POST', `/v1/inboxes/${inbox.id}/resume`, { key });
    await api.background.releasing.releaseChunk(inbox.id);
    expect(await kindsOf(reply)).toEqual(['email.received', 'email.replied']);
  });
});
