import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSkillApi, type FinishedTask, type SkillApi } from '../support/skill-site.js';

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
async function logIn(input: object) {
  const { status, body } = await call('POST', '/v1/tasks', { type: 'login', input });
  expect([status, body.error]).toEqual([202, null]);
  return site.finish(body.id as string, key);
}

/** Why a task asks; null where it does not. */
async function reasonOf({ approval_id: id }: FinishedTask): Promise<string | null> {
  if (id === null) return null;
  const { body } = await call('GET', `/v1/approvals/${id}`);
  return (body.call as { arguments: { reason: string } }).arguments.reason;
}

/** A credential and a session of the key's organization. */
async function owned(by: string) {
  const made = async (path: string, body: object) =>
    (await site.api.call('POST', path, { key: by, body })).body.id as string;
  const stored = { service: 'site.test', identifier: 'ada', value: SECRET };
  const credential = await made('/v1/credentials', stored);
  return { credential, session: await made('/v1/browser/sessions', {}) };
}

const IN = '<h1>Hello again</h1><form action="/out"><button>Sign out</button></form>';
const SECRET = 'Tr0ub4dor&3 <x>';
const STEP_1 = `<form method="post" action="/login"><label>Email or username <input name="id"></label>
<button>Next</button></form><form><input type="email" name="list"><button>Subscribe</button></form>`;
const STEP_2 = `<form method="post" action="/login"><label>Password <input type="password" name="pw">
</label><button type="button">Sign in with Google</button><button>Log in</button></form>`;

describe('A task that logs in', () => {
  it('finds the way, and fills in what the vault has, a step after the other', async () => {
    const url = site.at('/login', ({ form, session, show }) => {
      if (form.has('id')) session.set('id', form.get('id')!);
      if (session.get('id') !== 'ada@example.com') return show(STEP_1);
      show(form.get('pw') === SECRET ? IN : STEP_2);
    });
    site.at('/', ({ show }) => show('<p>Nice site</p><a href="/login">Log in</a>'));
    const { host: service } = new URL(url);
    const stored = { service, identifier: 'ada@example.com', value: SECRET };
    const { id } = (await call('POST', '/v1/credentials', stored)).body as { id: string };
    const done = await logIn({ credential_id: id });
    expect([done.status, done.error]).toEqual(['COMPLETED', null]);
    expect(done.output).toMatchObject({
      account: { service, identifier: 'ada@example.com', credential_id: id },
      session_id: expect.stringMatching(/^brs_/),
    });
  });

  it('asks before it uses a credential that requires approval, which is used once', async () => {
    const url = site.at('/asks', ({ form, show }) =>
      show(form.get('pw') === SECRET ? IN : STEP_2.replace('/login', '/asks')),
    );
    const stored = { service: new URL(url).host, identifier: 'ada', value: SECRET };
    const { body } = await call('POST', '/v1/credentials', { ...stored, requires_approval: true });
    const asking = await logIn({ credential_id: body.id, url });
    expect(asking.status).toBe('WAITING_APPROVAL');
    expect(site.sites.received('site.test').join()).not.toContain('POST /asks');
    await call('POST', `/v1/tasks/${asking.id}/approve`, {});
    const done = await site.finish(asking.id, key);
    expect([done.status, done.error]).toEqual(['COMPLETED', null]);
    expect((await logIn({ credential_id: body.id, url })).status).toBe('WAITING_APPROVAL');
  });

  it.each([
    ['opens the link that the site mailed', false, 'COMPLETED', null],
    [
      'asks before it opens one that nothing proves',
      true,
      'WAITING_APPROVAL',
      'A mail has a link, but nothing proves that the site sent it',
    ],
  ])('%s', async (_what, forged, status, reason) => {
    const inbox = (await call('POST', '/v1/inboxes', {})).body as { id: string; address: string };
    const token = Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);
    const enter = site.at('/enter', ({ query, show }) =>
      show(query.get('token') === token ? IN : '<p>Unknown link</p>'),
    );
    const url = site.at('/mailed', ({ form, show }) => {
      const email = form.get('email');
      if (email === null)
        return show(
          '<form method="post"><input type="email" name="email"><button>Log in</button></form>',
        );
      const text = `Your sign-in link\nClick to sign in to Site: ${enter}?token=${token}`;
      void site.mail(email, text, { forged });
      show('<p>Check your email: we sent you a link to sign in.</p>');
    });
    const task = await logIn({ url, inbox_id: inbox.id });
    expect([task.status, task.error, await reasonOf(task)]).toEqual([status, null, reason]);
    expect(site.sites.received('site.test').some((line) => line.includes(token))).toBe(!forged);
  });

  it('is not made with a credential or a session of another organization, or with none', async () => {
    const own = await owned(key);
    const others = await owned((await site.api.createOrg()).key);
    const tried = await Promise.all(
      [
        { credential_id: others.credential },
        { credential_id: own.credential, session_id: others.session },
        { credential_id: 'cred_00000000000000000000' },
        { credential_id: own.credential, session_id: 'brs_00000000000000000000' },
        { credential_id: own.credential, namespace: 'elsewhere' },
      ].map((input) => call('POST', '/v1/tasks', { type: 'login', input })),
    );
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 404, 404, 404]);
  });
});
