import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Send } from '../../src/egress/send.js';
import { startApi, type TestApi } from '../support/start-api.js';
import { NO_WAY_OUT } from '../support/services.js';
import { anywhere, BELIEVING } from './anywhere.js';
import { discover, Program } from './program.js';
import { CLAUDE_CODE_DOCUMENT } from './programs.js';

type Answer = Awaited<ReturnType<Send>>;

const answered = (body: unknown, more: Partial<Answer> = {}): Answer =>
  ({
    kind: 'answered',
    status: 200,
    headers: {},
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    isCut: false,
    ...more,
  }) as Answer;
const AWAY: Answer = { kind: 'failed', reason: 'timeout', message: 'Nobody answers' };

describe('A program that names itself by the address of its metadata', () => {
  let api: TestApi;
  let key: string;
  let answer: Answer;
  let asked: string[];
  const others: TestApi[] = [];

  // Each process remembers documents: every test has one of its own.
  const start = async (config = {}) => {
    const send: Send = async ({ url }) => {
      asked.push(url);
      return answer;
    };
    const parts = { egress: { ...NO_WAY_OUT, send } };
    const started = await startApi({
      parts,
      config: { ...BELIEVING.config, ...config },
      ...(api && { beside: api }),
    });
    if (api) others.push(started);
    return started;
  };

  beforeAll(async () => {
    asked = [];
    api = await start();
  });
  afterAll(async () => {
    for (const other of others) await other.close();
    await api.close();
  });
  beforeEach(async () => {
    ({ key } = await api.createOrg());
    asked = [];
    answer = answered(CLAUDE_CODE_DOCUMENT);
  });

  const { client_id: ADDRESS } = CLAUDE_CODE_DOCUMENT;
  const programAt = async (at: TestApi, id = ADDRESS) =>
    Program.known(await discover(at.baseUrl), { client_id: id });
  const LOOPBACK = 'http://localhost:49152/callback';
  const authorize = async (at: TestApi, id = ADDRESS, redirect = LOOPBACK) => {
    const { url } = await (await programAt(at, id)).begin({}, redirect);
    const response = await fetch(url, { redirect: 'manual', headers: anywhere() });
    return { status: response.status, text: await response.text() };
  };

  it('signs in with any port on loopback, and is fetched once', async () => {
    const at = await start();
    const program = await programAt(at);
    const tokens = await program.signIn(key, {}, LOOPBACK);
    await program.refreshed(tokens.refresh_token!);
    expect(asked).toEqual([ADDRESS]);
    const { data } = (await at.call('GET', '/v1/oauth/clients', { key })).body;
    expect(data).toEqual([
      expect.objectContaining({ id: ADDRESS, name: 'Claude Code', api_key_id: null, grants: 1 }),
    ]);
    const path = `/v1/oauth/clients/${encodeURIComponent(ADDRESS)}`;
    expect((await at.call('DELETE', path, { key })).status).toBe(200);
  });

  it('goes on refreshing while its document cannot be fetched', async () => {
    const tokens = await (await programAt(await start())).signIn(key, {}, LOOPBACK);
    const later = await programAt(await start());
    answer = AWAY;
    const next = await later.refreshed(tokens.refresh_token!);
    answer = answered('Bad gateway', { status: 502 });
    await (await programAt(await start())).refreshed(next.refresh_token!);
    expect(asked).toHaveLength(3);
  });

  it('is refused once the document is gone', async () => {
    const tokens = await (await programAt(await start())).signIn(key, {}, LOOPBACK);
    answer = answered('Not found', { status: 404 });
    const response = await (await programAt(await start())).refresh(tokens.refresh_token!);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_client' }),
    ]);
  });

  it.each([
    ['that is not there', answered('', { status: 404 })],
    ['that redirects', answered('', { status: 302 })],
    ['that is no JSON', answered('<html>')],
    [
      'of more than 5 KiB',
      answered({ ...CLAUDE_CODE_DOCUMENT, tos_uri: `https://a.example/${'x'.repeat(5_120)}` }),
    ],
    ['that was cut', answered(CLAUDE_CODE_DOCUMENT, { isCut: true })],
    ['of another address', answered({ ...CLAUDE_CODE_DOCUMENT, client_id: `${ADDRESS}2` })],
    ['with a secret', answered({ ...CLAUDE_CODE_DOCUMENT, client_secret: 'x' })],
    [
      'with a method that takes one',
      answered({ ...CLAUDE_CODE_DOCUMENT, token_endpoint_auth_method: 'client_secret_basic' }),
    ],
    [
      'with an address that is none',
      answered({ ...CLAUDE_CODE_DOCUMENT, redirect_uris: ['http://a.example/'] }),
    ],
  ])('is refused with a document %s', async (_case, given) => {
    answer = given;
    const at = await start();
    // What another test was given is not what stands in for it.
    await api.database.query('DELETE FROM oauth_documents');
    expect((await authorize(at)).status).toBe(400);
  });

  it('is refused where the way out is guarded', async () => {
    answer = { kind: 'failed', reason: 'forbidden', message: 'is a private address' };
    await api.database.query('DELETE FROM oauth_documents');
    expect((await authorize(await start(), 'https://10.0.0.1/client.json')).status).toBe(400);
  });

  it.each([
    'http://a.example/client.json',
    'https://user@a.example/client.json',
    'https://a.example/client.json#x',
    'https://a.example/../client.json',
  ])('%s is not fetched', async (id) => {
    expect((await authorize(await start(), id)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('is unknown where that is switched off', async () => {
    const at = await start({ oauth: { OAUTH_CLIENT_METADATA: false } });
    expect((await authorize(at)).status).toBe(400);
    expect(asked).toEqual([]);
    const metadata = await discover(at.baseUrl);
    expect(metadata['client_id_metadata_document_supported']).toBe(false);
  });
});
