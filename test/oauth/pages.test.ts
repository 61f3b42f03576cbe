import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { startApi, type TestApi } from '../support/start-api.js';
import { BELIEVING } from './anywhere.js';
import { asLeft, asPage, Browser, type Page } from './browser.js';
import { Program } from './program.js';

describe('The pages of a sign-in', () => {
  let api: TestApi;
  let key: string;
  let program: Program;
  let browser: Browser;
  const logged: string[] = [];

  beforeAll(async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
    api = await startApi({ ...BELIEVING, parts: { log } });
    ({ key } = await api.createOrg());
    program = await Program.register(api.baseUrl, { client_name: 'Mail helper' });
  });
  afterAll(() => api.close());
  beforeEach(() => {
    browser = new Browser(api.baseUrl);
  });

  const begin = async (parameters = {}, it = program) =>
    asPage(await browser.open((await it.begin(parameters)).url));
  const show = async (page: Page, shown = key) =>
    asPage(await browser.submit(page, { api_key: shown }));
  const errorOf = ({ left }: { left: URL }) => left.searchParams.get('error');

  it('ask for a key, then for consent, each time', async () => {
    for (let time = 0; time < 2; time++) {
      const asked = await begin();
      expect(asked.html).toContain('name="api_key"');
      const consent = await show(asked);
      expect(consent.html).toContain('value="allow"');
      asLeft(await browser.submit(consent, { decision: 'allow' }));
      expect(browser.cookiesFor('/')).toBe('');
    }
  });

  it('say who asks whom for what, and where it leads', async () => {
    const made = await api.call('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'laptop', scopes: ['inbox:read', 'email:send'] },
    });
    const { html } = await show(await begin(), made.body.api_key as string);
    expect(html).toContain('A program that calls itself <b>Mail helper</b>');
    expect(html).toContain('<dd>Test</dd>');
    expect(html).toContain(`<dd>laptop (${made.body.key_prefix}…)</dd>`);
    expect(html).toContain('<dd>127.0.0.1:7777</dd>');
    expect(html).toContain('see your inboxes');
    expect(html).toContain('send, answer and forward mail');
    expect(html).not.toContain('read mail, and wait');
  });

  it.each([
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['a\u202eb\u2066c\u200b', 'abc'],
    ['"><script>', '&quot;&gt;&lt;script&gt;'],
    ['two\nlines\t!', 'two lines !'],
    ['x'.repeat(500), 'x'.repeat(64)],
  ])('show %j as %j', async (name, shown) => {
    const named = await Program.register(api.baseUrl, { client_name: name });
    const asked = await begin({}, named);
    expect(asked.html).toContain(`calls itself <b>${shown}</b>`);
    expect((await show(asked)).html).toContain(`calls itself <b>${shown}</b>`);
  });

  it('of a program without a name say so', async () => {
    const nameless = await Program.register(api.baseUrl, { client_name: undefined });
    expect((await begin({}, nameless)).html).toContain('A program that does not say its name');
  });

  it('deny what is denied', async () => {
    const consent = await show(await begin({ state: 'mine' }));
    const { left } = asLeft(await browser.submit(consent, { decision: 'deny' }));
    expect([errorOf({ left }), left.searchParams.get('state')]).toEqual(['access_denied', 'mine']);
    expect(left.searchParams.get('iss')).toBe(api.baseUrl);
    expect(left.searchParams.has('code')).toBe(false);
  });

  it.each([
    ['a wrong key', `ak_${'0'.repeat(48)}`],
    ['no key', ''],
    ['something else', 'hello'],
  ])('ask again for %s, which counts', async (_case, shown) => {
    const again = await show(await begin(), shown);
    expect(again.status).toBe(401);
    expect(again.html).toContain('This is not a valid API key.');
    expect(again.headers.get('X-RateLimit-Limit')).toBe('120');
    expect((await show(again)).html).toContain('value="allow"');
  });

  it('do not take a token for a key', async () => {
    const { access_token: token } = await program.signIn(key);
    expect((await show(await begin(), token)).status).toBe(401);
  });

  it('do not take a key that can grant nothing of what is asked', async () => {
    const body = { name: 'weak', scopes: ['ai:manage'] };
    const made = await api.call('POST', '/v1/orgs/me/api-keys', { key, body });
    const again = await show(await begin({ scope: 'email:read' }), made.body.api_key as string);
    expect(again.html).toContain('This key can grant nothing of email:read.');
  });

  it('let nobody in whose key was revoked meanwhile', async () => {
    const made = await api.call('POST', '/v1/orgs/me/api-keys', { key, body: { name: 'short' } });
    const consent = await show(await begin(), made.body.api_key as string);
    await api.call('DELETE', `/v1/orgs/me/api-keys/${made.body.id}`, { key });
    const refused = asPage(await browser.submit(consent, { decision: 'allow' }));
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('was revoked')]);
  });

  describe('are sent by', () => {
    it.each([
      ['a foreign origin', { Origin: 'https://evil.example' }],
      ['no origin at all', { Origin: 'null' }],
    ])('nobody from %s', async (_case, headers) => {
      const asked = await begin();
      const refused = asPage(await browser.submit(asked, { api_key: key }, headers));
      expect(refused.status).toBe(403);
      const consent = await show(await begin());
      expect(asPage(await browser.submit(consent, { decision: 'allow' }, headers)).status).toBe(
        403,
      );
    });

    it('nobody without the token of the page', async () => {
      const asked = await begin();
      for (const csrf of ['', 'x'.repeat(43)])
        expect(asPage(await browser.submit(asked, { api_key: key, csrf })).status).toBe(403);
      const consent = await show(await begin());
      const stale = { ...consent, html: asked.html };
      expect(asPage(await browser.submit(stale, { decision: 'allow' })).status).toBe(403);
    });

    it('no other browser', async () => {
      const asked = await begin();
      const other = new Browser(api.baseUrl);
      const refused = asPage(await other.submit(asked, { api_key: key }));
      expect([refused.status, refused.html]).toEqual([
        400,
        expect.stringContaining('begun in another browser'),
      ]);
    });
  });

  it('consent to nothing when allowed with the form of the key page', async () => {
    const asked = await begin();
    const again = asPage(await browser.submit(asked, { decision: 'allow' }));
    expect(again.status).toBe(401);
  });

  it('end after ten minutes', async () => {
    const asked = await begin();
    const [row] = await api.database.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM max(expires_at) - now()) / 60)::int AS minutes
       FROM oauth_interactions`,
    );
    expect(row!.minutes).toBe(10);
    await api.database.query('UPDATE oauth_interactions SET expires_at = now()');
    expect(asPage(await browser.submit(asked, { api_key: key })).status).toBe(400);
  });

  it('are over once they were answered', async () => {
    const consent = await show(await begin());
    asLeft(await browser.submit(consent, { decision: 'allow' }));
    expect(asPage(await browser.submit(consent, { decision: 'allow' })).status).toBe(400);
  });

  it('are not resumed by who has no cookie of them', async () => {
    const page = asPage(await browser.open(`${api.baseUrl}/oauth/authorize/${'x'.repeat(43)}`));
    expect([page.status, page.html]).toEqual([
      400,
      expect.stringContaining('Sign-in is not possible'),
    ]);
  });

  it('can be open several times in a browser', async () => {
    const [first, second] = [await begin(), await begin()];
    const [one, other] = [await show(first), await show(second)];
    for (const consent of [other, one])
      expect(errorOf(asLeft(await browser.submit(consent, { decision: 'allow' })))).toBeNull();
  });

  it('can be neither framed nor kept, and tell nobody where they are', async () => {
    for (const { headers } of [await begin(), await show(await begin())]) {
      const policy = headers.get('Content-Security-Policy')!;
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('script');
      // Chromium applies it to where the browser is sent in the end.
      expect(policy).not.toContain('form-action');
      // It would cut a popup off from the program.
      expect(headers.has('Cross-Origin-Opener-Policy')).toBe(false);
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
    }
    const consent = await show(await begin());
    const { headers } = asLeft(await browser.submit(consent, { decision: 'allow' }));
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  it('hold no script, and the key is in no address, cookie, page or log', async () => {
    logged.length = 0;
    const consent = await show(await begin());
    asLeft(await browser.submit(consent, { decision: 'allow' }));
    const seen = browser.seen.join('\n');
    expect(seen).not.toContain('<script');
    expect(seen).not.toContain(key);
    expect(logged.join('\n')).not.toContain(key);
  });

  it('have cookies that scripts and other sites do not get', async () => {
    const response = await fetch((await program.begin()).url, { redirect: 'manual' });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).not.toMatch(/; secure/i);
    }
    expect(response.headers.get('Location')).not.toContain(cookies[0]!.split(/[=;]/)[1]);
  });

  it('have cookies for https alone where the public address has it', async () => {
    const config = { ...BELIEVING.config, publicUrl: 'https://mail.example' };
    const secure = await startApi({ beside: api, config });
    const { search } = (await program.begin()).url;
    const response = await fetch(`${secure.baseUrl}/oauth/authorize${search}`, {
      redirect: 'manual',
    });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i);
    await secure.close();
  });

  describe('are not shown, but an error told to the program, for', () => {
    const told = async (parameters: Readonly<Record<string, string>>) => {
      const { url } = await program.begin({ state: 'mine', ...parameters });
      for (const [name, value] of Object.entries(parameters))
        if (value === '') url.searchParams.delete(name);
      const { left } = asLeft(await browser.open(url));
      // What other types of answers there are comes in the fragment.
      const answer = left.search ? left.searchParams : new URLSearchParams(left.hash.slice(1));
      expect([answer.get('state'), answer.get('iss')]).toEqual(['mine', api.baseUrl]);
      return answer.get('error');
    };

    it.each([
      ['a challenge that is missing', { code_challenge: '' }, 'invalid_request'],
      ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['another type of answer', { response_type: 'token' }, 'unsupported_response_type'],
      ['an id token', { response_type: 'code id_token' }, 'unsupported_response_type'],
      ['a form as answer', { response_mode: 'form_post' }, 'unsupported_response_mode'],
      ['a fragment as answer', { response_mode: 'fragment' }, 'unsupported_response_mode'],
      ['nobody to be asked', { prompt: 'none' }, 'login_required'],
      ['a request object', { request: 'e30.e30.e30' }, 'request_not_supported'],
    ])('%s', async (_case, parameters, error) => {
      expect(await told(parameters)).toBe(error);
    });

    it('ignores what it does not know', async () => {
      const asked = await begin({ nonce: 'n', max_age: '0', acr_values: 'x', prompt: 'consent' });
      expect(asked.html).toContain('name="api_key"');
    });
  });

  it.each([
    ['an unknown program', { client_id: 'client_unknown' }],
    ['no program', { client_id: '' }],
    ['an address that is not its own', { redirect_uri: 'https://evil.example/' }],
  ])('say what is wrong for %s, and send nobody anywhere', async (_case, parameters) => {
    const { url } = await program.begin(parameters);
    const page = asPage(await browser.open(url));
    expect(page.status).toBe(400);
    expect(page.html).toContain('Sign-in is not possible');
    expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  });

  it('of a request with two addresses send the browser to the one that is registered', async () => {
    const { url } = await program.begin();
    const evil = '&redirect_uri=https%3A%2F%2Fevil.example%2F';
    const { left } = asLeft(await browser.open(url.href + evil));
    expect([left.host, errorOf({ left })]).toEqual(['127.0.0.1:7777', 'invalid_request']);
  });

  it('are HTML that has nothing of the request in it unescaped', async () => {
    const { url } = await program.begin({ response_mode: '"><script>alert(1)</script>' });
    url.searchParams.set('client_id', '<script>alert(1)</script>');
    expect(asPage(await browser.open(url)).html).not.toContain('<script');
  });
});
