import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { killBrowsers } from '../support/kill-browsers.js';
import { newCode, startSkillApi, type SkillApi } from '../support/skill-site.js';

let site: SkillApi;
let key: string;
beforeAll(async () => {
  site = await startSkillApi();
});
beforeEach(async () => {
  ({ key } = await site.api.createOrg());
});
afterAll(() => site.close());

const call = (method: string, path: string, body?: object) =>
  site.api.call(method, path, { key, ...(body && { body }) });

/** Starts a task, and does all that it can do. */
async function signUp(input: object, before?: (step: string, task: string) => Promise<void>) {
  const { status, body } = await call('POST', '/v1/tasks', { type: 'signup', input });
  expect([status, body.error]).toEqual([202, null]);
  const id = body.id as string;
  return site.finish(id, key, (step) => before?.(step, id));
}
const idsOf = async (path: string) =>
  ((await call('GET', path)).body as { data: { id: string }[] }).data.map(({ id }) => id);

const IN = '<h1>Welcome!</h1><a href="/logout">Log out</a>';
const JOIN = `<form action="/join" method="post"><h1>Create your account</h1>
<label>Email <input name="email" type="email" required></label>
<label>Password <input type="password" name="pw" required minlength="8" maxlength="16"
  passwordrules="required: upper; required: digit; allowed: lower"></label>
<label>Again <input type="password" name="pw2" required></label>
<label><input type="checkbox" name="news"> Send me news and offers</label>
<input name="nick" style="position:absolute;left:-9999px">
<button>Sign up</button></form>`;
const LOGIN = `<form action="/login" method="post">
<label>Email <input name="email" type="email"></label>
<label>Password <input type="password" name="pw"></label><button>Log in</button></form>`;
const PHONE = '<label>Phone <input name="tel" type="tel" required></label><button>';
const CODE = `<form action="/verify" method="post"><p>We sent a code to your email.</p>
<label>Code <input name="code" autocomplete="one-time-code"></label><button>Verify</button></form>`;

interface CodeSite {
  readonly url: string;
  /** Passwords by address. */
  readonly accounts: ReadonlyMap<string, string>;
  /** What was sent by its form, in order. */
  readonly sent: URLSearchParams[];
}

/** A site that mails a code. */
function siteWithCode(): CodeSite {
  const accounts = new Map<string, string>();
  const sent: URLSearchParams[] = [];
  const url = site.at('/join', ({ form, session, show, go }) => {
    const email = form.get('email');
    if (email === null) return show(JOIN);
    sent.push(form);
    session.set('email', email).set('pw', form.get('pw')!).set('code', newCode());
    void site.mail(email, `Your code\nYour verification code is ${session.get('code')}.`);
    go('/verify');
  });
  site.at('/verify', ({ form, session, show, go }) => {
    if (!session.has('code') || form.get('code') !== session.get('code')) return show(CODE);
    accounts.set(session.get('email')!, session.get('pw')!);
    go('/home');
  });
  site.at('/home', ({ show }) => show(IN));
  return { url, accounts, sent };
}

describe('A task that signs up', () => {
  it('makes an account with the code that is mailed, and a password that nobody sees', async () => {
    const { url, accounts, sent } = siteWithCode();
    const done = await signUp({ url });
    expect([done.status, done.error]).toEqual(['COMPLETED', null]);
    const { account, session_id: session } = done.output;
    expect([...accounts.keys()]).toEqual([account.identifier]);
    const [password] = [...accounts.values()];
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{16}$/);
    expect(Object.fromEntries(sent[0]!)).toEqual({
      ...{ email: account.identifier, pw: password, pw2: password, nick: '' },
    });
    const shown = [
      done,
      (await call('GET', `/v1/credentials/${account.credential_id}`)).body,
      (await call('GET', `/v1/browser/sessions/${session}/steps`)).body,
      (await call('GET', `/v1/tasks/${done.id}/events`)).body,
      await site.api.database.query('SELECT name, result, content FROM task_steps'),
    ];
    expect(JSON.stringify(shown)).not.toContain(password);
    expect(shown[1]).toMatchObject({ service: new URL(url).host, label: null });
    const steps = (shown[2] as { data: { has_screenshot: boolean; action: string }[] }).data;
    expect(steps.filter(({ action }) => action !== 'open')).not.toContainEqual(
      expect.objectContaining({ has_screenshot: false }),
    );
    const page = await call('POST', `/v1/browser/sessions/${session}/act`, { action: 'snapshot' });
    expect(page.body.page.snapshot).toContain('Log out');
  });

  it('goes on in another session where the first was lost, and sends nothing twice', async () => {
    const { url, accounts, sent } = siteWithCode();
    const done = await signUp({ url }, async (step) => {
      if (step !== 'awaitMail') return;
      const open = await call('GET', '/v1/browser/sessions');
      const { id } = open.body.data[0] as { id: string };
      expect((await call('DELETE', `/v1/browser/sessions/${id}`)).status).toBe(200);
    });
    expect([done.status, done.error]).toEqual(['COMPLETED', null]);
    expect([accounts.size, sent.length]).toEqual([1, 1]);
  });

  it('begins anew where the browser dies before anything was sent', async () => {
    let opened = 0;
    const url = site.at('/dying', ({ form, show }) => {
      if (form.has('email')) return show(IN);
      const answered = opened++ === 0 ? killBrowsers() : Promise.resolve();
      void answered.then(() => show(JOIN.replace('/join', '/dying')));
    });
    const done = await signUp({ url });
    expect([done.status, done.error, opened]).toEqual(['COMPLETED', null, 2]);
  });

  it('ends where there is no browser, says why, and leaves no session open', async () => {
    const without = await startSkillApi('/nowhere/chromium');
    const { key: own } = await without.api.createOrg();
    const body = { type: 'signup', input: { url: 'https://site.test/join' } };
    const { id } = (await without.api.call('POST', '/v1/tasks', { key: own, body })).body;
    expect(await without.finish(id as string, own)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('CHROMIUM_PATH'),
    });
    const { body: sessions } = await without.api.call<{ data: { status: string }[] }>(
      'GET',
      '/v1/browser/sessions',
      { key: own },
    );
    expect(sessions.data.map(({ status }) => status)).not.toContain('OPEN');
    await without.close();
  });

  it('finds out whether a form was taken that was being sent as the browser was lost', async () => {
    const { accounts, sent } = siteWithCode();
    const login = site.at('/login', ({ form, session, show, go }) => {
      const made = sent.some((one) => one.get('pw') === form.get('pw'));
      if (!made) return show(LOGIN);
      session.set('email', form.get('email')!).set('pw', form.get('pw')!).set('code', code);
      go('/verify');
    });
    const code = newCode();
    const lost = site.at('/lost', ({ form, show }) => {
      const email = form.get('email');
      if (email === null)
        return show(`${JOIN.replace('/join', '/lost')}<a href="${login}">Log in</a>`);
      sent.push(form);
      // It is never answered.
      void call('GET', '/v1/browser/sessions')
        .then(({ body }) => call('DELETE', `/v1/browser/sessions/${body.data[0].id}`))
        .then(() => site.mail(email, `Your code\nYour verification code is ${code}.`));
    });
    const done = await signUp({ url: lost });
    expect([done.status, done.error]).toEqual(['COMPLETED', null]);
    expect([sent.length, [...accounts]]).toEqual([
      1,
      [[done.output.account.identifier, sent[0]!.get('pw')]],
    ]);
  });

  it('makes another password where the site says what it takes', async () => {
    const refused = '<p class="error">Passwords have 12 letters and digits at most.</p>';
    const sent: string[] = [];
    const form = LOGIN.replace('/login', '/picky').replace('Log in', 'Sign up');
    const url = site.at('/picky', ({ form: given, show }) => {
      const password = given.get('pw');
      if (password === null) return show(form);
      sent.push(password);
      show(/^[a-z\d]{12}$/i.test(password) ? IN : refused + form);
    });
    const done = await signUp({ url });
    expect([done.status, done.error, sent.length]).toEqual(['COMPLETED', null, 2]);
  });

  it('asks a person for what it does not know, and goes on with it', async () => {
    const tels: (string | null)[] = [];
    const url = site.at('/phone', ({ form, show }) => {
      if (form.has('email')) tels.push(form.get('tel'));
      show(form.has('email') ? IN : JOIN.replace('/join', '/phone').replace('<button>', PHONE));
    });
    const asking = await signUp({ url });
    expect(asking).toMatchObject({ status: 'WAITING_APPROVAL' });
    const { body } = await call('GET', `/v1/approvals/${asking.approval_id}`);
    expect(body.call.arguments).toMatchObject({
      reason: 'The site asks for a telephone number',
      fields: ['Phone'],
      screenshot: expect.stringMatching(
        /^\/v1\/browser\/sessions\/brs_\w+\/steps\/\d+\/screenshot$/,
      ),
    });
    const shot = await call('GET', body.call.arguments.screenshot as string);
    expect([shot.status, shot.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    const answer = { fields: { tel: '+49 30 1234567' } };
    expect((await call('POST', `/v1/tasks/${asking.id}/approve`, answer)).status).toBe(200);
    const done = await site.finish(asking.id, key);
    expect([done.status, done.error, tels]).toEqual(['COMPLETED', null, ['+49 30 1234567']]);
  });

  it('leaves nothing behind where nothing was sent', async () => {
    const url = site.at('/elsewhere', ({ show }) =>
      show(JOIN.replace('"/join"', '"https://evil.test/join"')),
    );
    const failed = await signUp({ url });
    expect(failed).toMatchObject({ status: 'FAILED', error: expect.stringContaining('evil.test') });
    expect(failed.steps.map(({ name }) => name)).toContain('storeCredential');
    expect(await idsOf('/v1/credentials')).toEqual([]);
    expect(await idsOf('/v1/inboxes')).toEqual([]);
  });

  it('keeps what it made, as unfinished, where a form may have been sent', async () => {
    const url = site.at('/broken', ({ form, show }) =>
      show(form.has('email') ? '<p role="alert">Not today</p>' : JOIN.replace('/join', '/broken')),
    );
    const asking = await signUp({ url });
    expect(asking).toMatchObject({ status: 'WAITING_APPROVAL' });
    await call('POST', `/v1/tasks/${asking.id}/reject`, {});
    expect(await site.finish(asking.id, key)).toMatchObject({ status: 'FAILED' });
    const { body } = await call('GET', '/v1/credentials');
    expect(body.data).toMatchObject([{ label: 'unfinished' }]);
    expect(await idsOf('/v1/inboxes')).toHaveLength(1);
  });
});
