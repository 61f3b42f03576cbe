import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBrowserApi, type BrowserApi } from '../support/browser-api.js';

const SECRET = 'c4n4ry-Zq8!vX2';
const FORM = `<form action="/in" method="post"><input name="user" autocomplete="username">
<input type="password" name="secret"><button>Go</button></form>`;

let browser: BrowserApi;
let key: string;
let session: string;
beforeAll(async () => {
  browser = await startBrowserApi();
  ({ key } = await browser.api.createOrg());
  session = (await call('/browser/sessions', {})).body.id as string;
});
afterAll(() => browser.close());

const call = (path: string, body: object) => browser.api.call('POST', `/v1${path}`, { key, body });
const act = (body: object) => call(`/browser/sessions/${session}/act`, body);
async function store(given: object = {}): Promise<string> {
  const body = { service: 'site.test', identifier: 'ada', value: SECRET, ...given };
  return (await call('/credentials', body)).body.id as string;
}
const use = (credential: string, fields?: object) =>
  call('/credentials/use', {
    ...{ credential_id: credential, session_id: session },
    ...(fields && { fields }),
  });
async function visit(html: string): Promise<void> {
  const { body } = await act({
    action: 'goto',
    url: browser.sites.page('site.test', '/page', html),
  });
  expect(body.ok).toBe(true);
}

describe('A credential', () => {
  it('of type totp_secret gives codes, and is never filled in itself', async () => {
    const credential = await store({
      credential_type: 'totp_secret',
      value: 'otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP',
    });
    const code = '<input name="otp" autocomplete="one-time-code">';
    await visit(`${FORM.replace('<button', `${code}<button`)}`);
    const secret = await use(credential, { value: '[name=secret]' });
    expect([secret.status, secret.body.error]).toEqual([409, expect.stringContaining('totp')]);
    const found = await use(credential);
    expect(found.body).toMatchObject({ used: true, filled: ['identifier', 'totp'] });
    const named = await use(credential, { totp: '[name=otp]' });
    expect(named.body).toMatchObject({ used: true, filled: ['totp'] });
    await act({ action: 'click', selector: 'button' });
    expect(browser.sites.received('site.test').at(-1)).toMatch(/user=ada&secret=&otp=\d{6}$/);
  });

  it('that was stored as a secret for codes before values were checked gives codes where it is one', async () => {
    const stored = [await store({ value: 'JBSW Y3DP EHPK 3PXP' }), await store({ value: 'none!' })];
    await browser.api.database.query(
      `UPDATE credentials SET credential_type = 'totp_secret' WHERE id = ANY ($1)`,
      [stored],
    );
    await visit('<input name="otp">');
    const fields = { totp: '[name=otp]' };
    expect((await use(stored[0]!, fields)).body).toMatchObject({ filled: ['totp'] });
    const { status, body } = await use(stored[1]!, fields);
    expect([status, body.error]).toEqual([409, expect.stringContaining('no secret for codes')]);
  });

  it('goes where plain CSS says, which does not ask for what another has typed', async () => {
    await visit(FORM);
    const credential = await store();
    const to = async (value: string) => {
      const { status, body } = await use(credential, { value });
      return [status, body.error as unknown];
    };
    const plain = [400, expect.stringMatching(/fields\.value must be (?:plain|a ref or a) CSS/)];
    expect(await to('input:has-text("x")')).toEqual(plain);
    expect(await to('input >> x')).toEqual(plain);
    expect(await to('input[type="password"]')).toEqual([200, undefined]);
    expect(await to('input[value^="c"]')).toEqual([409, expect.stringContaining('compare value')]);
    const asked = await act({ action: 'wait', selector: '[value^="c"]', seconds: 1 });
    expect([asked.status, asked.body.error]).toEqual([409, expect.stringContaining('value')]);
    const text = await act({ action: 'wait', selector: 'p:has-text("c4n")', seconds: 1 });
    expect([text.status, text.body.error]).toEqual([400, expect.stringMatching(/^selector must/)]);
  });
});
