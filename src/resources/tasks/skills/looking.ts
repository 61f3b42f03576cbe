import type { ControlPlace } from '../../../browser/forms.js';
import { conflict } from '../../../errors.js';
import type { FormPlan, SkillGoal, SkillMove } from '../../../skills/moves.js';
import { nextMove } from '../../../skills/plan.js';
import type { PageOrder } from '../../browser-sessions/orders.js';
import type { StepRow } from '../rows.js';
import { makerOf, type StepOutcome } from '../task-type.js';
import { going, lastContent, lost, serviceOf, type SkillStepDefinition } from './step-parts.js';
import {
  credentialOf,
  finished,
  hasSent,
  inboxOf,
  isTryingLogin,
  knowledgeOf,
  kindOf,
  lastResult,
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
  if (look.kind === 'lost') return lost(look.why);
  if (look.kind === 'refused') return refused(steps, name, look);
  const { seen, step } = look;
  const move = nextMove(seen, await knowledgeOf(context, goal, name));
  if (move.kind === 'done') return finish(goal, context, step);
  const { then, content, ...result } = behind(move, seen.url, context);
  return going({ ...result, then, step }, content);
}

type Behind = SkillResult & { readonly then: string; readonly content?: SkillContent };
type Moves = Exclude<SkillMove, { kind: 'done' }>;

/** The step that a move is, and what it is told. */
const BEHIND: {
  readonly [Kind in Moves['kind']]: (
    move: Extract<Moves, { kind: Kind }>,
    url: string,
    context: SkillContext,
  ) => Behind;
} = {
  fill: ({ plan, isAnew = false }, url, context) => ({
    ...(isAnew && { is_anew: true }),
    then: fillingStep(context, plan),
    content: { plan, url },
  }),
  press: ({ at }) => ({ then: 'pressButton', content: { sending: clicking(at) } }),
  dismiss: ({ at }) => ({ then: 'closeOverlay', content: { sending: clicking(at) } }),
  'another-password': ({ wishes, said }) => ({
    then: 'changePassword',
    content: { wishes, said },
  }),
  'another-name': ({ name }) => ({ then: 'changeName', content: { answer: { username: name } } }),
  'try-login': ({ url }) => ({ then: 'openLogin', content: url === null ? {} : { url } }),
  'start-over': () => ({ then: 'openPage', is_anew: true }),
  follow: ({ url }) => ({ then: 'openLink', content: { url } }),
  'look-again': () => ({ then: 'readPage' }),
  'wait-for-mail': ({ wantsCode, isUnsure = false }) => ({
    then: 'awaitMail',
    ...{ wants_code: wantsCode, is_unsure: isUnsure },
  }),
  ask: ({ reason, fields }, url) => ({
    then: 'askPerson',
    content: { arguments: { reason, fields, page: url } },
  }),
};

const behind = <Kind extends Moves['kind']>(
  move: Extract<Moves, { kind: Kind }>,
  url: string,
  context: SkillContext,
): Behind => BEHIND[move.kind](move, url, context);

const clicking = (at: ControlPlace) => ({ do: 'submit', at, how: 'click' }) as const;

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
