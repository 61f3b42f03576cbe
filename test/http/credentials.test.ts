import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QUOTAS } from '../../src/operations/limits.js';
import { credentialsOf, SECRET } from '../support/credentials-api.js';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';

const TOTP = 'JBSW Y3DP EHPK 3PXP';
const CODES = { credential_type: 'totp_secret' };

let api: MailApi;
let key: string;
let orgId: string;
let inbox: TestInbox;
beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  ({ key, orgId } = await api.createOrg());
  inbox = await api.createInbox(orgId);
});
afterAll(() => api.close());

const { call, store, keyWith, entries } = credentialsOf(
  () => api,
  () => key,
);

it('is one of ten thousand of its organization at most, and what is refused is logged', async () => {
  await api.database.query(
    `INSERT INTO credentials (id, org_id, service, identifier, credential_type, origins,
       requires_approval, sealed_value)
     SELECT 'cred_' || $1 || n, $1, 'none', 'n', 'other', '{}', false, ''
     FROM generate_series(2, $2::int) AS n`,
    [orgId, QUOTAS.credentials],
  );
  expect((await store()).status).toBe(201);
  const { status, body } = await store();
  expect([status, body.error]).toEqual([429, expect.stringContaining('10000 credentials')]);
  expect(await entries()).toMatchObject([{ outcome: 'refused' }, { outcome: 'done' }]);
});

describe('POST /v1/credentials', () => {
  it('answers all but what is hidden', async () => {
    const { status, body } = await store({
      totp_secret: TOTP,
      label: 'Work',
      origins: ['https://login.github.com/', '*.github.com'],
      inbox_id: inbox.inboxId,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^cred_\w{20}$/),
      service: 'github.com',
      identifier: 'ada',
      credential_type: 'PASSWORD',
      label: 'Work',
      namespace: null,
      inbox_id: inbox.inboxId,
      origins: ['https://login.github.com', '*.github.com'],
      has_totp: true,
      has_cookies: false,
      requires_approval: false,
      expires_at: null,
      last_used_at: null,
      created_at: expect.any(String),
      stored: true,
      message: expect.any(String),
    });
  });

  it('keeps nothing in clear, in no table', async () => {
    const { body } = await store({ totp_secret: TOTP });
    await call('PATCH', `/${body.id}`, { value: `${SECRET}!` });
    const tables = await api.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await api.database.query(`SELECT * FROM "${name}"`);
      const text = JSON.stringify(rows, (_key, value: unknown) =>
        Buffer.isBuffer(value) ? value.toString('latin1') : value,
      );
      for (const secret of [SECRET, 'JBSWY3DP', Buffer.from(SECRET).toString('hex')])
        expect([name, text.includes(secret)]).toEqual([name, false]);
    }
  });

  it.each<[string, object, string]>([
    ['no service', { service: '' }, 'service must not be empty'],
    ['no value', { value: '' }, 'value must not be empty'],
    [
      'a value that is too long',
      { value: 'x'.repeat(65_537) },
      'value must have at most 65536 bytes',
    ],
    ['an unknown type', { credential_type: 'magic' }, 'credential_type must be one of'],
    ['a secret that is none', { totp_secret: 'not base32 1!' }, 'totp_secret must be base32'],
    [
      'a counter',
      { totp_secret: 'otpauth://hotp/a?secret=JBSWY3DP&counter=1' },
      'totp_secret must be base32',
    ],
    ['an empty secret', { totp_secret: '' }, 'totp_secret must be base32'],
    ['a secret of blanks', { totp_secret: '   ' }, 'totp_secret must be base32'],
    ['a secret of signs between', { totp_secret: ' - - ' }, 'totp_secret must be base32'],
    ['a secret of filling', { totp_secret: '====' }, 'totp_secret must be base32'],
    ['less than a byte', { totp_secret: 'A' }, 'totp_secret must be base32'],
    ['an address without one', { totp_secret: 'otpauth://totp/a?secret=' }, 'totp_secret must be'],
    ['codes of what is no secret', { ...CODES, value: `${SECRET} !!!` }, 'value must be base32'],
    ['codes of nothing', { ...CODES, value: ' - ' }, 'value must be base32'],
    ['two secrets', { ...CODES, value: TOTP, totp_secret: TOTP }, 'totp_secret must be left out'],
    ['plain http', { origins: ['http://a.example'] }, 'origins'],
    [
      'a public suffix',
      { origins: ['*.co.uk'] },
      'origins[0] must not be everything below a public suffix',
    ],
    [
      'a private one',
      { origins: ['*.github.io'] },
      'origins[0] must not be everything below a public suffix',
    ],
    ['a time that is none', { expires_at: 'tomorrow' }, 'expires_at must be an ISO 8601 time'],
  ])('refuses %s by name, without the value', async (_case, given, message) => {
    const { status, body } = await store(given);
    expect(status).toBe(400);
    expect(body.error).toContain(message);
    expect(JSON.stringify(body)).not.toContain(SECRET);
  });
});

describe('PATCH /v1/credentials/{id}', () => {
  it.each<[object, object, string]>([
    [{}, { totp_secret: '' }, 'totp_secret must be base32'],
    [{}, { totp_secret: ' - - ' }, 'totp_secret must be base32'],
    [{ ...CODES, value: TOTP }, { value: 'none!' }, 'value must be base32'],
    [{ ...CODES, value: TOTP }, { totp_secret: TOTP }, 'totp_secret must be left out'],
    [{ ...CODES, value: TOTP }, { totp_secret: null }, 'totp_secret must be left out'],
  ])('of %j refuses %j by name', async (given, change, message) => {
    const { id } = (await store(given)).body;
    const { status, body } = await call('PATCH', `/${id}`, change);
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)]);
    expect((await call('PATCH', `/${id}`, { value: TOTP })).status).toBe(200);
  });
});

describe('Credentials', () => {
  it('of type totp_secret give codes', async () => {
    const stored = await store({ ...CODES, value: TOTP });
    expect([stored.status, stored.body]).toMatchObject([201, { has_totp: true }]);
    const { id } = stored.body;
    expect((await call('GET', `/${id}`)).body).toMatchObject({
      credential_type: 'TOTP_SECRET',
      has_totp: true,
    });
  });

  it('of a namespace are there for who names it', async () => {
    const { id } = (await store({ namespace: 'crawler' })).body;
    const ids = async (query: string) =>
      ((await call('GET', query)).body as { data: { id: string }[] }).data.map((one) => one.id);
    expect(await ids('')).toEqual([]);
    expect(await ids('?namespace=crawler')).toEqual([id]);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call('GET', `/${id}?namespace=crawler`)).status).toBe(200);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
  });

  it('of its namespaces are all that a key reaches which is bound to some', async () => {
    const { id } = (await store({ namespace: 'crawler' })).body;
    const other = (await store({ namespace: 'other' })).body.id;
    await store();
    const scopes = ['vault:use', 'vault:manage', 'org:manage'];
    const bound = await keyWith(scopes, { allowed_namespaces: ['crawler'] });
    const asked = async (method: 'GET' | 'DELETE', path: string) =>
      (await call(method, path, undefined, bound)).status;

    expect(await asked('GET', `/${id}?namespace=crawler`)).toBe(200);
    expect(await asked('GET', '?namespace=crawler')).toBe(200);
    expect((await store({ namespace: 'crawler' }, bound)).status).toBe(201);
    const refused = await store({}, bound);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'This key is bound to namespaces: namespace must be one of crawler',
    ]);
    for (const path of [
      '',
      '?namespace=other',
      `/${other}?namespace=other`,
      '/audit',
      '/audit/head',
    ])
      expect([path, await asked('GET', path)]).toEqual([path, 403]);
    expect(await asked('DELETE', `/${other}?namespace=crawler`)).toBe(404);
    expect(await asked('DELETE', `/${id}?namespace=crawler`)).toBe(200);

    const make = (limits: object) =>
      api.call('POST', '/v1/orgs/me/api-keys', { key: bound, body: { name: 'a', ...limits } });
    const weak = { scopes: ['vault:use'] };
    expect((await make(weak)).status).toBe(403);
    expect((await make({ ...weak, allowed_namespaces: ['other'] })).status).toBe(403);
    const made = await make({ ...weak, allowed_namespaces: ['crawler'] });
    expect([made.status, made.body]).toMatchObject([201, { allowed_namespaces: ['crawler'] }]);
  });

  it('are listed with vault:use and written with vault:manage', async () => {
    const { id } = (await store()).body;
    const user = await keyWith(['vault:use']);
    const manager = await keyWith(['vault:manage']);
    expect((await call('GET', '', undefined, user)).status).toBe(200);
    expect((await store({}, user)).status).toBe(403);
    expect((await call('DELETE', `/${id}`, undefined, user)).status).toBe(403);
    expect((await store({}, manager)).status).toBe(201);
    expect((await call('GET', '', undefined, manager)).status).toBe(403);
  });

  it('of others are neither read nor written, and that is logged where they are asked for', async () => {
    const { id } = (await store()).body;
    const other = await api.createOrg();
    for (const [method, path, body] of [
      ['GET', `/${id}`, undefined],
      ['PATCH', `/${id}`, { label: 'mine' }],
      ['DELETE', `/${id}`, undefined],
    ] as const)
      expect((await call(method, path, body, other.key)).status).toBe(403);
    const { body } = await api.call<{ data: { action: string; outcome: string }[] }>(
      'GET',
      '/v1/credentials/audit',
      { key: other.key },
    );
    expect(body.data.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'delete refused',
      'change refused',
      'read refused',
    ]);
  });
});
