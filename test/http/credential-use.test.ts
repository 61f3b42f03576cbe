import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBrowserApi, type BrowserApi } from '../support/browser-api.js';

const SECRET = 'c4n4ry-Zq8!vX2';
const OVERLAY = '<div style="position:fixed;inset:0;background:white"></div>';
const FORM = `<form action="/in" method="post"><input name="user" autocomplete="username">
<input type="password" name="secret"><button>Go</button></form>`;

let browser: BrowserApi;
let key: string;
let session: string;
beforeAll(async () => {
  browser = await startBrowserApi();
  ({ key } = await browser.api.createOrg());
  session = await opened();
});
afterAll(() => browser.close());

const call = (method: string, path: string, body?: object, by = key) =>
  browser.api.call(method, path, { key: by, ...(body && { body }) });
const act = (body: object, id = session) => call('POST', `/v1/browser/sessions/${id}/act`, body);
const opened = async () => {
  const { body } = await call('POST', '/v1/browser/sessions', {});
  expect(body.error).toBeUndefined();
  return body.id as string;
};
const store = async (given: object = {}) => {
  const body = { service: 'site.test', identifier: 'ada', value: SECRET, ...given };
  const stored = await call('POST', '/v1/credentials', body);
  expect(stored.body.error).toBeUndefined();
  return stored.body.id as string;
};
const use = (credential: string, more: object = {}, id = session) =>
  call('POST', '/v1/credentials/use', { credential_id: credential, session_id: id, ...more });
/** Puts a page somewhere and goes there. */
async function visit(host: string, html: string, path = '/page'): Promise<void> {
  const url = browser.sites.page(host, path, html);
  const { body } = await act({ action: 'goto', url });
  expect([body.error, body.ok]).toEqual([null, true]);
}
const nothingFilled = async () => {
  const { body } = await act({ action: 'snapshot' });
  expect(body.page.snapshot).toMatch(/- textbox/);
  expect(body.page.snapshot).not.toContain('••••••');
};

describe('A credential', () => {
  it.each([
    ['a sibling', 'login.site.test', {}],
    ['a name that ends alike', 'evilsite.test', {}],
    ['a name that begins alike', 'site.test.evil.test', {}],
    ['a name that looks alike', 'xn--ste-1ma.test', {}],
    ['another port', 'site.test', { service: 'site.test:444' }],
    [
      'what is below, where only its own is named',
      'a.site.test',
      { origins: ['https://b.site.test'] },
    ],
    [
      'the name itself, where what is below is meant',
      'site.test',
      { service: 'x', origins: ['*.site.test'] },
    ],
    ['no site at all', 'site.test', { service: 'My site' }],
  ])('is not filled in at %s', async (_case, host, given) => {
    const credential = await store(given);
    await visit(host, FORM);
    const { status, body } = await use(credential);
    expect([status, body.error]).toEqual([403, expect.stringContaining(host)]);
    await nothingFilled();
  });

  it.each([
    ['its host', 'site.test', {}],
    ['its twin', 'www.site.test', {}],
    ['the twin of that', 'site.test', { service: 'https://www.site.test/' }],
    ['another of its origins', 'login.site.test', { origins: ['https://login.site.test'] }],
  ])('is filled in at %s', async (_case, host, given) => {
    const port = browser.sites.port;
    const origins = (given as { origins?: string[] }).origins?.map((origin) => `${origin}:${port}`);
    const credential = await store({ ...given, ...(origins && { origins }) });
    await visit(host, FORM);
    expect(await use(credential)).toMatchObject({ status: 200, body: { used: true } });
  });

  it.each([
    [
      'a frame of another site',
      '<iframe src="https://evil.test:PORT/form"></iframe>',
      /evil\.test/,
    ],
    ['a form that goes elsewhere', FORM.replace('"/in"', '"https://evil.test/in"'), /evil\.test/],
    [
      'a button that goes elsewhere',
      FORM.replace('<button', '<button formaction="https://evil.test/x"'),
      /evil\.test/,
    ],
    ['a form without TLS', FORM.replace('"/in"', '"http://site.test/in"'), /http:\/\/site\.test/],
    [
      'a frame without an origin',
      `<iframe sandbox="allow-scripts" srcdoc='${FORM}'></iframe>`,
      /without an origin/,
    ],
    [
      'a form with a field named action',
      FORM.replace('"/in"', '"https://evil.test/in"').replace('name="user"', 'name="action"'),
      /evil\.test/,
    ],
  ])('is not filled into %s', async (_case, html, error) => {
    browser.sites.page('evil.test', '/form', FORM);
    await visit('site.test', html.replace('PORT', String(browser.sites.port)));
    const { status, body } = await use(await store());
    expect([status, body.error]).toEqual([403, expect.stringMatching(error)]);
    expect(browser.sites.received('evil.test').join()).not.toContain(SECRET);
  });

  it('is not filled into its site within a frame of another', async () => {
    const url = browser.sites.page('site.test', '/framed', FORM);
    await visit('evil.test', `<iframe src="${url}" width="400" height="300"></iframe>`);
    const { status, body } = await use(await store());
    expect([status, body.error]).toEqual([403, expect.stringContaining('evil.test')]);
  });

  it.each([
    ['is covered', `${FORM}<div style="position:fixed;inset:0;background:white"></div>`, /covered/],
    [
      'cannot be seen',
      FORM.replace('type="password"', 'type="password" style="opacity:0"'),
      /seen/,
    ],
    ['is of another kind', FORM.replace('type="password"', 'type="text"'), /kind/],
    ['takes nothing', FORM.replace('type="password"', 'type="password" readonly'), /takes nothing/],
  ])('is not filled into a field that %s', async (_case, html, error) => {
    await visit('site.test', html);
    const { status, body } = await use(await store(), { fields: { value: '[name=secret]' } });
    expect([status, body.error]).toEqual([409, expect.stringMatching(error)]);
  });

  it('waits for an approval, which is good once', async () => {
    const credential = await store({ requires_approval: true });
    await visit('site.test', FORM);
    const asked = await use(credential);
    expect(asked).toMatchObject({
      status: 409,
      body: { approval_id: expect.stringMatching(/^apr_/) },
    });
    const { approval_id: approval } = asked.body as { approval_id: string };
    expect((await use(credential)).body.approval_id).toBe(approval);
    const decided = await call('POST', `/v1/approvals/${approval}/approve`, {});
    expect(decided.body).toMatchObject({ kind: 'credential', status: 'APPROVED' });
    expect((await use(credential)).status).toBe(200);
    expect((await use(credential)).status).toBe(409);
  });

  it('is not used when it has expired', async () => {
    const credential = await store({ expires_at: '2020-01-01T00:00:00Z' });
    expect(await use(credential)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('expired') },
    });
  });

  it('is covered in pictures, and no key copies it', async () => {
    await visit('site.test', FORM);
    await use(await store());
    const copied = await act({ action: 'press', key: 'Control+c' });
    expect([copied.status, copied.body.error]).toEqual([409, expect.stringContaining('modifier')]);
    expect((await act({ action: 'screenshot' })).body).toMatchObject({ ok: true });
    await visit('site.test', `<p>${SECRET}</p>`, '/echo');
    const { body } = await act({ action: 'screenshot' });
    expect(body).toMatchObject({ ok: false, error: expect.stringContaining('secret') });
    expect(body.page.snapshot).toContain('••••••');
  });

  it('leaves nothing of itself in storage', async () => {
    await visit('site.test', FORM);
    await use(await store());
    const rows = await browser.api.database.query<{ text: string }>(
      `SELECT (SELECT string_agg(s::text, '') FROM browser_steps s) ||
        (SELECT string_agg(e::text, '') FROM events e) || (SELECT string_agg(a::text, '') FROM audit_entries a) AS text`,
    );
    const text = rows[0]!.text;
    expect(text).toContain('credential.used');
    const forms = [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString('hex')];
    expect(forms.filter((form) => text.includes(form))).toEqual([]);
  });

  it('with a code fills it in, each once', async () => {
    const credential = await store({ totp_secret: 'JBSWY3DPEHPK3PXP' });
    await visit(
      'site.test',
      '<form action="/in"><input name="otp" autocomplete="one-time-code"><button>Go</button></form>',
    );
    const { body } = await use(credential, { fields: { totp: '[name=otp]' } });
    expect(body).toMatchObject({ used: true, filled: ['totp'] });
    const clicked = await act({ action: 'click', selector: 'button' });
    expect(clicked.body.page.url).toMatch(/otp=(•|%E2%80%A2)+/);
    expect(browser.sites.received('site.test').at(-1)).toMatch(/otp=\d{6}/);
  });

  it('is filled in where refs say', async () => {
    const url = browser.sites.page('site.test', '/refs', FORM);
    const { body } = await act({ action: 'goto', url });
    const [user, secret] = [...(body.page.snapshot as string).matchAll(/textbox.*?\[ref=(\w+)\]/g)];
    const fields = { identifier: user![1], value: secret![1] };
    expect((await use(await store(), { fields })).body).toMatchObject({ used: true });
    expect((await act({ action: 'snapshot' })).body.page.snapshot).toMatch(/ada[^]*••••••/);
  });

  it('is kept by pages that draw their fields anew at each input', async () => {
    await visit(
      'site.test',
      `${FORM}<script>
const kept = { user: '', secret: '' };
for (const field of document.querySelectorAll('input'))
  field.addEventListener('input', () => {
    kept[field.name] = field.value;
    for (const one of document.querySelectorAll('input')) one.value = kept[one.name];
  });
</script>`,
    );
    await use(await store());
    await act({ action: 'click', selector: 'button' });
    expect(browser.sites.received('site.test').at(-1)).toContain(
      String(new URLSearchParams({ user: 'ada', secret: SECRET })),
    );
  });

  it('with a code fills a box for each of its digits, and none is shown', async () => {
    const boxes = [1, 2, 3, 4, 5, 6].map((n) => `<input maxlength="1" name="d${n}">`).join('');
    await visit('site.test', `<form action="/boxes">${boxes}<button>Go</button></form>`);
    const credential = await store({ totp_secret: 'JBSWY3DPEHPK3PXP' });
    expect((await use(credential)).body).toMatchObject({ used: true, filled: ['totp'] });
    const { body } = await act({ action: 'snapshot' });
    expect((body.page.snapshot as string).match(/textbox.*: "?••••••"?$/gm)).toHaveLength(6);
    await act({ action: 'click', selector: 'button' });
    expect(browser.sites.received('site.test').at(-1)).toMatch(/(?:d[1-6]=\d&?){6}/);
  });

  it('of 64 KiB is filled in, and shown by nothing', async () => {
    const value = randomBytes(48 * 1024).toString('base64');
    const credential = await store({ value, credential_type: 'other' });
    await visit('site.test', '<textarea name="it"></textarea><output></output>');
    const used = await use(credential, { fields: { value: 'textarea' } });
    expect(used.body).toMatchObject({ used: true });
    const { body } = await act({ action: 'snapshot' });
    expect(body.page.snapshot).toContain('••••••');
    expect(value.includes((body.page.snapshot as string).slice(-40, -8))).toBe(false);
  });
});

describe('A picture', () => {
  beforeAll(async () => {
    await visit('site.test', FORM);
    await use(await store());
  });

  it.each([
    ['that is hidden from those who hear pages', `<p aria-hidden="true">${SECRET}</p>`],
    ['of a drawing', `<svg height="30" width="300"><text y="20">${SECRET}</text></svg>`],
    ['that a style adds', `<style>p::after { content: attr(id) }</style><p id="${SECRET}"></p>`],
    [
      'that no script gets at',
      `<div id="a"></div><script>a.attachShadow({ mode: 'closed' }).textContent = '${SECRET}'</script>`,
    ],
    ['of a frame', `<iframe srcdoc="<p aria-hidden='true'>${SECRET}</p>"></iframe>`],
    ['in pieces', [...SECRET].map((sign) => `<i aria-hidden="true">${sign}</i>`).join('')],
  ])('is not taken where there is text %s', async (_what, html) => {
    await visit('site.test', html, '/drawn');
    const { body } = await act({ action: 'screenshot' });
    expect(body).toMatchObject({ ok: false, error: expect.stringContaining('secret') });
  });

  it('is taken where it stands in fields alone', async () => {
    const fields = `<input value="${SECRET}"><textarea>${SECRET}</textarea><p contenteditable>${SECRET}</p>
<select><option>${SECRET}</option></select>`;
    await visit('site.test', fields, '/fields');
    expect((await act({ action: 'screenshot' })).body).toMatchObject({ ok: true });
  });
});

describe('What cannot be seen in its place', () => {
  const framed = (style: string, more = '', host = 'login.site.test') =>
    `<iframe src="https://${host}:${browser.sites.port}/inner" width="400" height="300"
style="${style}"></iframe>${more}`;

  it.each([
    ['is filled into a frame that is seen', '', '', 200],
    ['is not filled into a frame that is covered', '', OVERLAY, 409],
    ['is not filled into a frame that shines through', 'opacity: 0.05', '', 409],
    ['is not filled into a frame outside the page', 'position: fixed; left: -999px', '', 409],
  ])('%s', async (_case, style, more, status) => {
    browser.sites.page('login.site.test', '/inner', FORM);
    await visit('site.test', framed(style, more));
    const origins = [`https://login.site.test:${browser.sites.port}`];
    const used = await use(await store({ origins }));
    expect(used).toMatchObject({ status });
  });

  it('is not clicked', async () => {
    const buried = `<button>Buy</button>${OVERLAY}`;
    await visit('site.test', buried);
    const covered = await act({ action: 'click', selector: 'button', seconds: 1 });
    expect(covered.body).toMatchObject({ ok: false, error: expect.stringContaining('covered') });
    browser.sites.page('site.test', '/inner', '<button>Pay</button>');
    const through = framed('opacity: 0.01', '', 'site.test');
    const url = browser.sites.page('evil.test', '/through', through);
    const { body } = await act({ action: 'goto', url });
    const ref = /button "Pay" \[ref=(\w+)\]/.exec(body.page.snapshot as string)?.[1];
    const clicked = await act({ action: 'click', ref, seconds: 1 });
    expect([clicked.status, clicked.body.error]).toEqual([409, expect.stringContaining('frame')]);
  });
});
