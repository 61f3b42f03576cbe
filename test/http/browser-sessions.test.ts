import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBrowserApi, type BrowserApi } from '../support/browser-api.js';

let browser: BrowserApi;
let key: string;
beforeAll(async () => {
  browser = await startBrowserApi();
  ({ key } = await browser.api.createOrg());
}, 60_000);
afterAll(() => browser.close());

const call = (method: string, path: string, body?: object, by = key) =>
  browser.api.call(method, path, { key: by, ...(body && { body }) });
const act = (id: string, body: object, by = key) =>
  call('POST', `/v1/browser/sessions/${id}/act`, body, by);
async function open(by = key): Promise<string> {
  const { status, body } = await call('POST', '/v1/browser/sessions', {}, by);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.id as string;
}

const FORM = `<title>Sign in</title><h1>Welcome</h1>
<form action="/in" method="post"><label>User <input name="user" autocomplete="username"></label>
<label>Password <input type="password" name="secret"></label><button>Go</button></form>`;

describe('a session', () => {
  it('goes to a page, types, clicks and shows what is there', async () => {
    const url = browser.sites.page('site.test', '/', FORM);
    browser.sites.page('site.test', '/in', '<title>In</title><p>Hello ada</p>');
    const id = await open();
    const gone = await act(id, { action: 'goto', url });
    expect(gone).toMatchObject({
      status: 200,
      body: { ok: true, page: { url, title: 'Sign in' } },
    });
    const typed = await act(id, { action: 'type', selector: '[name=user]', value: 'ada' });
    expect(typed.body).toMatchObject({ ok: true, error: null });
    const ref = /button "Go" \[ref=(e\d+)\]/.exec(typed.body.page.snapshot as string)?.[1];
    const clicked = await act(id, { action: 'click', ref });
    expect(clicked.body).toMatchObject({ ok: true, page: { title: 'In' } });
    expect(clicked.body.page.snapshot).toContain('Hello ada');
    const shot = await act(id, { action: 'screenshot' });
    const steps = await call('GET', `/v1/browser/sessions/${id}/steps`);
    expect(steps.body.data[0]).toMatchObject({ n: shot.body.step, has_screenshot: true, ok: true });
    expect((await call('DELETE', `/v1/browser/sessions/${id}`)).status).toBe(200);
    expect((await act(id, { action: 'snapshot' })).status).toBe(404);
  });
});

describe('POST /v1/credentials/use', () => {
  const SECRET = 'Tr0ub4dor&3 <x>"y"';
  const store = async (given: object = {}) => {
    const body = { service: 'site.test', identifier: 'ada', value: SECRET, ...given };
    const stored = await call('POST', '/v1/credentials', body);
    return stored.body.id as string;
  };

  it('fills a form of its site, and what is filled in is shown by nothing', async () => {
    const url = browser.sites.page('site.test', '/login', FORM.replace('post', 'get'));
    browser.sites.page('site.test', '/in', (request, response) => {
      const said = new URL(request.url ?? '', 'https://site.test').searchParams.get('secret') ?? '';
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(
        `<title>${encodeURIComponent(said)}</title><p>${Buffer.from(said).toString('base64')}</p>`,
      );
    });
    const [id, credential] = [await open(), await store()];
    await act(id, { action: 'goto', url });
    const used = await call('POST', '/v1/credentials/use', {
      credential_id: credential,
      session_id: id,
    });
    expect(used).toMatchObject({
      status: 200,
      body: { used: true, filled: ['identifier', 'value'] },
    });
    const clicked = await act(id, { action: 'click', selector: 'button' });
    expect(clicked.body).toMatchObject({ ok: true });
    expect(browser.sites.received('site.test').at(-1)).toContain('user=ada&secret=Tr0ub4dor');
    const said = JSON.stringify([used.body, clicked.body]);
    expect(said).not.toMatch(/Tr0ub|VHIwdWI0/);
    expect(clicked.body.page.title).toContain('••••••');
    const { body } = await call('GET', '/v1/credentials/audit');
    const outcomes = [{ outcome: 'done' }, { outcome: 'begun' }, { outcome: 'done' }];
    expect((body as { data: object[] }).data.slice(0, 3)).toMatchObject(outcomes);
  });

  it('is refused on another site, naming both', async () => {
    const url = browser.sites.page('evil.test', '/login', FORM);
    const [id, credential] = [await open(), await store()];
    await act(id, { action: 'goto', url });
    const used = await call('POST', '/v1/credentials/use', {
      credential_id: credential,
      session_id: id,
    });
    expect([used.status, used.body.error]).toEqual([
      403,
      expect.stringMatching(/evil\.test.*site\.test/),
    ]);
  });
});
