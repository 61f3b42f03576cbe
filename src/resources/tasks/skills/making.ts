import { randomInt } from 'node:crypto';
import { AppError, conflict } from '../../../errors.js';
import { makePassword } from '../../../skills/passwords.js';
import type { SkillGoal } from '../../../skills/moves.js';
import { makerOf } from '../task-type.js';
import { going, lastContent, type SkillStepDefinition } from './step-parts.js';
import { asMaker, credentialOf, hasSent, inboxOf } from './walk.js';

/** The inbox that mail is read from: made where there is none. */
export const makeInbox = (goal: SkillGoal): SkillStepDefinition => ({
  name: 'makeInbox',
  async run(context) {
    const { task, inboxes } = context;
    const caller = await makerOf(context);
    if (task.inboxId !== null) {
      const { inbox } = await inboxes.get(caller, task.inboxId);
      return going({ then: 'openSession', inbox_id: inbox.id, address: inbox.address });
    }
    if (goal === 'login') return going({ then: 'openSession' });
    const { inbox } = await inboxes.create(caller, {});
    const { id, address } = inbox;
    return going({ then: 'openSession', inbox_id: id, address, is_made: true });
  },
  async undo({ task: { steps, orgId }, inboxes }) {
    const made = steps.find(({ name }) => name === 'makeInbox')?.result;
    if (made?.['is_made'] !== true || hasSent(steps)) return;
    const access = { orgId, allowedInboxIds: null };
    await inboxes.remove(access, String(made['inbox_id'])).catch(unlessGone);
  },
});

/** A password that the site takes, kept before it is typed anywhere. */
export const storeCredential: SkillStepDefinition = {
  name: 'storeCredential',
  async run(context) {
    const { input, credentials } = context;
    const inbox = inboxOf(context)!;
    const content = await lastContent(context);
    const { plan, url } = content;
    const value = makePassword(plan!.wishes!);
    if (value === null) throw conflict('No password was found that the site would take');
    const service = new URL(url!).host;
    const identifier = plan!.username ?? inbox.address;
    const { id } = await credentials.store(await makerOf(context), {
      ...{ service, identifier, value, inboxId: inbox.id },
      ...{ label: UNFINISHED, credentialType: 'password' },
      ...(input.namespace !== undefined && { namespace: input.namespace }),
      ...{ origins: [], requiresApproval: false },
    });
    return going({ then: 'fillForm', credential_id: id, service }, content);
  },
  async undo(context) {
    const { task, credentials, input } = context;
    if (hasSent(task.steps)) return;
    const made = task.steps.find(({ name }) => name === 'storeCredential')?.result;
    const place = { id: String(made?.['credential_id']), namespace: input.namespace };
    await credentials.remove(asMaker(context), place).catch(unlessGone);
  },
};

/** Another password, as the site wants it: what was refused is filled in anew. */
export const changePassword: SkillStepDefinition = {
  name: 'changePassword',
  async run(context) {
    const { input, credentials } = context;
    const { wishes } = await lastContent(context);
    const value = makePassword(wishes!);
    if (value === null) throw conflict('No password was found that the site would take');
    const place = { id: credentialOf(context)!, namespace: input.namespace };
    await credentials.change(await makerOf(context), place, { value });
    return going({ then: 'readPage', is_anew: true });
  },
};

// Numbers that are put behind a name that is taken.
const [FIRST_NUMBER, LAST_NUMBER] = [100, 10_000];

/** Another name, where the one of the address is taken. */
export const changeName: SkillStepDefinition = {
  name: 'changeName',
  async run(context) {
    const { answer } = await lastContent(context);
    const username = `${answer!['username']}${randomInt(FIRST_NUMBER, LAST_NUMBER)}`;
    return going({ then: 'readPage', is_anew: true }, { answer: { username } });
  },
};

/** What a credential is called until the site is seen to have taken it. */
const UNFINISHED = 'unfinished';

function unlessGone(error: unknown): void {
  if (error instanceof AppError && error.status === 404) return;
  throw error;
}
