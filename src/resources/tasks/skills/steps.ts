import type { SkillGoal } from '../../../skills/moves.js';
import type { PageOrder } from '../../browser-sessions/orders.js';
import type { StepRow } from '../rows.js';
import type { NextStep, TaskStep } from '../task-type.js';
import { allowUse, askPerson } from './asking.js';
import { fillForm } from './filling-in.js';
import { lookStep, visitLogin, visitOrResume } from './looking.js';
import { awaitMail, readMail } from './mailing.js';
import { changeName, changePassword, makeInbox, storeCredential } from './making.js';
import { openSession } from './opening.js';
import { lastContent, type SkillStepDefinition } from './step-parts.js';
import { finished, kindOf, madeBy, type SkillContext } from './walk.js';

/** The steps of signing up and of logging in, and which is next. */
export function skillSteps(goal: SkillGoal): {
  readonly steps: readonly SkillStepDefinition[];
  readonly next: (steps: readonly StepRow[]) => NextStep;
} {
  const look = (name: string, orderOf: (context: SkillContext) => Promise<PageOrder>) =>
    lookStep(goal, name, orderOf);
  const steps: readonly SkillStepDefinition[] = [
    makeInbox(goal),
    openSession,
    look('openPage', visitOrResume),
    // What was looked at a moment ago may change; what somebody did meanwhile is there.
    look('readPage', async ({ task: { steps: rows } }) => ({
      do: 'read',
      isAgain: !AT_ONCE.includes(kindOf(finished(rows).at(-1)!.name)),
    })),
    storeCredential,
    changePassword,
    changeName,
    allowUse,
    fillForm(goal),
    look('submitForm', async (context) => (await lastContent(context, 'fillForm')).sending!),
    look('pressButton', async (context) => (await lastContent(context)).sending!),
    look('closeOverlay', async (context) => (await lastContent(context)).sending!),
    look('openLogin', visitLogin),
    awaitMail,
    readMail,
    look('openLink', async (context) => ({ do: 'visit', url: (await lastContent(context)).url! })),
    askPerson,
  ];
  return { steps, next: (rows) => nextOf(steps, rows) };
}

// Behind these the page is what it was.
const AT_ONCE = ['askPerson', 'readMail', 'changePassword', 'changeName'];

/** What the last step said comes behind it; what was undone is done again first. */
function nextOf(steps: readonly SkillStepDefinition[], rows: readonly StepRow[]): NextStep {
  const waiting = rows.find(({ status }) => status === 'WAITING');
  const kind = waiting ? kindOf(waiting.name) : nextKind(rows);
  const step = steps.find(({ name }) => name === kind) as TaskStep;
  return { step, as: waiting?.name ?? nameFor(kind, rows) };
}

function nextKind(rows: readonly StepRow[]): string {
  if (!madeBy(rows, 'makeInbox')) return 'makeInbox';
  const isUndone = rows.some(({ name, status }) => name === 'openSession' && status === 'UNDONE');
  return isUndone ? 'openSession' : (finished(rows).at(-1)!.result['then'] as string);
}

function nameFor(kind: string, rows: readonly StepRow[]): string {
  const undone = rows.some(({ name, status }) => name === kind && status === 'UNDONE');
  const count = rows.filter(({ name }) => kindOf(name) === kind).length;
  return undone || count === 0 ? kind : `${kind}:${count + 1}`;
}
