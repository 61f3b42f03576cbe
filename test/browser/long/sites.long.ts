import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startPasskeySite } from '../../support/passkey-site.js';
import type { FinishedTask } from '../../support/skill-site.js';
import {
  belowBanner,
  inFrame,
  inScript,
  inShadow,
  joinForm,
  type AccountSite,
  type AccountSiteOptions,
} from './account-site.js';
import { LANGUAGE_SITES } from './languages.js';
import { startRelyingParty } from './relying-party.js';
import { startSkillClient, type SkillClient } from './skill-client.js';

// Signing up at sites of many kinds, and logging in there with what was stored.

let site: SkillClient;
beforeAll(async () => {
  site = await startSkillClient();
});
beforeEach(() => site.begin());
afterAll(() => site.close());

const call: SkillClient['call'] = (...request) => site.call(...request);
const lay = (options: Partial<AccountSiteOptions>): AccountSite =>
  site.lay({ pages: [joinForm()], ...options });

const PERSON = { 'given-name': 'Ada', 'family-name': 'Lovelace', name: 'Ada Lovelace' };
const all = { accept_terms: true, fields: PERSON };

/** One account, whose password is the one that logs in. */
async function signsUpAndLogsIn(at: AccountSite, input: object = all): Promise<FinishedTask> {
  const done = await site.completed('signup', { url: at.url, ...input });
  const { identifier, credential_id: credential } = done.output.account;
  expect(at.accounts.get(identifier)).toMatchObject({ made: 1 });
  const password = at.accounts.get(identifier)!.password;
  expect(JSON.stringify(done)).not.toContain(password);
  expect((await call('GET', `/v1/credentials/${credential}`)).body.label).toBeNull();
  await site.completed('login', { credential_id: credential, url: at.loginUrl });
  expect(at.logins.map((login) => login.get('pw'))).toEqual([password]);
  expect(at.logins[0]!.has('remember')).toBe(false);
  return done;
}

const NAMES = `<label>First name <input name="first" required></label>
<label>Last name <input name="last" required></label>`;
const page = (html: string) => (action: string) =>
  `<form action="${action}" method="post">${html}<button>Continue</button></form>`;
const DIGITS = Array.from(
  { length: 6 },
  (_, n) => `<input name="d" maxlength="1" inputmode="numeric" aria-label="Digit ${n + 1}">`,
).join('');
const boxes = (more: string) => (action: string) =>
  `<p>Enter the code that we sent to your email.</p><form action="${action}" method="post">${DIGITS}${more}</form>`;
const AT_LAST = `<script>document.forms[0].addEventListener('input', ({ target }) => {
  target.nextElementSibling?.focus();
  if ([...document.forms[0]].every(({ value }) => value !== '')) document.forms[0].requestSubmit();
});</script>`;
const refusing = (error: string, isGood: (given: URLSearchParams) => boolean) => ({
  judge: (given: URLSearchParams) => (isGood(given) ? null : `<p class="error">${error}</p>`),
});
const passwordLike = (pattern: RegExp) => (given: URLSearchParams) =>
  pattern.test(given.get('pw')!);
const HONEYPOTS = `<input type="hidden" name="h1"><input name="h2" style="display:none">
<div style="position:absolute;left:-9999px"><label>Email again <input name="h3" type="email"></label></div>
<div style="height:0;overflow:hidden"><label>User name <input name="h4"></label></div>
<div style="opacity:0"><label>Name <input name="h5"></label></div>
<label style="visibility:hidden">Last name <input name="h6"></label>`;

const SITES: readonly (readonly [string, Partial<AccountSiteOptions>])[] = [
  ['mails a code', {}],
  ['asks for nothing but the form', { proof: 'none' }],
  ['mails a link', { proof: 'link' }],
  [
    'has several pages',
    {
      pages: [
        page('<label>Email <input name="email" type="email" required></label>'),
        page(NAMES),
        page('<label>Choose a password <input name="pw" type="password" required></label>'),
      ],
    },
  ],
  ['is drawn by a script', { wrap: inScript }],
  ['is drawn by a script, and has names', { wrap: inScript, pages: [joinForm(NAMES)] }],
  ['is in the shadow of elements', { wrap: inShadow }],
  ['is in a frame', { wrap: inFrame }],
  ['has a box for each sign of the code', { codePage: boxes('<button>Verify</button>') }],
  ['sends the code at its last sign', { codePage: boxes(AT_LAST) }],
  ['has a dialog about cookies over it', { wrap: belowBanner }],
  [
    'takes letters and digits alone, and says so',
    refusing(
      'Passwords are 8-12 characters, letters and digits only.',
      passwordLike(/^[a-z\d]{8,12}$/i),
    ),
  ],
  [
    'wants a longer password, in German',
    refusing(
      'Das Passwort muss mindestens 24 Zeichen lang sein und ein Sonderzeichen (+*/) enthalten.',
      passwordLike(/^(?=.*[+*/]).{24,}$/),
    ),
  ],
  [
    'does not say what passwords it takes',
    refusing('This password is not allowed.', passwordLike(/^\w{1,16}$/)),
  ],
  [
    'has rules for passwords',
    {
      pages: [
        (action) =>
          joinForm()(action).replace(
            'name="pw"',
            'name="pw" passwordrules="minlength: 10; maxlength: 14; required: digit; required: [_]"',
          ),
      ],
      ...refusing('No.', passwordLike(/^(?=.*_)[\d_]{10,14}$/)),
    },
  ],
  [
    'has another of that name',
    {
      pages: [joinForm('<label>Username <input name="user" required></label>')],
      ...refusing('This username is already taken.', (given) => /\d{3,}$/.test(given.get('user')!)),
    },
  ],
  [
    'wants its terms accepted, and has news ticked',
    {
      pages: [
        joinForm(`<label><input type="checkbox" name="terms" required> I agree to the Terms</label>
<label><input type="checkbox" name="news" checked> Send me news and special offers</label>`),
      ],
      ...refusing('No', (given) => given.has('terms') && !given.has('news')),
    },
  ],
  [
    'has fields that only programs see',
    {
      pages: [joinForm(HONEYPOTS)],
      ...refusing('Robot', (given) => [1, 2, 3, 4, 5, 6].every((n) => !given.get(`h${n}`))),
    },
  ],
];

describe('A site that', () => {
  it.each(SITES)('%s', async (_what, options) => {
    await signsUpAndLogsIn(lay(options));
  });
});

describe('A site in', () => {
  it.each(LANGUAGE_SITES)('%s', async (_language, options) => {
    const at = site.lay(options);
    await signsUpAndLogsIn(at);
    expect(at.sent[0]!.get('f2')).toBe('Lovelace');
  });
});

describe('A person is asked', () => {
  const asked = async ({ approval_id: id }: FinishedTask) =>
    (await call('GET', `/v1/approvals/${id}`)).body.call.arguments as Record<string, string>;

  it('before terms are accepted that nobody said may be', async () => {
    const at = lay({
      pages: [
        joinForm('<label><input type="checkbox" name="t" required> I accept the terms</label>'),
      ],
    });
    const asking = await site.run('signup', { url: at.url });
    expect(asking.status).toBe('WAITING_APPROVAL');
    expect(await asked(asking)).toMatchObject({ reason: expect.stringContaining('accept_terms') });
    expect(at.sent).toEqual([]);
  });

  it('whether one is there, acts, and it goes on', async () => {
    const at = lay({
      pages: [
        joinForm(`<input type="hidden" name="proof" id="proof">
<iframe id="box" width="300" height="80" src="/recaptcha/box"></iframe>`),
      ],
      ...refusing('Are you a robot?', (given) => given.get('proof') === 'person'),
    });
    site.at('/recaptcha/box', ({ show }) =>
      show(
        `<button onclick="parent.document.getElementById('proof').value = 'person'">I am human</button>`,
      ),
    );
    const asking = await site.run('signup', { url: at.url });
    expect(asking.status).toBe('WAITING_APPROVAL');
    const { reason, session_id: session } = await asked(asking);
    expect(reason).toContain('CAPTCHA');
    const act = (body: object) => call('POST', `/v1/browser/sessions/${session}/act`, body);
    const { snapshot } = (await act({ action: 'snapshot' })).body.page as { snapshot: string };
    const [, ref] = /"I am human" \[ref=(\w+)\]/.exec(snapshot)!;
    expect((await act({ action: 'click', ref })).body).toMatchObject({ ok: true });
    await call('POST', `/v1/tasks/${asking.id}/approve`, {});
    const done = await site.goOn(asking);
    expect([done.status, done.error, at.accounts.size]).toEqual(['COMPLETED', null, 1]);
  });

  it('for each use of a credential that requires it, and the log-in goes on', async () => {
    const at = lay({ proof: 'none' });
    const { account } = (await site.completed('signup', { url: at.url })).output;
    const path = `/v1/credentials/${account.credential_id}`;
    expect((await call('PATCH', path, { requires_approval: true })).status).toBe(200);
    const input = { credential_id: account.credential_id, url: at.loginUrl };
    const asking = await site.run('login', input);
    expect(asking.status).toBe('WAITING_APPROVAL');
    expect(await asked(asking)).toMatchObject({ reason: expect.stringContaining('approval') });
    expect(at.logins).toEqual([]);
    await call('POST', `/v1/tasks/${asking.id}/approve`, {});
    const done = await site.goOn(asking);
    expect([done.status, done.error, at.logins.length]).toEqual(['COMPLETED', null, 1]);
    expect((await site.run('login', input)).status).toBe('WAITING_APPROVAL');
  });
});

/** RFC 6238, with its defaults. */
function codeAt(secret: string, ms: number): string {
  const bits = [...secret].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  );
  const bytes = bits
    .join('')
    .match(/.{8}/g)!
    .map((byte) => parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

describe('A log-in', () => {
  const store = async (given: object) =>
    (await call('POST', '/v1/credentials', { identifier: 'ada', ...given })).body.id as string;
  const { host } = new URL('https://site.test');

  it('enters the code of an authenticator, on a page of its own', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const form = (html: string) =>
      `<form action="/totp" method="post">${html}<button>Log in</button></form>`;
    const url = site.at('/totp', ({ form: given, session, show }) => {
      if (given.get('pw') === 'hunter2') session.set('pw', 'good');
      const codes = [0, 30_000, -30_000].map((by) => codeAt(secret, Date.now() + by));
      if (session.has('pw') && codes.includes(given.get('code') ?? ''))
        return show('<h1>Hello</h1><button>Log out</button>');
      if (session.has('pw'))
        return show(
          form('<label>Authentication code <input name="code" inputmode="numeric"></label>'),
        );
      show(
        form(
          '<label>User name <input name="user"></label><label>Password <input name="pw" type="password"></label>',
        ),
      );
    });
    const service = new URL(url).host;
    const id = await store({ service, value: 'hunter2', totp_secret: secret });
    await site.completed('login', { credential_id: id, url });
  });

  /** A credential with a passkey that was made at a page. */
  const madeAt = async (url: string): Promise<string> => {
    const id = await store({ service: host, credential_type: 'passkey' });
    const { body } = await call('POST', '/v1/browser/sessions', {});
    const session = { session_id: body.id as string };
    await call('POST', `/v1/browser/sessions/${session.session_id}/act`, { action: 'goto', url });
    const made = await call('POST', '/v1/credentials/use', { credential_id: id, ...session });
    expect(made.body).toMatchObject({ used: true });
    return id;
  };

  it.each(['enteringUrl', 'offeringUrl'] as const)('signs with a passkey (%s)', async (where) => {
    const passkeys = startPasskeySite(site.sites);
    const id = await madeAt(passkeys.registerUrl);
    await site.completed('login', { credential_id: id, url: passkeys[where] });
    expect([passkeys.counters.length, passkeys.problems]).toEqual([1, []]);
  });

  it('signs with a passkey that a library of others checks', async () => {
    const party = await startRelyingParty(site.sites);
    const id = await madeAt(party.registerUrl);
    for (const count of [1, 2]) {
      await site.completed('login', { credential_id: id, url: party.loginUrl });
      expect([party.counters.length, party.problems]).toEqual([count, []]);
    }
    expect(party.counters[1]).toBeGreaterThan(party.counters[0]!);
  });
});
