import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS, QUOTAS } from '../../src/operations/limits.js';
import { startMailApi, until, type MailApi, type TestInbox } from '../support/mail-api.js';
import { Program, type Tokens } from './program.js';

const GRANTS = '/v1/oauth/grants';
const CLIENTS = '/v1/oauth/clients';
const KEYS = '/v1/orgs/me/api-keys';

interface NewKey {
  readonly id: string;
  readonly api_key: string;
}

interface Grant {
  readonly id: string;
  readonly client_id: string;
  readonly api_key_id: string;
  readonly last_used_at: string | null;
}

describe('What was granted', () => {
  let api: MailApi;
  let second: MailApi;
  let orgId: string;
  let key: string;
  let keyId: string;
  let program: Program;
  let tokens: Tokens;
  let inbox: TestInbox;

  beforeAll(async () => {
    api = await startMailApi();
    second = await startMailApi({ beside: api });
    program = await Program.register(api.baseUrl, { client_name: 'Helper' });
  });
  afterAll(async () => {
    await second.close();
    await api.close();
  });
  beforeEach(async () => {
    ({ orgId, key } = await api.createOrg());
    keyId = (await api.call('GET', KEYS, { key })).body.data[0].id;
    inbox = await api.createInbox(orgId);
    tokens = await program.signIn(key);
  });

  const bearer = (token = tokens.access_token) => ({ Authorization: `Bearer ${token}` });
  const grants = async (by = key): Promise<Grant[]> =>
    (await api.call<{ data: Grant[] }>('GET', GRANTS, { key: by })).body.data;
  const works = async (token?: string) =>
    (await api.call('GET', '/v1/inboxes', { headers: bearer(token) })).status === 200;
  const makeKey = async (fields: object) =>
    (await api.call<NewKey>('POST', KEYS, { key, body: { name: 'made', ...fields } })).body;

  const durableWait = async () => {
    const body = { inbox_id: inbox.inboxId, kind: 'email' };
    const made = await api.call<{ id: string }>('POST', '/v1/waits', { key, body });
    return `/v1/waits/${made.body.id}?timeout=120`;
  };

  describe(`GET ${GRANTS}`, () => {
    it('says who has access, by which key, to what', async () => {
      expect(await grants()).toEqual([
        {
          id: expect.stringMatching(/^grant_\w{20}$/),
          client_id: program.client.client_id,
          client_name: 'Helper',
          api_key_id: keyId,
          signed_in: true,
          scopes: ['inbox:read', 'inbox:write', 'email:read', 'email:send'],
          created_at: expect.any(String),
          expires_at: expect.any(String),
          last_used_at: null,
        },
      ]);
    });

    it('says when it was last used', async () => {
      await works();
      await until(async () => (await grants())[0]!.last_used_at !== null);
    });

    it('keeps a grant when its tokens are refreshed, and shows those of others to nobody', async () => {
      const [before] = await grants();
      await program.refreshed(tokens.refresh_token!);
      expect(await grants()).toEqual([before]);
      expect(await grants((await api.createOrg()).key)).toEqual([]);
    });

    it('goes page by page, newest first', async () => {
      await program.signIn(key);
      await program.signIn(key);
      const all = (await grants()).map(({ id }) => id);
      const { body: first } = await api.call('GET', `${GRANTS}?limit=2`, { key });
      const path = `${GRANTS}?limit=2&cursor=${encodeURIComponent(first.cursor as string)}`;
      const { body: rest } = await api.call('GET', path, { key });
      expect([...first.data, ...rest.data].map(({ id }: Grant) => id)).toEqual(all);
      expect(rest.has_more).toBe(false);
    });

    it('shows a key that is bound to inboxes what reaches no further', async () => {
      const bound = await makeKey({ allowed_inbox_ids: [inbox.inboxId] });
      expect(await grants(bound.api_key)).toEqual([]);
      await program.signIn(bound.api_key);
      expect(await grants(bound.api_key)).toEqual([
        expect.objectContaining({ api_key_id: bound.id }),
      ]);
    });
  });

  describe(`DELETE ${GRANTS}/{id}`, () => {
    const end = (id: string, by = key) => api.call('DELETE', `${GRANTS}/${id}`, { key: by });

    it('ends its tokens at once, in every process', async () => {
      const [grant] = await grants();
      expect(await works()).toBe(true);
      expect((await end(grant!.id)).body).toEqual({ id: grant!.id, deleted: true });
      expect(await works()).toBe(false);
      const elsewhere = await second.call('GET', '/v1/inboxes', { headers: bearer() });
      expect(elsewhere.status).toBe(401);
      expect((await program.refresh(tokens.refresh_token!)).status).toBe(400);
      expect(await grants()).toEqual([]);
      expect((await end(grant!.id)).status).toBe(404);
    });

    it('is 403 for those of another organization, 404 for none', async () => {
      const [grant] = await grants();
      expect((await end(grant!.id, (await api.createOrg()).key)).status).toBe(403);
      expect((await end('grant_none')).status).toBe(404);
      expect(await works()).toBe(true);
    });

    it('is 403 for a bound key where the grant reaches further', async () => {
      const bound = await makeKey({ allowed_inbox_ids: [inbox.inboxId] });
      const [grant] = await grants();
      expect((await end(grant!.id, bound.api_key)).status).toBe(403);
    });
  });

  describe('ends open waits and streams with itself:', () => {
    const waitPath = () => `/v1/inboxes/${inbox.inboxId}/wait?timeout=60`;
    const open = async () => {
      const waiting = second.call('GET', waitPath(), { headers: bearer() });
      await until(() => second.open.waits.size === 1);
      const stream = await fetch(`${second.baseUrl}/v1/events`, { headers: bearer() });
      expect(stream.status).toBe(200);
      return { waiting, stream };
    };
    const ended = async ({ waiting, stream }: Awaited<ReturnType<typeof open>>) => {
      expect((await waiting).status).toBe(401);
      // It ends: otherwise this would be read for ever.
      await stream.text();
    };

    it('deleted', async () => {
      const opened = await open();
      await api.call('DELETE', `${GRANTS}/${(await grants())[0]!.id}`, { key });
      await ended(opened);
    });

    it('revoked by its program', async () => {
      const opened = await open();
      await program.revoke(tokens.refresh_token!);
      await ended(opened);
    });

    it('with its key', async () => {
      const made = await makeKey({});
      tokens = await program.signIn(made.api_key);
      const opened = await open();
      await api.call('DELETE', `${KEYS}/${made.id}`, { key });
      await ended(opened);
    });

    it('with its program', async () => {
      const opened = await open();
      await api.call('DELETE', `${CLIENTS}/${program.client.client_id}`, { key });
      await ended(opened);
    });

    it('when a refresh token was stolen', async () => {
      const opened = await open();
      const next = await program.refreshed(tokens.refresh_token!);
      await program.refreshed(next.refresh_token!);
      await program.refresh(tokens.refresh_token!);
      await ended(opened);
    });
  });

  it('is looked for like a key where the connection that tells was lost', async () => {
    const ended = await program.signIn(key);
    const wait = (token: string) =>
      second.call('GET', `/v1/inboxes/${inbox.inboxId}/wait?timeout=60`, {
        headers: bearer(token),
      });
    const waits = [wait(ended.access_token), wait(tokens.access_token)];
    await until(() => second.open.waits.size === 2);
    await api.database.query('DELETE FROM oauth_grants WHERE id = $1', [(await grants())[0]!.id]);
    await api.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'restante listener'`,
    );
    expect((await waits[0]!).status).toBe(401);
    expect(second.open.waits.size).toBe(1);
    await api.deliver(inbox);
    expect((await waits[1]!).status).toBe(200);
  });

  it.each<[what: 'waits' | 'attachedWaits' | 'streams', most: number, path: () => Promise<string>]>(
    [
      [
        'waits',
        LIMITS.open_waits_per_key,
        async () => `/v1/inboxes/${inbox.inboxId}/wait?timeout=120`,
      ],
      ['attachedWaits', LIMITS.open_waits_per_key, durableWait],
      ['streams', QUOTAS.open_streams_per_key, async () => '/v1/events'],
    ],
  )('has %s that count as those of its key', async (what, most, pathOf) => {
    const path = await pathOf();
    const abort = new AbortController();
    const opened = Array.from({ length: most }, async () =>
      fetch(api.baseUrl + path, { headers: bearer(), signal: abort.signal }).catch(() => null),
    );
    await until(() => api.open[what].size === most);

    const other = await program.signIn(key);
    const answers = [
      await api.call('GET', path, { key }),
      await api.call('GET', path, { headers: bearer(other.access_token) }),
    ];
    abort.abort();
    await Promise.all(opened);
    await until(() => api.open[what].size === 0);

    expect(answers.map(({ status }) => status)).toEqual([429, 429]);
  });

  it('has marks of its own: what one token was handed out, another grant still gets', async () => {
    const emailId = await api.deliver(inbox);
    const path = `/v1/inboxes/${inbox.inboxId}/wait?timeout=1`;
    const other = await program.signIn(key);
    const first = await api.call('GET', path, { headers: bearer() });
    expect(JSON.stringify(first.body)).toContain(emailId);
    const refreshed = await program.refreshed(tokens.refresh_token!);
    const again = await api.call('GET', path, { headers: bearer(refreshed.access_token) });
    expect(again.status).toBe(204);
    const others = await api.call('GET', path, { headers: bearer(other.access_token) });
    expect(JSON.stringify(others.body)).toContain(emailId);
  });

  it('is removed once nobody has a token of it any more', async () => {
    await api.database.query(`UPDATE oauth_grants SET created_at = now() - interval '2 hours'`);
    await api.background.retention.purgeChunk(1_000);
    expect(await grants()).toHaveLength(1);
    await api.database.query(`UPDATE oauth_tokens SET expires_at = now() - interval '1 minute'`);
    await api.background.retention.purgeChunk(1_000);
    expect(await grants()).toEqual([]);
  });
});
