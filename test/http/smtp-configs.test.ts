import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limitedKey } from '../resources/inboxes/api.js';
import {
  COMPLETE,
  createClient,
  startSmtpConfigApi,
  type SmtpConfigApi,
  type SmtpConfigClient,
} from '../resources/smtp-configs/api.js';

const MASK = '********';

let api: SmtpConfigApi;
let client: SmtpConfigClient;

beforeAll(async () => {
  api = await startSmtpConfigApi();
});
beforeEach(async () => {
  client = await createClient(api);
});
afterAll(() => api.close());

const rowOf = async (id: string) => {
  const rows = await api.database.query<Record<string, unknown>>(
    'SELECT * FROM smtp_configs WHERE id = $1',
    [id],
  );
  return rows[0]!;
};

describe('POST /v1/smtp-configs', () => {
  it('answers 201 with every field and masked secrets', async () => {
    const reply = await client.post({
      ...COMPLETE.SMTP,
      name: 'Our server',
      from_email: 'Agent@EXAMPLE.com',
      port: 2525,
      secure: true,
      is_default: true,
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^smtp_[0-9a-z]{20}$/),
      provider: 'SMTP',
      name: 'Our server',
      username: 'me',
      password: MASK,
      api_key: null,
      region: null,
      from_email: 'Agent@example.com',
      host: 'mail.example.com',
      port: 2525,
      secure: true,
      tls: 'required',
      base_url: null,
      is_default: true,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it.each(Object.values(COMPLETE))('takes a complete configuration of $provider', async (body) => {
    const reply = await client.post(body);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ name: body.provider, is_default: false });
    const shown = JSON.stringify(reply.body) + JSON.stringify((await client.list()).body);
    expect(shown).not.toContain('-secret');
  });

  it.each(['SENDGRID', 'POSTMARK', 'RESEND'])(
    'takes the API key of %s as its password',
    async (provider) => {
      const id = await client.make({ provider, password: 'one-key' });
      expect((await client.get(id)).body).toMatchObject({ password: MASK, api_key: MASK });
      const row = await rowOf(id);
      const place = { id, field: 'api_key' };
      expect(await api.vault.open(client.orgId, place, row['sealed_api_key'] as Buffer)).toBe(
        'one-key',
      );
      expect(row['sealed_password']).toBeNull();
    },
  );

  it('seals the secret for its organization, row and field', async () => {
    const id = await client.make();
    const sealed = (await rowOf(id))['sealed_password'] as Buffer;
    expect(sealed.includes('smtp-secret')).toBe(false);
    const open = (orgId: string, at: string, field: string) =>
      api.vault.open(orgId, { id: at, field }, sealed);
    expect(await open(client.orgId, id, 'password')).toBe('smtp-secret');
    const other = await client.make();
    const stranger = await createClient(api);
    await expect(open(client.orgId, other, 'password')).rejects.toThrow();
    await expect(open(client.orgId, id, 'api_key')).rejects.toThrow();
    await expect(open(stranger.orgId, id, 'password')).rejects.toThrow();
  });

  it('answers a repeated Idempotency-Key with the first answer', async () => {
    const sent = {
      key: client.key,
      body: COMPLETE.RESEND,
      headers: { 'Idempotency-Key': 'once' },
    };
    const first = await api.call('POST', '/v1/smtp-configs', sent);
    const second = await api.call('POST', '/v1/smtp-configs', sent);
    expect(second.body).toEqual(first.body);
  });

  it('keeps host and base address in one form', async () => {
    const body = {
      ...COMPLETE.SMTP,
      host: 'MAIL.Example.com.',
      base_url: 'https://Api.example.com/v3/',
    };
    expect((await client.post(body)).body).toMatchObject({
      host: 'mail.example.com',
      base_url: 'https://api.example.com/v3',
    });
  });

  it('stops at 100, exactly', async () => {
    const rest = Array.from({ length: 98 }, (_, index) => `smtp_${client.orgId}${index}`);
    await api.database.query(
      `INSERT INTO smtp_configs (id, org_id, provider, name)
       SELECT id, $1, 'SMTP', '' FROM unnest($2::text[]) AS id`,
      [client.orgId, rest],
    );
    const replies = await Promise.all(Array.from({ length: 5 }, () => client.post(COMPLETE.SMTP)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({
      error: 'An organization has at most 100 SMTP configs; delete one first',
    });
  });
});

describe('GET /v1/smtp-configs', () => {
  it('pages newest first, without gap or repeat', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.unshift(await client.make());
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `?limit=2&cursor=${cursor}` : '?limit=2';
      const { body } = await client.list(query);
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
      cursor = body.cursor as string | null;
      expect(body.has_more).toBe(cursor !== null);
    } while (cursor);
    expect(seen).toEqual(made);
  });

  it('refuses a cursor of another organization', async () => {
    for (let index = 0; index < 2; index++) await client.make();
    const { cursor } = (await client.list('?limit=1')).body;
    const stranger = await createClient(api);
    expect((await stranger.list(`?cursor=${cursor}`)).status).toBe(400);
  });
});

describe('PATCH /v1/smtp-configs/{id}', () => {
  it('changes what is given and leaves the rest, the secret too', async () => {
    const id = await client.make({ from_email: 'a@example.com' });
    const before = await rowOf(id);
    const reply = await client.patch(id, {
      name: 'New',
      port: 465,
      secure: true,
      from_email: null,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      name: 'New',
      port: 465,
      secure: true,
      from_email: null,
      username: 'me',
      password: MASK,
    });
    const after = await rowOf(id);
    expect(after['sealed_password']).toEqual(before['sealed_password']);
    expect(after['from_domain']).toBeNull();
  });

  it('replaces the secret, and takes its mask for none', async () => {
    const id = await client.make();
    const open = async () =>
      api.vault.open(
        client.orgId,
        { id, field: 'password' },
        (await rowOf(id))['sealed_password'] as Buffer,
      );
    await client.patch(id, { password: 'another' });
    expect(await open()).toBe('another');
    const { body } = await client.get(id);
    expect((await client.patch(id, body)).status).toBe(200);
    expect(await open()).toBe('another');
  });

  it('takes another provider with what that needs, its secret included', async () => {
    const id = await client.make();
    const without = await client.patch(id, { provider: 'RESEND' });
    expect(without.status).toBe(400);
    expect(without.body).toEqual({ error: 'api_key is required for RESEND' });
    const ses = await client.patch(id, { provider: 'SES', region: 'eu-west-1', username: 'AKIA1' });
    expect(ses.body).toEqual({ error: 'password is required for SES' });
    const reply = await client.patch(id, { provider: 'RESEND', api_key: 'key' });
    expect(reply.body).toMatchObject({ provider: 'RESEND', api_key: MASK });
    expect((await rowOf(id))['sealed_password']).toBeNull();
  });

  it.each([
    ['the host away', { host: null }, 'host is required for SMTP'],
    ['the password away', { password: null }, 'password is required for SMTP with a username'],
    ['a private host', { host: '192.168.0.1' }, 'host must not be a private or reserved address'],
    ['plain http', { base_url: 'http://example.com' }, 'base_url must be an https address'],
    ['no name', { name: '' }, 'name must not be empty'],
  ])('refuses %s with 400', async (_case, change, error) => {
    const id = await client.make();
    const before = (await client.get(id)).body;
    const reply = await client.patch(id, change);
    expect(reply.body).toEqual({ error });
    expect(reply.status).toBe(400);
    expect((await client.get(id)).body).toEqual(before);
  });
});

describe('DELETE /v1/smtp-configs/{id}', () => {
  it('deletes once, the default too', async () => {
    const id = await client.make({ is_default: true });
    const reply = await client.remove(id);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id, deleted: true });
    expect((await client.remove(id)).status).toBe(404);
    expect((await client.list()).body.data).toEqual([]);
  });
});

describe('SMTP configs', () => {
  const attempts = (id: string, key: string) =>
    Promise.all([
      client.get(id, key),
      client.patch(id, { name: 'x' }, key),
      client.remove(id, key),
      client.makeDefault(id, key),
      client.test(id, { to: 'a@example.com' }, key),
    ]).then((replies) => replies.map(({ status }) => status));

  it('are 403 for another organization, and 404 where there is none', async () => {
    const id = await client.make();
    const stranger = await createClient(api);
    expect(await attempts(id, stranger.key)).toEqual([403, 403, 403, 403, 403]);
    expect(await attempts('smtp_none', client.key)).toEqual([404, 404, 404, 404, 404]);
    expect((await stranger.list()).body.data).toEqual([]);
  });

  it('are 403 for a key bound to inboxes', async () => {
    const id = await client.make();
    const inboxId = await api.createInboxRow(client.orgId);
    const bound = await limitedKey(api, client.key, { allowed_inbox_ids: [inboxId] });
    expect(await attempts(id, bound)).toEqual([403, 403, 403, 403, 403]);
    expect((await client.post(COMPLETE.SMTP, bound)).status).toBe(403);
    expect((await client.list('', bound)).status).toBe(403);
  });

  it('need the scope smtp:manage', async () => {
    const id = await client.make();
    const other = await limitedKey(api, client.key, { scopes: ['emails:send'] });
    const fitting = await limitedKey(api, client.key, { scopes: ['smtp:manage'] });
    expect(await attempts(id, other)).toEqual([403, 403, 403, 403, 403]);
    expect((await client.list('', fitting)).status).toBe(200);
    expect((await api.call('GET', '/v1/smtp-configs')).status).toBe(401);
  });
});
