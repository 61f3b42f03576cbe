import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import {
  COMPLETE,
  createClient,
  startSmtpConfigApi,
  TAKEN,
  type SmtpConfigApi,
  type SmtpConfigClient,
} from '../resources/smtp-configs/api.js';
import { makeInbox } from '../support/inboxes.js';

let api: SmtpConfigApi;
let client: SmtpConfigClient;

beforeAll(async () => {
  api = await startSmtpConfigApi();
});
beforeEach(async () => {
  client = await createClient(api);
});
afterEach(() => {
  api.answer = TAKEN;
  api.sent.length = 0;
});
afterAll(() => api.close());

/** The address of a new inbox. */
async function inboxOf({ orgId }: SmtpConfigClient): Promise<string> {
  const { address } = await makeInbox(api.database);
  await api.database.query('UPDATE inboxes SET org_id = $2 WHERE address = $1', [address, orgId]);
  return address;
}

const FROM = { from_email: 'agent@example.com' };

describe('POST /v1/smtp-configs/{id}/test', () => {
  it('hands a mail to the provider and tells its answer', async () => {
    const id = await client.make({ ...FROM, port: 2525 });
    const reply = await client.test(id, { to: 'Someone@EXAMPLE.org' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ok: true, provider: 'SMTP', response: TAKEN.response });
    const { settings, mail } = api.sent[0]!;
    expect(settings).toMatchObject({
      provider: 'SMTP',
      host: 'mail.example.com',
      port: 2525,
      secure: false,
      username: 'me',
      password: 'smtp-secret',
    });
    expect(mail).toMatchObject({
      envelopeFrom: 'agent@example.com',
      recipients: ['Someone@example.org'],
      messageId: expect.stringMatching(/^<[\w-]+@example\.com>$/),
    });
    const parsed = await simpleParser(mail.raw);
    expect(parsed).toMatchObject({ messageId: mail.messageId, from: { text: FROM.from_email } });
    expect(mail.raw.toString()).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(mail.raw.toString()).not.toContain('smtp-secret');
  });

  it.each([COMPLETE.SENDGRID, COMPLETE.POSTMARK, COMPLETE.RESEND])(
    'opens the API key of $provider',
    async ({ provider, api_key }) => {
      const { body } = await client.post({ provider, api_key, ...FROM });
      await client.test(body.id as string, { to: 'a@example.org' });
      expect(api.sent[0]?.settings).toMatchObject({ provider, apiKey: api_key });
      expect(api.sent[0]?.settings.password).toBeUndefined();
    },
  );

  it.each([
    ['refused', '550 5.7.1 No'],
    ['deferred', '450 4.7.1 Later'],
    ['unknown', 'Connection lost'],
  ] as const)('answers 200 also when the mail is %s', async (kind, response) => {
    api.answer = { kind, response };
    const reply = await client.test(await client.make(FROM), { to: 'a@example.org' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ok: false, provider: 'SMTP', response });
  });

  it('is not ok when the provider took the mail for nobody it was for', async () => {
    const refused = [{ address: 'a@example.org', response: '550 Unknown', temporary: false }];
    api.answer = { ...TAKEN, refused } as typeof TAKEN;
    const reply = await client.test(await client.make(FROM), { to: 'a@example.org' });
    expect(reply.body).toEqual({ ok: false, provider: 'SMTP', response: '550 Unknown' });
  });

  it.each([
    ['no recipient', {}, 'to is required'],
    [
      'two recipients',
      { to: 'a@b.example,c@d.example' },
      'to must be one email address, such as agent@example.com',
    ],
    [
      'a line end',
      { to: 'a@b.example\r\nRCPT TO:<c@d.example>' },
      'to must be one email address, such as agent@example.com',
    ],
  ])('refuses %s with 400', async (_case, body, error) => {
    const reply = await client.test(await client.make(FROM), body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error });
    expect(api.sent).toEqual([]);
  });

  it('is sent from the oldest inbox without from_email', async () => {
    const id = await client.make();
    const [gone, oldest] = [await inboxOf(client), await inboxOf(client)];
    await inboxOf(client);
    await inboxOf(await createClient(api));
    await api.database.query('UPDATE inboxes SET deleted_at = now() WHERE address = $1', [gone]);
    const reply = await client.test(id, { to: 'a@b.example' });
    expect(reply.body).toEqual({ ok: true, provider: 'SMTP', response: TAKEN.response });
    expect(api.sent[0]!.mail.envelopeFrom).toBe(oldest);
  });

  it('refuses a configuration without an address to send from', async () => {
    const reply = await client.test(await client.make(), { to: 'a@b.example' });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toContain('from_email');
    expect(api.sent).toEqual([]);
  });
});
