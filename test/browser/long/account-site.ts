import { expect } from '@jest/globals';
import {
  newCode,
  type FinishedTask,
  type SiteRequest,
  type SkillApi,
} from '../../support/skill-site.js';

/** Where sites are put, and how they mail. */
export interface SitePlace {
  readonly at: SkillApi['at'];
  mail(to: string, text: string): Promise<unknown>;
}

/** How a site has people sign up. */
export interface AccountSiteOptions {
  /** Pages of its form, one after the other; each is sent to `action`. */
  readonly pages: readonly ((action: string) => string)[];
  /** What proves the address. */
  readonly proof?: 'code' | 'link' | 'none';
  /** What is wrong with what was given, as HTML; null where nothing is. */
  readonly judge?: (given: URLSearchParams) => string | null;
  /** Puts a page into what the site is made of. */
  readonly wrap?: (html: string, path: string) => string;
  readonly codePage?: (action: string) => string;
  readonly mailOf?: (code: string) => string;
  readonly home?: string;
  readonly loginPage?: (action: string) => string;
}

/** A site that runs: where it is, and what it knows. */
export interface AccountSite {
  readonly url: string;
  readonly loginUrl: string;
  /** Passwords by name or address; with how often each was made. */
  readonly accounts: ReadonlyMap<string, { readonly password: string; readonly made: number }>;
  /** What was sent by its last page, in order. */
  readonly sent: readonly URLSearchParams[];
  /** What was sent to log in. */
  readonly logins: readonly URLSearchParams[];
  /** Called once the site has done what was asked of it, before it answers. */
  onTaken: (path: string, form: URLSearchParams) => Promise<void> | void;
}

const HOME = '<h1>Welcome!</h1><a href="/logout">Log out</a>';
const codePage = (action: string) => `<form action="${action}" method="post">
<p>We sent a code to your email.</p>
<label>Code <input name="code" autocomplete="one-time-code"></label><button>Verify</button></form>`;
const loginPage = (action: string) => `<form action="${action}" method="post"><h1>Log in</h1>
<label>Email or user name <input name="email"></label>
<label>Password <input type="password" name="pw"></label>
<label><input type="checkbox" name="remember"> Keep me signed in</label><button>Log in</button></form>`;

/** Puts a site below a path. */
export function layAccountSite(
  api: SitePlace,
  name: string,
  options: AccountSiteOptions,
): AccountSite {
  const { pages, proof = 'code', wrap = (html: string) => html } = options;
  const accounts = new Map<string, { password: string; made: number }>();
  const sent: URLSearchParams[] = [];
  const logins: URLSearchParams[] = [];
  const path = (end: string) => `/${name}/${end}`;
  const known: AccountSite = {
    url: '',
    loginUrl: '',
    accounts,
    sent,
    logins,
    onTaken: () => undefined,
  };
  const at = (end: string, answer: (request: SiteRequest) => void) =>
    api.at(path(end), (request) => answer(taking(request, path(end))));
  /** Answers once it was told of. */
  const taking = (request: SiteRequest, where: string): SiteRequest => {
    const told = async (answer: () => void) => {
      await known.onTaken(where, request.form);
      answer();
    };
    return {
      ...request,
      show: (html) => void told(() => request.show(html)),
      go: (to) => void told(() => request.go(to)),
    };
  };
  const home = options.home ?? HOME;
  const make = (session: Map<string, string>) => {
    const of = session.get('email') ?? session.get('user')!;
    const made = (accounts.get(of)?.made ?? 0) + 1;
    accounts.set(of, { password: session.get('pw') ?? '', made });
    const user = session.get('user');
    if (user !== undefined) accounts.set(user, accounts.get(of)!);
  };
  const prove = ({ session, go }: SiteRequest) => {
    if (proof === 'none') {
      make(session);
      return go(path('home'));
    }
    const code = newCode();
    session.set('code', code).set('token', `${code}${newCode()}${newCode()}${newCode()}`);
    tokens.set(session.get('token')!, session);
    const enter = new URL(`${path('enter')}?token=${session.get('token')}`, known.url).href;
    const text =
      proof === 'link'
        ? `Confirm your email\nTo confirm your email address for Site, open ${enter}`
        : (options.mailOf?.(code) ?? `Your code\nYour verification code is ${code}.`);
    void api.mail(session.get('email')!, text);
    unproven.set(session.get('email')!, session);
    go(proving);
  };
  const proving = path(proof === 'link' ? 'mailed' : 'verify');
  /** By address: who signed up, and is asked for a proof on logging in. */
  const unproven = new Map<string, Map<string, string>>();
  const tokens = new Map<string, Map<string, string>>();
  const url = at('join', (request) => {
    const { session, show } = request;
    const form = named(request.form);
    const n = Number(session.get('page') ?? 0);
    if ([...form].length === 0) return show(wrap(pages[n]!(path('join')), path('join')));
    for (const [field, value] of form) session.set(field, value);
    if (n + 1 < pages.length) {
      session.set('page', String(n + 1));
      return show(wrap(pages[n + 1]!(path('join')), path('join')));
    }
    const given = new URLSearchParams(form);
    sent.push(given);
    const wrong = options.judge?.(given) ?? null;
    if (wrong !== null) return show(wrap(wrong + pages[n]!(path('join')), path('join')));
    prove(request);
  });
  at('verify', ({ form: given, session, show, go }) => {
    const form = named(given);
    const code = form.get('code') ?? form.getAll('d').join('');
    if (!session.has('code') || code !== session.get('code'))
      return show(wrap((options.codePage ?? codePage)(path('verify')), path('verify')));
    make(session);
    session.delete('code');
    go(path('home'));
  });
  at('mailed', ({ show }) => show('<p>We sent you a link: check your email.</p>'));
  at('enter', ({ query, show }) => {
    const session = tokens.get(query.get('token') ?? '');
    if (!session) return show('<p role="alert">This link is not valid any more.</p>');
    tokens.delete(query.get('token')!);
    make(session);
    show('<p>Your email has been confirmed.</p><a href="/help">Help</a>');
  });
  at('home', ({ show }) => show(wrap(home, path('home'))));
  const loginUrl = at('login', ({ form, session, show, go }) => {
    const page = (options.loginPage ?? loginPage)(path('login'));
    if ([...form].length === 0) return show(wrap(page, path('login')));
    logins.push(new URLSearchParams(form));
    const isIn = accounts.get(form.get('email') ?? '')?.password === form.get('pw');
    if (isIn) return go(path('home'));
    const before = unproven.get(form.get('email') ?? '');
    if (before && before.get('pw') === form.get('pw')) {
      for (const [name, value] of before) session.set(name, value);
      return go(proving);
    }
    show(wrap(`<p role="alert">Unknown account, or wrong password.</p>${page}`, path('login')));
  });
  // Of the site that was put there last.
  api.at('/', ({ show }) => show(`<h1>Site</h1><a href="${path('login')}">Log in</a>`));
  return Object.assign(known, { url, loginUrl });
}

/** A task that made one account, the one that it names, and sent its form once. */
export function expectOneAccount(
  { accounts, sent }: AccountSite,
  task: Pick<FinishedTask, 'status' | 'error' | 'output'>,
): void {
  expect([task.status, task.error]).toEqual(['COMPLETED', null]);
  expect([...accounts].map(([name, { made }]) => [name, made])).toEqual([
    [task.output.account.identifier, 1],
  ]);
  expect(sent).toHaveLength(1);
}

// Fields of sites whose names say nothing.
const NAMED: Readonly<Record<string, string>> = { f3: 'email', f4: 'pw', f6: 'code' };

const named = (form: URLSearchParams) =>
  new URLSearchParams(
    [...form].map(([name, value]): [string, string] => [NAMED[name] ?? name, value]),
  );

/** A form to sign up: an address and a password, and what else there is. */
export const joinForm =
  (more = '', button = 'Sign up') =>
  (action: string): string =>
    `<form action="${action}" method="post"><h1>Create your account</h1>
<label>Email <input name="email" type="email" required></label>
<label>Password <input type="password" name="pw" required></label>
${more}<button>${button}</button></form>`;

/** Pages that one script draws: forms are sent by `fetch`. */
export const inScript = (html: string): string => `<div id="app"></div><script>
const app = document.getElementById('app');
if (!window.isOn) {
  window.isOn = true;
  addEventListener('submit', async (event) => {
    event.preventDefault();
    const { target } = event;
    for (const one of target.elements) one.disabled = one.tagName === 'BUTTON';
    const body = new URLSearchParams(new FormData(target));
    const answer = await fetch(target.action, { method: 'POST', body });
    const words = (await answer.text()).split('const ' + 'html = ').at(-1);
    app.innerHTML = JSON.parse(words.slice(0, words.indexOf(';\\n')));
  });
}
const html = ${JSON.stringify(html).replace(/</g, '\\u003c')};
setTimeout(() => { app.innerHTML = html; }, 200);</script>`;

/** In the shadow of an element, within another one. */
export const inShadow = (html: string): string => `<x-outer></x-outer><script>
const html = ${JSON.stringify(html).replace(/</g, '\\u003c')};
customElements.define('x-inner', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html; }
});
customElements.define('x-outer', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<section><x-inner></x-inner></section>'; }
});</script>`;

/** Each page in a frame of its own site. */
export const inFrame = (html: string): string =>
  `<h1>Site</h1><iframe width="600" height="500" srcdoc="${html
    .replace(/&/g, '&amp;')
    .replace(/"/g, '&quot;')}"></iframe>`;

/** Below what asks about cookies. */
export const belowBanner = (html: string): string => `${html}
<div id="banner" role="dialog" style="position:fixed;inset:0;background:#eee;z-index:9">
<p>We value your privacy.</p><button onclick="agree(true)">Accept all</button>
<button onclick="agree(false)">Only necessary</button></div>
<script>function agree(all) { document.cookie = 'all=' + all + '; path=/; secure';
document.getElementById('banner').remove(); }
if (document.cookie.includes('all=')) document.getElementById('banner').remove();</script>`;
