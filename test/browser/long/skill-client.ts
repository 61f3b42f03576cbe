import { expect } from '@jest/globals';
import type { Reply } from '../../support/start-api.js';
import { startSkillApi, type FinishedTask, type SkillApi } from '../../support/skill-site.js';
import { layAccountSite, type AccountSite, type AccountSiteOptions } from './account-site.js';

/** What signs up and logs in. */
export type SkillType = 'signup' | 'login';

/** An organization that signs up and logs in at sites, as its agent does. */
export interface SkillClient extends SkillApi {
  /** From now on it is a new one; the sessions of the one before make room. */
  begin(): Promise<void>;
  readonly call: (method: string, path: string, body?: object) => Promise<Reply>;
  /** Puts a site at a path of its own. */
  lay(options: AccountSiteOptions): AccountSite;
  /** Has a task done until it has ended or asks; `before` is called before each step. */
  run(
    type: SkillType,
    input: object,
    before?: (step: string) => void | Promise<void>,
  ): Promise<FinishedTask>;
  /** The same behind what a person decided. */
  goOn(task: FinishedTask): Promise<FinishedTask>;
  /** A task that is completed. */
  completed(type: SkillType, input: object): Promise<FinishedTask>;
}

/** Starts it, with its browser, a mail server and sites. */
export async function startSkillClient(): Promise<SkillClient> {
  const site = await startSkillApi();
  const own = { key: '', sites: 0 };
  const call: SkillClient['call'] = (method, path, body) =>
    site.api.call(method, path, { key: own.key, ...(body && { body }) });
  const run: SkillClient['run'] = async (type, input, before) => {
    const { status, body } = await call('POST', '/v1/tasks', { type, input });
    expect([status, body.error]).toEqual([202, null]);
    return site.finish(body.id as string, own.key, before);
  };
  return {
    ...{ ...site, call, run },
    async begin() {
      if (own.key !== '') await closeSessions(call);
      own.key = (await site.api.createOrg()).key;
    },
    lay: (options) => layAccountSite(site, `site${own.sites++}`, options),
    goOn: ({ id }) => site.finish(id, own.key),
    async completed(type, input) {
      const done = await run(type, input);
      const { approval_id: id } = done;
      const asked = id && (await call('GET', `/v1/approvals/${id}`)).body.call.arguments;
      expect([done.status, done.error, asked]).toEqual(['COMPLETED', null, null]);
      return done;
    },
  };
}

async function closeSessions(call: SkillClient['call']): Promise<void> {
  const { body } = await call('GET', '/v1/browser/sessions');
  for (const { id, status } of body.data as { id: string; status: string }[])
    if (status === 'OPEN') await call('DELETE', `/v1/browser/sessions/${id}`);
}
