import { conflict, unavailable } from '../../../errors.js';
import { cancelWait } from '../../../store/waits/wake.js';
import type { StepRow } from '../rows.js';
import { secondsLeft } from '../seconds-left.js';
import type { StepOutcome } from '../task-type.js';
import { cameSince, sentSince, useOf, type MailUse } from './mail.js';
import { going, serviceOf, type SkillStepDefinition } from './step-parts.js';
import { finished, inboxOf, lastResult, textOf, type SkillContext } from './walk.js';

// How often each may happen before it is given up.
const MAX_CODES = 3;
const MAX_MAILS = 20;
// Seconds in which a mail shows that a site took what may have been sent.
const UNSURE_FOR_SECONDS = 60;

/** Waits for a mail behind what was sent; browsers need not. */
export const awaitMail: SkillStepDefinition = {
  name: 'awaitMail',
  async run(context) {
    const { task, durableWaits } = context;
    const read = finished(task.steps, 'readMail');
    if (read.length >= MAX_MAILS) throw conflict('Of many mails none was of use');
    const since = textOf(read.at(-1)?.result, 'seen_email_id') ?? sentSince(task);
    const isUnsure = finished(task.steps).at(-1)!.result['is_unsure'] === true;
    const left = secondsLeft(task);
    const wait = await durableWaits.create(
      task.orgId,
      {
        ...{ kind: 'email', since, inboxId: inboxOf(context)!.id },
        ...{ expiresIn: isUnsure ? Math.min(left, UNSURE_FOR_SECONDS) : left, count: 1 },
      },
      task.id,
    );
    if (!wait) throw conflict('The inbox is gone');
    return going({ then: 'readMail', wait_id: wait.id, is_unsure: isUnsure });
  },
  async undo({ task: { steps }, database }) {
    const waitId = lastResult(steps, 'awaitMail')?.['wait_id'];
    if (typeof waitId === 'string') await cancelWait(database, waitId);
  },
};

/** Finds out what a mail is good for. */
export const readMail: SkillStepDefinition = {
  name: 'readMail',
  async prepare(context) {
    const came = await cameSince(context, inboxOf(context)!.id, serviceOf(context));
    await context.senders.check(came.map(({ id }) => id));
    return null;
  },
  async run(context) {
    const { task, durableWaits } = context;
    const waitId = textOf(lastResult(task.steps, 'awaitMail'), 'wait_id')!;
    await durableWaits.look([waitId], 'other');
    const wait = await durableWaits.find(waitId);
    if (!wait || wait.status === 'cancelled') throw conflict('The wait for mail was cancelled');
    if (wait.status === 'waiting') return { kind: 'waiting' };
    const [match] = wait.matches;
    if (!match) return withoutMail(task.steps);
    const seen = { seen_email_id: match.email_id };
    const found = await usefulMail(context, wait.inbox_id);
    return found ? using(found, seen, task.steps) : going({ then: 'awaitMail', ...seen });
  },
};

/** The mail that is of use, of those that were not used; null without one. */
async function usefulMail(context: SkillContext, inboxId: string): Promise<MailUse | null> {
  const { task, input } = context;
  const service = serviceOf(context);
  const used = finished(task.steps, 'readMail').map(({ result }) => textOf(result, 'email_id'));
  const came = await cameSince(context, inboxId, service);
  const fresh = came.filter(({ id }) => !used.includes(id));
  const requireAuth = input.require_auth !== false;
  return useOf(fresh, service, { wantsCode: wantsCode(task.steps), requireAuth });
}

/** What is done with a mail. @throws AppError 409 after too many codes, 503 while nobody knows who sent it */
function using(found: MailUse, seen: object, steps: readonly StepRow[]): StepOutcome {
  if (found.use === 'not-yet') throw unavailable();
  const about = { ...seen, use: found.use, email_id: found.mail.id };
  if (found.use === 'code') {
    if (codesUsed(steps) >= MAX_CODES) throw conflict('The site took none of the codes');
    return going({ then: 'readPage', ...about });
  }
  const { link: url } = found;
  if (found.use === 'link') return going({ then: 'openLink', ...about }, { url });
  const reason = 'A mail has a link, but nothing proves that the site sent it';
  const asked = { reason, fields: [], link: url, email_id: found.mail.id };
  return going({ then: 'askPerson', ...about }, { arguments: asked, url });
}

/** No mail came: the time of the task is up, or something else has to show whether a form was sent. */
function withoutMail(steps: readonly StepRow[]): StepOutcome {
  if (lastResult(steps, 'awaitMail')!['is_unsure'] !== true) return { kind: 'too-late' };
  return going({ then: 'readPage', no_mail: true });
}

/** Whether the page that was seen last has a field for a code. */
const wantsCode = (steps: readonly StepRow[]) =>
  finished(steps).findLast(({ result }) => 'wants_code' in result)?.result['wants_code'] === true;

const codesUsed = (steps: readonly StepRow[]) =>
  finished(steps, 'readMail').filter(({ result }) => result['use'] === 'code').length;
