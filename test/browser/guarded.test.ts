import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PageAct } from '../../src/browser/acts.js';
import { openLoneSession, type LoneSession } from '../support/browser-session.js';
import { startSites, type Sites } from '../support/site.js';

// What could be learned of a secret once it was typed, other than by text.

const SECRET = 'Tr0ubadorZq7&x/3pw';

let sites: Sites;
let fresh: LoneSession;
let used: LoneSession;
beforeAll(async () => {
  sites = await startSites();
  [fresh, used] = [await openLoneSession(sites), await openLoneSession(sites)];
  used.session.hide([SECRET, '918273']);
});
afterAll(async () => {
  await Promise.all([fresh.close(), used.close()]);
  await sites.close();
});

async function visit(html: string, { session, goto }: LoneSession = used, path = '/page') {
  sites.page('evil.test', path.split('?')[0]!, html);
  const { outcome } = await goto(path);
  expect(outcome.error).toBeNull();
  return session;
}

/** What an act came to: whether it was done, or the status and words of its refusal. */
async function came({ session }: LoneSession, act: PageAct) {
  try {
    return (await session.act({ seconds: 0, ...act })).outcome.ok;
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return `${status} ${message}`;
  }
}
const waits = (selector: string, lone = used) => came(lone, { action: 'wait', selector });

const LINKS = `<form action="/in" id="f" class="form"><label for="user">User</label><input id="user" name="user"
type="text" value="Tr0" data-value="T" data-testid="user-field" aria-valuetext="x" placeholder="Your name"></form>
<a href="/account/settings" title="All">Settings</a>`;

describe('A selector in a session in which a credential was typed', () => {
  beforeEach(() => visit(LINKS));

  it.each([
    ...[
      '[id=user]',
      'input[name^=us]',
      '[TYPE="text" i]',
      'a[href*="settings"]',
      'form[action$=in]',
    ],
    ...[
      '[data-testid|=user]',
      'label[for=user]',
      '[placeholder~=name]',
      'input[value]',
      '[class=form]',
    ],
    ...[
      'form:has([title], #user) > input:not([type=password]):nth-child(1 of [id])',
      'a:enabled, a:link',
    ],
  ])('may be %s', async (selector) => {
    expect(await waits(selector)).toBe(true);
  });

  it.each([
    ['input[value^="T"]', 'value'],
    ['input[VALUE^="T"]', 'value'],
    ['input[\\76 alue^="T"]', 'value'],
    ['input[/**/value/**/^="T"]', 'value'],
    ['form:has(input:not([value*=Z]))', 'value'],
    ['input:nth-child(1 of [value$="0"])', 'value'],
    ['b, input[data-value="T"]', 'data-value'],
    ['[aria-valuetext=x]', 'aria-valuetext'],
  ])('must not be %s', async (selector, name) => {
    expect(await waits(selector)).toMatch(
      `409 After a credential was used, selector must not compare ${name}`,
    );
    await visit(LINKS, fresh);
    expect(await waits(selector, fresh)).toBe(true);
  });

  it.each([
    'p:has-text("plain=Tr0")',
    'p:TEXT-matches("Tr0u.*")',
    'a:visible',
    'a:\\76 isible',
    '[a',
  ])('is no plain CSS, as anywhere, as %s', async (selector) => {
    expect(await waits(selector)).toMatch('400 selector must be');
    expect(await waits(selector, fresh)).toMatch('400 selector must be');
  });

  it('does not compare attributes that show it on the page as it is', async () => {
    const query = new URLSearchParams({ secret: SECRET }).toString();
    await visit(`<a href="/de?${query}">Deutsch</a><p title="${SECRET}" id="p">it</p>`);
    expect(await waits('a[href*="secret=T"]')).toMatch('409');
    expect(await waits('p[title^="T"]')).toMatch('409');
    expect(await waits('p[id="p"]')).toBe(true);
    sites.page('evil.test', '/in', `<p title="${SECRET}">it</p>`);
    await visit('<p>first</p><script>setTimeout(() => (location = "/in"), 300)</script>');
    expect(await came(used, { action: 'wait', selector: '[title^=T]', seconds: 5 })).toMatch('409');
  });

  it('is judged alike where a credential is to go', async () => {
    const credential = { service: 'evil.test', origins: [], isPassword: true, has: [] };
    const find = (value: string) => used.session.findForm(credential, { value });
    await expect(find('input[value^=T]')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('fields.value must not compare value'),
    });
    await expect(find('input:text("T")')).rejects.toMatchObject({ status: 400 });
  });
});

describe('A field that holds a credential', () => {
  it.each([
    ['a field', `<input type="password" value="${SECRET}">`, ['Delete', 'Backspace', 'x', 'Space']],
    ['lines', `<textarea>${SECRET}</textarea>`, ['Delete', 'Enter']],
    ['a page', `<p contenteditable>${SECRET}</p>`, ['Delete', 'Enter']],
    ['a number', '<input type="number" value="918273">', ['ArrowUp', 'ArrowDown', '1']],
    ['boxes', [...'918273'].map((one) => `<input value="${one}">`).join(''), ['Delete', '1']],
    ['a frame', `<iframe srcdoc="<input value='${SECRET}'>"></iframe>`, ['Delete']],
  ])('that is %s is not changed by keys', async (_kind, html, keys) => {
    await visit(`${html}<button>Go</button>`);
    for (const key of keys)
      for (const selector of ['button', undefined])
        expect(await came(used, { action: 'press', key, selector })).toMatch('409 A field holds');
    for (const key of ['Tab', 'ArrowLeft', 'End'])
      expect([key, await came(used, { action: 'press', key })]).toEqual([key, true]);
  });

  it('is replaced as a whole', async () => {
    await visit(`<input value="${SECRET}"><input id="other">`);
    expect(await came(used, { action: 'type', selector: '#other', value: 'x' })).toBe(true);
    expect(await came(used, { action: 'press', selector: 'input', key: 'Enter' })).toBe(true);
    expect(await came(used, { action: 'type', selector: 'input', value: 'Tr0' })).toBe(true);
    expect(await came(used, { action: 'press', selector: 'input', key: 'x' })).toBe(true);
    await visit([...'918273'].map((one) => `<input value="${one}">`).join(''));
    expect(await came(used, { action: 'type', selector: 'input', value: '' })).toMatch('409');
  });
});

it('A file that is named by a secret is told without it', async () => {
  await visit(`<a id="a" href="data:,x">Get</a><script>
a.href = URL.createObjectURL(new Blob(['x']));
a.download = ${JSON.stringify(SECRET)} + '.txt';
</script>`);
  const clicked = await used.session.act({ action: 'click', selector: '#a' });
  const downloads = [...clicked.outcome.downloads];
  while (downloads.length === 0)
    downloads.push(...(await used.session.act({ action: 'snapshot' })).outcome.downloads);
  expect(downloads).toEqual(['••••••.txt']);
});

describe('An act with no seconds', () => {
  it.each<PageAct>([
    { action: 'wait', selector: '#nope' },
    { action: 'wait', selector: '#hidden' },
    { action: 'click', selector: '#nope' },
    { action: 'type', selector: '#nope', value: 'x' },
    { action: 'select', selector: '#nope', value: 'x' },
    { action: 'press', selector: '#nope', key: 'Enter' },
    { action: 'click', selector: '#covered' },
  ])('looks once: %j', async (act) => {
    const covering = '<div style="position:fixed;inset:0"></div>';
    await visit(`<i id="hidden" hidden>x</i><button id="covered">x</button>${covering}`, fresh);
    const begun = Date.now();
    const { outcome } = await fresh.session.act({ ...act, seconds: 0 });
    expect([outcome.ok, outcome.error]).toEqual([
      false,
      expect.stringMatching(act.selector === '#covered' ? /covered/ : /not found/),
    ]);
    expect(Date.now() - begun).toBeLessThan(8_000);
  });

  it('does what can be done', async () => {
    await visit('<button onclick="document.title = \'Clicked\'">x</button><input>', fresh);
    expect(await waits('button', fresh)).toBe(true);
    expect(await came(fresh, { action: 'type', selector: 'input', value: 'x' })).toBe(true);
    const { outcome } = await fresh.session.act({
      action: 'click',
      selector: 'button',
      seconds: 0,
    });
    expect(outcome).toMatchObject({ ok: true, page: { title: 'Clicked' } });
    expect(await came(fresh, { action: 'wait' })).toBe(true);
  });

  it('does not go where nothing answers', async () => {
    sites.page('evil.test', '/never', () => undefined);
    const begun = Date.now();
    const url = `https://evil.test:${sites.port}/never`;
    expect(await came(fresh, { action: 'goto', url })).toBe(false);
    expect(Date.now() - begun).toBeLessThan(8_000);
  });
});
