import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../support/start-api.js';
import { allow } from './browser.js';
import { BELIEVING } from './anywhere.js';
import { Program, type Tokens } from './program.js';

const MANY = Array.from({ length: 20 }, (_, index) => index);

describe('Codes and refresh tokens', () => {
  let api: TestApi;
  let second: TestApi;
  let key: string;
  let program: Program;

  beforeAll(async () => {
    api = await startApi(BELIEVING);
    second = await startApi({ ...BELIEVING, beside: api });
    ({ key } = await api.createOrg());
    program = await Program.register(api.baseUrl);
  });
  afterAll(async () => {
    await second.close();
    await api.close();
  });

  /** The same program, asking the other process. */
  const elsewhere = (it: Program, index: number) => (index % 2 === 0 ? it : it.at(second.baseUrl));
  const works = async (token: string) =>
    (await api.call('GET', '/v1/inboxes', { headers: { Authorization: `Bearer ${token}` } }))
      .status === 200;
  const hashOf = (token: string) => createHash('sha256').update(token).digest();
  const refused = async (response: Response) => {
    expect(response.status).toBe(400);
    return (await response.json()) as { error: string };
  };
  async function code() {
    const underWay = await program.begin();
    return { underWay, callback: await allow(underWay.url, key) };
  }

  describe('a code', () => {
    it('that twenty use at once gives tokens to one, and those end', async () => {
      const { underWay, callback } = await code();
      const answers = await Promise.all(
        MANY.map((index) => elsewhere(program, index).exchange(callback, underWay)),
      );
      const taken = answers.filter(({ status }) => status === 200);
      expect(taken).toHaveLength(1);
      for (const answer of answers)
        if (answer.status !== 200) expect(await refused(answer)).toMatchObject(INVALID_GRANT);
      const tokens = (await taken[0]!.json()) as Tokens;
      expect(await works(tokens.access_token)).toBe(false);
      expect(await refused(await program.refresh(tokens.refresh_token!))).toMatchObject(
        INVALID_GRANT,
      );
    });

    it('that is used again ends what came of it, also after it has expired', async () => {
      const { underWay, callback } = await code();
      const tokens = (await (await program.exchange(callback, underWay)).json()) as Tokens;
      const id = hashOf(callback.searchParams.get('code')!);
      await api.database.query(
        `UPDATE oauth_tokens SET expires_at = now() - interval '1 minute' WHERE id = $1`,
        [id],
      );
      expect(await works(tokens.access_token)).toBe(true);
      await refused(await program.exchange(callback, underWay));
      expect(await works(tokens.access_token)).toBe(false);
    });

    it('is not used up by a wrong verifier, another address or another program', async () => {
      const { underWay, callback } = await code();
      const other = await Program.register(api.baseUrl);
      const verifier = underWay.verifier.split('').reverse().join('');
      for (const wrong of [
        program.exchange(callback, { ...underWay, verifier }),
        program.exchange(callback, { ...underWay, redirectUri: 'http://127.0.0.1:7777/other' }),
        other.exchange(callback, underWay),
      ])
        expect(await refused(await wrong)).toMatchObject(INVALID_GRANT);
      expect((await program.exchange(callback, underWay)).status).toBe(200);
    });

    it('lasts a minute', async () => {
      const { underWay, callback } = await code();
      const [row] = await api.database.query<{ seconds: number }>(
        `SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM oauth_tokens WHERE id = $1`,
        [hashOf(callback.searchParams.get('code')!)],
      );
      expect(row!.seconds).toBeLessThanOrEqual(60);
      await expire(callback.searchParams.get('code')!);
      expect(await refused(await program.exchange(callback, underWay))).toMatchObject(
        INVALID_GRANT,
      );
    });
  });

  describe('a refresh token', () => {
    it('that twenty use at once gives all of them the same living successor', async () => {
      const { refresh_token: token } = await program.signIn(key);
      const answers = await Promise.all(
        MANY.map((index) => elsewhere(program, index).refresh(token!)),
      );
      const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<Tokens>));
      expect(answers.map(({ status }) => status)).toEqual(MANY.map(() => 200));
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
      expect(await works(bodies[0]!.access_token)).toBe(true);
      expect(await works((await program.refreshed(bodies[0]!.refresh_token!)).access_token)).toBe(
        true,
      );
    });

    it('used again once its successor was used ends the family', async () => {
      const first = await program.signIn(key);
      const next = await program.refreshed(first.refresh_token!);
      const last = await program.refreshed(next.refresh_token!);
      expect(await refused(await program.refresh(first.refresh_token!))).toMatchObject(
        INVALID_GRANT,
      );
      expect(await works(last.access_token)).toBe(false);
      await refused(await program.refresh(last.refresh_token!));
    });

    it('used again after a minute ends the family', async () => {
      const first = await program.signIn(key);
      const next = await program.refreshed(first.refresh_token!);
      await api.database.query(
        `UPDATE oauth_refreshes SET created_at = now() - interval '61 seconds' WHERE token_id = $1`,
        [hashOf(first.refresh_token!)],
      );
      await refused(await program.refresh(first.refresh_token!));
      expect(await works(next.access_token)).toBe(false);
    });

    it('of another program ends nothing', async () => {
      const first = await program.signIn(key);
      const next = await program.refreshed(first.refresh_token!);
      const other = await Program.register(api.baseUrl);
      await refused(await other.refresh(first.refresh_token!));
      expect(await works(next.access_token)).toBe(true);
    });

    it('is left unused by a refresh that fails', async () => {
      const { refresh_token: token } = await program.signIn(key);
      const wrong = await program.refresh(token!, { resource: 'https://elsewhere.example' });
      expect(await refused(wrong)).toMatchObject({ error: 'invalid_target' });
      expect((await program.refresh(token!)).status).toBe(200);
    });

    it('lasts thirty days, and a grant a year', async () => {
      const { refresh_token: token } = await program.signIn(key);
      const [row] = await api.database.query<{ days: number; granted: number }>(
        `SELECT round(extract(epoch FROM t.expires_at - now()) / 86400)::int AS days,
           round(extract(epoch FROM g.expires_at - now()) / 86400)::int AS granted
         FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.id = $1`,
        [hashOf(token!)],
      );
      expect(row).toEqual({ days: 30, granted: 365 });
    });

    it('never outlives its grant', async () => {
      const { refresh_token: token } = await program.signIn(key);
      await api.database.query(
        `UPDATE oauth_grants SET expires_at = now() + interval '5 minutes'
         WHERE id = (SELECT grant_id FROM oauth_tokens WHERE id = $1)`,
        [hashOf(token!)],
      );
      const next = await program.refreshed(token!);
      const [row] = await api.database.query<{ minutes: number }>(
        `SELECT ceil(extract(epoch FROM max(expires_at) - now()) / 60)::int AS minutes
         FROM oauth_tokens WHERE id = ANY ($1)`,
        [[hashOf(next.refresh_token!), hashOf(next.access_token)]],
      );
      expect(row!.minutes).toBe(5);
      await api.database.query(
        `UPDATE oauth_grants SET expires_at = now()
         WHERE id = (SELECT grant_id FROM oauth_tokens WHERE id = $1)`,
        [hashOf(token!)],
      );
      await refused(await program.refresh(next.refresh_token!));
    });
  });

  it('keeps nothing of tokens, codes and answers in clear', async () => {
    const { underWay, callback } = await code();
    const tokens = (await (await program.exchange(callback, underWay)).json()) as Tokens;
    const next = await program.refreshed(tokens.refresh_token!);
    const rows = await api.database.query<{ text: string }>(
      `SELECT t::text AS text FROM oauth_tokens t UNION ALL SELECT r::text FROM oauth_refreshes r
       UNION ALL SELECT g::text FROM oauth_grants g UNION ALL SELECT c::text FROM oauth_clients c
       UNION ALL SELECT i::text FROM oauth_interactions i`,
    );
    const kept = rows.map(({ text }) => text).join('\n');
    const secrets = [tokens, next].flatMap((it) => [it.access_token, it.refresh_token!]);
    for (const secret of [...secrets, callback.searchParams.get('code')!, key]) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  async function expire(token: string): Promise<void> {
    await api.database.query(
      `UPDATE oauth_tokens SET expires_at = now() - interval '1 minute',
         payload = payload || jsonb_build_object('exp', extract(epoch FROM now())::int - 60)
       WHERE id = $1`,
      [hashOf(token)],
    );
  }
});

const INVALID_GRANT = { error: 'invalid_grant' };
