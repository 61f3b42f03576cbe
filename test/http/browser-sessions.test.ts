import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBrowserApi, type BrowserApi } from '../support/browser-api.js';
import { until } from '../support/mail-api.js';
import type { SitePage } from '../support/site.js';

let browser: BrowserApi;
let key: string;
beforeAll(async () => {
  browser = await startBrowserApi();
  ({ key } = await browser.api.createOrg());
});
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

describe('What a page does', () => {
  let id: string;
  beforeAll(async () => {
    id = await open();
  });
  /** Goes to a page of the site. */
  const visit = async (html: SitePage, path = '/page') => {
    const url = browser.sites.page('site.test', path, html);
    return act(id, { action: 'goto', url });
  };

  it('with dialogs is dismissed and told', async () => {
    const { body } = await visit('<script>alert("Hello"); prompt("Password?")</script>');
    expect([body.error, body.dialogs]).toEqual([null, ['alert: Hello', 'prompt: Password?']]);
  });

  it('with a file is cancelled', async () => {
    browser.sites.page('site.test', '/file', (_request, response) => {
      response.writeHead(200, { 'Content-Disposition': 'attachment; filename="a.exe"' }).end('MZ');
    });
    await visit('<a href="/file">Get</a>');
    const clicked = await act(id, { action: 'click', selector: 'a' });
    const downloads = [...(clicked.body.downloads as string[])];
    await until(async () => {
      const { body } = await act(id, { action: 'snapshot' });
      downloads.push(...(body.downloads as string[]));
      return downloads.length > 0;
    });
    expect(downloads).toEqual(['a.exe']);
  });

  it('beyond the guard is refused and told', async () => {
    const { body } = await visit('<img src="https://internal.example/secret">');
    expect(body.blocked).toEqual([expect.stringMatching(/internal\.example:443: .*private/)]);
    const gone = await act(id, { action: 'goto', url: 'https://internal.example/' });
    expect([gone.status, gone.body.error]).toEqual([400, expect.stringContaining('private')]);
  });

  it('comes up right behind one that did not load', async () => {
    const url = browser.sites.page('site.test', '/there', '<title>There</title>');
    for (let i = 0; i < 5; i++) {
      await act(id, { action: 'goto', url: 'https://internal.example/' });
      const { body } = await act(id, { action: 'goto', url });
      expect(body).toMatchObject({ ok: true, error: null, page: { title: 'There' } });
    }
  });

  it('without TLS leads to where it has some', async () => {
    await visit('<title>With TLS</title>', '/tls');
    const { port } = browser.sites;
    await visit(`<script>location = 'http://site.test:${port}/tls'</script>`, '/from');
    await until(async () => {
      const { body } = await act(id, { action: 'snapshot' });
      return body.page.title === 'With TLS';
    });
  });

  it.each(['file:///etc/passwd', 'data:text/html,x', 'chrome://version', 'https://127.0.0.2/'])(
    'is not begun at %s',
    async (url) => {
      const { status, body } = await act(id, { action: 'goto', url });
      expect([status, body.error]).toEqual([400, expect.stringContaining('url')]);
    },
  );
});

describe('An act', () => {
  it.each([
    [{ action: 'dance' }, 400, 'action'],
    [{ action: 'goto' }, 400, 'url is needed'],
    [{ action: 'click' }, 400, 'ref or selector'],
    [{ action: 'click', selector: '!!' }, 400, 'selector'],
    [{ action: 'click', selector: 'a >> xpath=//b' }, 400, 'selector'],
    [{ action: 'click', ref: 'e1', selector: 'a' }, 400, 'not both'],
    [{ action: 'click', ref: 'e999' }, 409, 'snapshot'],
    [{ action: 'press', key: 'Nothing' }, 400, 'key'],
    [{ action: 'wait', seconds: 31 }, 400, 'seconds'],
  ])('%j is %i', async (body, status, error) => {
    const id = await open();
    const answer = await act(id, body);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(error)]);
    await call('DELETE', `/v1/browser/sessions/${id}`);
  });

  it('that finds nothing in time is no error', async () => {
    const id = await open();
    const { status, body } = await act(id, { action: 'click', selector: '#none', seconds: 1 });
    expect([status, body.ok, body.error]).toEqual([
      200,
      false,
      expect.stringContaining('not found'),
    ]);
  });
});

describe('Sessions', () => {
  it('are five a key at most, each of its organization alone', async () => {
    const other = await browser.api.createOrg();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await open(other.key));
    const { status, body } = await call('POST', '/v1/browser/sessions', {}, other.key);
    expect([status, body.error]).toEqual([429, expect.stringContaining('5 browser sessions')]);
    expect((await act(ids[0]!, { action: 'snapshot' })).status).toBe(403);
    for (const id of ids) await call('DELETE', `/v1/browser/sessions/${id}`, undefined, other.key);
  });

  it('are lost with their process, and nothing is done in them again', async () => {
    const other = await startBrowserApi();
    try {
      const { key: by } = await other.api.createOrg();
      const ask = (method: string, path: string, body?: object) =>
        other.api.call(method, `/v1/browser/sessions${path}`, { key: by, ...(body && { body }) });
      const { id } = (await ask('POST', '', {})).body as { id: string };
      const waiting = ask('POST', `/${id}/act`, { action: 'wait', seconds: 30 });
      await until(async () => {
        const { body } = await ask('GET', `/${id}/steps`);
        return body.data[0].status === 'doing';
      });
      await other.stopBrowsers();
      expect(await waiting).toMatchObject({ status: 410 });
      expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'LOST' });
      expect((await ask('GET', `/${id}/steps`)).body.data[0]).toMatchObject({ status: 'unknown' });
      expect((await ask('POST', `/${id}/act`, { action: 'snapshot' })).status).toBe(410);
      expect(await ask('POST', '', {})).toMatchObject({ status: 503 });
    } finally {
      await other.close();
    }
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
