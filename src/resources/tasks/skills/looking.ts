import { conflict } from '../../../errors.js';
import { nextMove, type FormPlan, type SkillGoal, type SkillMove } from '../../../skills/plan.js';
import type { PageOrder } from '../../browser-sessions/orders.js';
import type { StepRow } from '../rows.js';
import type { StepOutcome } from '../task-type.js';
import { going, lastContent, serviceOf, type SkillStepDefinition } from './step-parts.js';
import {
  credentialOf,
  finished,
  hasSent,
  inboxOf,
  isTryingLogin,
  knowledgeOf,
  kindOf,
  lastResult,
  makerOf,
  orderPage,
  sessionOf,
  stepsWithContent,
  textOf,
  type OrderOutcome,
  type SkillContent,
  type SkillContext,
  type SkillResult,
} from './walk.js';

// How often each may happen before it is given up.
const MAX_STEPS = 80;
const MAX_REFUSALS = 5;

/** A step that does something in the browser, and judges the page behind it. */
export const lookStep = (
  goal: SkillGoal,
  name: string,
  orderOf: (context: SkillContext) => Promise<PageOrder>,
): SkillStepDefinition => ({
  name,
  usesBrowser: true,
  prepare: async (context, as) => orderPage(context, as, await orderOf(context)),
  run: (context, prepared) => conclude(goal, context, name, prepared as OrderOutcome),
});

/** To the page where it begins, or where the session before was. */
export async function visitOrResume(context: SkillContext): Promise<PageOrder> {
  const { task, input } = context;
  const session = lastResult(task.steps, 'openSession')!;
  const url = input.url ?? `https://${textOf(session, 'service') ?? ''}`;
  const from = textOf(session, 'from');
  // What was not sent is begun anew, and so is what the site did not take.
  const isAnew = finished(task.steps).at(-1)!.result['is_anew'] === true;
  if (from === null || isAnew || !hasSent(task.steps)) return { do: 'visit', url };
  const to = await lostLink(context);
  return { do: 'resume', sessionId: from, url, ...(to !== undefined && { to }) };
}

/** The link that was being opened as the session before was lost: whether it was is not known. */
async function lostLink({ task, database }: SkillContext): Promise<string | undefined> {
  const [before, lost] = finished(task.steps).slice(-3);
  if (kindOf(lost?.name ?? '') !== 'openLink' || lost?.result['is_lost'] !== true) return undefined;
  return (await stepsWithContent(database, task.id)).get(before!.name)?.content?.url;
}

/** Where it is tried to log in: on the front page of the site, unless a link of it is known. */
export const visitLogin = async (context: SkillContext): Promise<PageOrder> => ({
  do: 'visit',
  url: (await lastContent(context)).url ?? `https://${serviceOf(context)}`,
});

async function conclude(
  goal: SkillGoal,
  context: SkillContext,
  name: string,
  look: OrderOutcome,
): Promise<StepOutcome> {
  const { steps } = context.task;
  if (steps.length > MAX_STEPS) throw conflict('It took too many steps');
  if (look.kind === 'lost') return going({ then: 'openSession', is_lost: true });
  if (look.kind === 'refused') return refused(steps, name, look);
  const { seen, step } = look;
  const move = nextMove(seen, await knowledgeOf(context, goal, name));
  if (move.kind === 'done') return finish(goal, context, step);
  const { then, content, ...result } = behind(move, seen.url, context);
  return going({ ...result, then, step }, content);
}

/** The step that a move is, and what it is told. */
function behind(
  move: Exclude<SkillMove, { kind: 'done' }>,
  url: string,
  context: SkillContext,
): SkillResult & { readonly then: string; readonly content?: SkillContent } {
  switch (move.kind) {
    case 'fill': {
      const { plan } = move;
      const anew = move.isAnew === true ? { is_anew: true } : {};
      return { ...anew, then: fillingStep(context, plan), content: { plan, url } };
    }
    case 'press':
      return {
        then: 'pressButton',
        content: { sending: { do: 'submit', at: move.at, how: 'click' } },
      };
    case 'dismiss':
      return {
        then: 'closeOverlay',
        content: { sending: { do: 'submit', at: move.at, how: 'click' } },
      };
    case 'another-password':
      return { then: 'changePassword', content: { wishes: move.wishes, said: move.said } };
    case 'another-name':
      return { then: 'changeName', content: { answer: { username: move.name } } };
    case 'try-login':
      return { then: 'openLogin', content: move.url === null ? {} : { url: move.url } };
    case 'start-over':
      return { then: 'openPage', is_anew: true };
    case 'follow':
      return { then: 'openLink', content: { url: move.url } };
    case 'look-again':
      return { then: 'readPage' };
    case 'wait-for-mail':
      return { then: 'awaitMail', wants_code: move.wantsCode, is_unsure: move.isUnsure === true };
    case 'ask': {
      const { reason, fields } = move;
      return { then: 'askPerson', content: { arguments: { reason, fields, page: url } } };
    }
  }
}

/** What has to be before a page is filled in: a credential, or that somebody allows its use. */
function fillingStep(context: SkillContext, { passwords, totps, passkeys }: FormPlan): string {
  if (passwords.length > 0 && credentialOf(context) === null) return 'storeCredential';
  const isUsed = passwords.length + totps.length + passkeys.length > 0;
  const named = lastResult(context.task.steps, 'openSession');
  return isUsed && named?.['requires_approval'] === true ? 'allowUse' : 'fillForm';
}

/** What a page does not let be done is looked at again, a few times. @throws AppError 409 */
export function refused(
  steps: readonly StepRow[],
  name: string,
  { status, why: reason }: Extract<OrderOutcome, { kind: 'refused' }>,
): StepOutcome {
  const count = finished(steps).filter(({ result }) => result['is_refused'] === true).length;
  const isOver = status === 403 || count >= MAX_REFUSALS;
  // It was a way to find out, and no more.
  if (isOver && isTryingLogin(steps))
    return going({ then: 'askPerson' }, { arguments: { reason } });
  if (isOver) throw conflict(reason);
  if (name !== 'openPage') return going({ then: 'readPage', is_refused: true });
  // Behind what was sent there is something to lose.
  if (!hasSent(steps)) throw conflict(reason);
  return going({ then: 'askPerson', is_refused: true }, { arguments: { reason } });
}

async function finish(goal: SkillGoal, context: SkillContext, step: number): Promise<StepOutcome> {
  const { input, credentials, task } = context;
  const id = credentialOf(context);
  const caller = await makerOf(context);
  if (goal === 'signup' && id !== null)
    await credentials.change(caller, { id, namespace: input.namespace }, { label: null });
  const named = textOf(lastResult(task.steps, 'openSession'), 'identifier');
  const identifier = named ?? inboxOf(context)?.address ?? null;
  const account = { service: serviceOf(context), identifier, credential_id: id };
  const output = { account, session_id: sessionOf(context) };
  return { kind: 'done', result: { step }, output };
}
