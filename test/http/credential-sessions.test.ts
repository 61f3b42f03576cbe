import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBrowserApi, type BrowserApi } from '../support/browser-api.js';
import { until } from '../support/mail-api.js';
import { startPasskeySite, type PasskeySite } from '../support/passkey-site.js';

let browser: BrowserApi;
let key: string;
let site: PasskeySite;
beforeAll(async () => {
  browser = await startBrowserApi();
  ({ key } = await browser.api.createOrg());
  site = startPasskeySite(browser.sites);
});
afterAll(() => browser.close());

const call = (method: string, path: string, body?: object, by = key) =>
  browser.api.call(method, path, { key: by, ...(body && { body }) });
const act = (id: string, body: object) => call('POST', `/v1/browser/sessions/${id}/act`, body);
const open = async (body: object = {}): Promise<string> => {
  const opened = await call('POST', '/v1/browser/sessions', body);
  expect([opened.status, opened.body.error]).toEqual([201, undefined]);
  return opened.body.id as string;
};
const store = async (given: object = {}) => {
  const body = { service: 'site.test', identifier: 'ada', value: 'hunter2', ...given };
  const { body: stored } = await call('POST', '/v1/credentials', body);
  expect(stored.error).toBeUndefined();
  return stored.id as string;
};
const use = (credential: string, session: string, more: object = {}) =>
  call('POST', '/v1/credentials/use', { credential_id: credential, session_id: session, ...more });
const goto = async (session: string, url: string) => {
  const { body } = await act(session, { action: 'goto', url });
  expect([body.error, body.ok]).toEqual([null, true]);
};
const shown = async (session: string) =>
  (await act(session, { action: 'snapshot' })).body.page.snapshot as string;
const shows = (session: string, text: string) =>
  until(async () => (await shown(session)).includes(text));
const stored = async () => {
  const [row] = await browser.api.database.query<{ text: string }>(
    `SELECT (SELECT string_agg(c::text, '') FROM credentials c) ||
      (SELECT string_agg(s::text, '') FROM browser_steps s) ||
      (SELECT string_agg(a::text, '') FROM audit_entries a) || (SELECT string_agg(e::text, '') FROM events e) AS text`,
  );
  return row!.text;
};

describe('A passkey', () => {
  let session: string;
  let credential: string;
  beforeAll(async () => {
    session = await open();
    credential = await store({ credential_type: 'passkey', value: undefined });
    await goto(session, site.registerUrl);
    const made = await use(credential, session);
    expect(made).toMatchObject({ status: 200, body: { used: true, filled: ['passkey'] } });
    await shows(session, 'made');
  });

  it('was made by its first use, and signs in by those behind it, each counted', async () => {
    const before = site.counters.length;
    await goto(session, site.loginUrl);
    for (const count of [1, 2]) {
      expect((await use(credential, session)).body).toMatchObject({ filled: ['passkey'] });
      await until(() => site.counters.length === before + count);
    }
    await shows(session, 'welcome');
  });

  it('is there during a use alone', async () => {
    const before = site.counters.length;
    await goto(session, site.loginUrl);
    await act(session, { action: 'click', selector: 'button' });
    await goto(session, site.loginUrl);
    await use(credential, session);
    await until(() => site.counters.length > before);
    expect(site.counters).toHaveLength(before + 1);
  });

  it('is used at no other site', async () => {
    await goto(session, site.loginUrl.replace('site.test', 'evil.test'));
    const foreign = await use(credential, session);
    expect([foreign.status, foreign.body.error]).toEqual([
      403,
      expect.stringMatching(/evil\.test.*site\.test/),
    ]);
  });

  it('may be brought along, and is named by its button alone', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const own = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    const value = { rp_id: 'site.test', credential_id: 'AAECAw', private_key: own };
    const given = JSON.stringify({ ...value, user_handle: 'dXNlcg', sign_count: 7 });
    const mine = await store({ credential_type: 'passkey', value: given });
    await goto(session, site.loginUrl);
    expect((await use(mine, session)).status).toBe(200);
    await until(() => site.problems.length > 0);
    expect(site.problems).toEqual(['nobody knows this key']);
    const filled = await use(mine, session, { fields: { value: 'button' } });
    expect([filled.status, filled.body.error]).toEqual([409, expect.stringContaining('passkey')]);
    expect(await stored()).not.toContain(own.slice(40, 80));
  });

  it.each([
    '{}',
    'no',
    'null',
    '{"rp_id": "site.test", "credential_id": "AAEC", "private_key": "AAEC"}',
  ])('is not %s', async (value) => {
    const body = { service: 'site.test', identifier: 'ada', credential_type: 'passkey', value };
    const { status, body: refused } = await call('POST', '/v1/credentials', body);
    expect([status, refused.error]).toEqual([400, expect.stringContaining('value')]);
  });
});

describe('A session with a credential', () => {
  const COOKIE = 'c00kie-9fK2mQ7xT4';
  let credential: string;
  beforeAll(async () => {
    browser.sites.page('site.test', '/enter', (request, response) => {
      const cookie = `sid=${COOKIE}; Secure; HttpOnly; Path=/`;
      const isIt = request.body.includes('hunter2');
      response.writeHead(200, {
        'Content-Type': 'text/html',
        ...(isIt && { 'Set-Cookie': cookie }),
      });
      response.end('<title>In</title>');
    });
    browser.sites.page('site.test', '/home', (request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      const isIn = request.headers.cookie?.includes(`sid=${COOKIE}`);
      response.end(`<p>${isIn ? 'Hello ada' : 'Who are you'}</p>`);
    });
    credential = await store();
  });
  const page = (path: string) => `https://site.test:${browser.sites.port}${path}`;

  it('goes on where the last one signed in, which is logged', async () => {
    const form = browser.sites.page(
      'site.test',
      '/sign-in',
      `<form action="/enter" method="post"><input name="user" autocomplete="username">
<input type="password" name="secret"><button>Go</button></form>`,
    );
    const first = await open();
    await goto(first, form);
    expect((await use(credential, first)).status).toBe(200);
    expect((await call('GET', `/v1/credentials/${credential}`)).body.has_cookies).toBe(false);
    await act(first, { action: 'click', selector: 'button' });
    await call('DELETE', `/v1/browser/sessions/${first}`);
    expect((await call('GET', `/v1/credentials/${credential}`)).body.has_cookies).toBe(true);

    const second = await open({ credential_id: credential });
    await goto(second, page('/home'));
    expect(await shown(second)).toContain('Hello ada');
    const { body } = await call('GET', `/v1/credentials/audit?credential_id=${credential}`);
    const [done, begun] = body.data as { outcome: string; metadata: object }[];
    expect(done).toMatchObject({ outcome: 'done', metadata: { brings: 'cookies', cookies: 1 } });
    expect(begun).toMatchObject({ outcome: 'begun', metadata: { session_id: second } });
    expect(await stored()).not.toContain(COOKIE);
    await call('DELETE', `/v1/browser/sessions/${second}`);
  });

  it('has no cookies of other sites, and without it none at all', async () => {
    const session = await open();
    await goto(session, page('/home'));
    expect(await shown(session)).toContain('Who are you');
    const other = await store({ service: 'evil.test' });
    const foreign = await open({ credential_id: other });
    await goto(foreign, page('/home'));
    expect(await shown(foreign)).toContain('Who are you');
    for (const id of [session, foreign]) await call('DELETE', `/v1/browser/sessions/${id}`);
  });

  it.each([
    ['of another organization', async () => (await browser.api.createOrg()).key, {}, 403],
    ['without vault:use', () => keyWith(['browser:use']), {}, 403],
    ['of a namespace that is not named', async () => key, { namespace: 'blue' }, 404],
    ['that has expired', async () => key, { expires_at: '2020-01-01T00:00:00Z' }, 409],
    ['that waits for an approval', async () => key, { requires_approval: true }, 409],
  ])('%s is not begun', async (_case, by, given, status) => {
    const body = { credential_id: await store(given) };
    const refused = await call('POST', '/v1/browser/sessions', body, await by());
    expect([refused.status, refused.body.id]).toEqual([status, undefined]);
  });

  it('is asked about no more when the time of its approval is up', async () => {
    const body = { credential_id: await store({ requires_approval: true }) };
    const asked = await call('POST', '/v1/browser/sessions', body);
    const { approval_id: approval } = asked.body as { approval_id: string };
    const { approvalRuns } = browser.api.background;
    await browser.api.database.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [
      approval,
    ]);
    expect(await approvalRuns.look(approval)).toMatchObject({ next: 'expireApproval' });
    expect(await approvalRuns.expire(approval)).toMatchObject({ status: 'EXPIRED', next: null });
  });

  const keyWith = async (scopes: readonly string[]) => {
    const { body } = await call('POST', '/v1/orgs/me/api-keys', { name: 'another', scopes });
    return body.api_key as string;
  };
});
