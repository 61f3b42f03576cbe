import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSkillApi, type SkillApi } from '../../support/skill-site.js';
import {
  joinForm,
  layAccountSite,
  type AccountSite,
  type AccountSiteOptions,
} from './account-site.js';

// Whenever the browser dies, one account is made, and nobody is asked.

let site: SkillApi;
let key: string;
beforeAll(async () => {
  site = await startSkillApi();
});
beforeEach(async () => {
  ({ key } = await site.api.createOrg());
});
afterAll(() => site.close());

let count = 0;
const lay = (options: Partial<AccountSiteOptions>): AccountSite =>
  layAccountSite(site, `killed${count++}`, { pages: [joinForm()], ...options });

/** Every Chromium of this process, by the number that its start left beside its profile. */
async function killBrowsers(): Promise<void> {
  const homes = await readdir(tmpdir());
  for (const home of homes.filter((name) => name.startsWith(`restante-browser-${process.pid}-`))) {
    const group = Number(await readFile(join(tmpdir(), home, 'pid'), 'utf8').catch(() => '0'));
    try {
      if (group > 0) process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended before.
    }
  }
}

const SITES: Readonly<Record<string, Partial<AccountSiteOptions>>> = {
  code: {},
  link: { proof: 'link' },
  none: { proof: 'none' },
};

async function signUp(at: AccountSite, before?: (n: number) => Promise<void> | void) {
  const input = { url: at.url };
  const { body } = await site.api.call('POST', '/v1/tasks', {
    key,
    body: { type: 'signup', input },
  });
  let [n, last] = [0, ''];
  return site.finish(body.id as string, key, (step) => {
    // What is waited for is looked at again and again.
    if (step === 'readMail' && last === step) return undefined;
    last = step;
    return before?.(n++);
  });
}

/** One account that its credential fits. */
function expectOne(at: AccountSite, done: Awaited<ReturnType<typeof signUp>>): void {
  expect([done.status, done.error]).toEqual(['COMPLETED', null]);
  const { identifier } = done.output.account;
  expect([...at.accounts.keys()]).toEqual([identifier]);
  expect(at.accounts.get(identifier)!.made).toBe(1);
}

describe.each(Object.entries(SITES))('A site with proof: %s', (_proof, options) => {
  it('gets one account, before whichever step the browser is killed', async () => {
    const whole = lay(options);
    const { steps } = await signUp(whole);
    for (let at = 1; at < steps.length; at++) {
      const killed = lay(options);
      const done = await signUp(killed, (n) => (n === at ? killBrowsers() : undefined));
      expectOne(killed, done);
    }
  });

  it.each(['join', 'verify', 'enter'])(
    'gets one where the browser is killed as it takes %s',
    async (end) => {
      const at = lay(options);
      let isKilled = false;
      at.onTaken = async (path, form) => {
        if (isKilled || !path.endsWith(`/${end}`) || (end !== 'enter' && [...form].length === 0))
          return;
        isKilled = true;
        await killBrowsers();
      };
      expectOne(at, await signUp(at));
    },
  );
});
