import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { killBrowsers } from '../../support/kill-browsers.js';
import {
  expectOneAccount,
  joinForm,
  type AccountSite,
  type AccountSiteOptions,
} from './account-site.js';
import { startSkillClient, type SkillClient } from './skill-client.js';

// Whenever the browser dies, one account is made, and nobody is asked.

let site: SkillClient;
beforeAll(async () => {
  site = await startSkillClient();
});
beforeEach(() => site.begin());
afterAll(() => site.close());

const lay = (options: Partial<AccountSiteOptions>) => site.lay({ pages: [joinForm()], ...options });

/** What a site is asked for, with a form or without. */
type Asked = readonly [method: 'GET' | 'POST', end: string];

const JOINING: readonly Asked[] = [
  ['GET', 'join'],
  ['POST', 'join'],
];
const SITES: readonly (readonly [NonNullable<AccountSiteOptions['proof']>, readonly Asked[]])[] = [
  ['code', [...JOINING, ['GET', 'verify'], ['POST', 'verify'], ['GET', 'home']]],
  ['link', [...JOINING, ['GET', 'mailed'], ['GET', 'enter']]],
  ['none', [...JOINING, ['GET', 'home']]],
];
// Where nothing tells, a mail is waited for a minute.
const GUARD_MS = 1_800_000;

/** Signs up; `before` is told how many steps there were before one, looks for mail counted once. */
function signUp({ url }: AccountSite, before?: (n: number) => Promise<void> | undefined) {
  let [n, last] = [0, ''];
  return site.run('signup', { url }, (step) => {
    if (step === 'readMail' && last === step) return undefined;
    last = step;
    return before?.(n++);
  });
}

describe.each(SITES)('A site with proof: %s', (proof, asked) => {
  it(
    'gets one account, before whichever step the browser is killed',
    async () => {
      const { steps } = await signUp(lay({ proof }));
      for (let at = 1; at < steps.length; at++) {
        const killed = lay({ proof });
        const done = await signUp(killed, (n) => (n === at ? killBrowsers() : undefined));
        expectOneAccount(killed, done);
      }
    },
    GUARD_MS,
  );

  it.each(asked)(
    'gets one where the browser is killed as it takes %s %s',
    async (method, end) => {
      const at = lay({ proof });
      let isKilled = false;
      at.onTaken = async (path, form) => {
        const isIt = path.endsWith(`/${end}`) && (method === 'POST') === form.size > 0;
        if (isKilled || !isIt) return;
        isKilled = true;
        await killBrowsers();
      };
      expectOneAccount(at, await signUp(at));
      expect(isKilled).toBe(true);
    },
    GUARD_MS,
  );
});
