import { conflict } from '../../../errors.js';
import { nextMove, type SkillGoal, type SkillMove } from '../../../skills/plan.js';
import type { PageOrder } from '../../browser-sessions/orders.js';
import type { StepRow } from '../rows.js';
import type { StepOutcome } from '../task-type.js';
import { going, serviceOf, type SkillStepDefinition } from './step-parts.js';
import {
  credentialOf,
  finished,
  hasSent,
  inboxOf,
  knowledgeOf,
  lastResult,
  makerOf,
  orderPage,
  sessionOf,
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
export async function visitOrResume({ task: { steps }, input }: SkillContext): Promise<PageOrder> {
  const session = lastResult(steps, 'openSession')!;
  const url = input.url ?? `https://${textOf(session, 'service') ?? ''}`;
  const from = textOf(session, 'from');
  // What was not sent is begun anew.
  if (from === null || !hasSent(steps)) return { do: 'visit', url };
  return { do: 'resume', sessionId: from, url };
}

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
  const hasCredential = credentialOf(context) !== null;
  const { then, content, ...result } = behind(move, seen.url, hasCredential);
  return going({ ...result, then, step }, content);
}

/** The step that a move is, and what it is told. */
function behind(
  move: Exclude<SkillMove, { kind: 'done' }>,
  url: string,
  hasCredential: boolean,
): SkillResult & { readonly then: string; readonly content?: SkillContent } {
  switch (move.kind) {
    case 'fill': {
      const { plan } = move;
      const isMissing = plan.passwords.length > 0 && !hasCredential;
      return { then: isMissing ? 'storeCredential' : 'fillForm', content: { plan, url } };
    }
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

/** What a page does not let be done is looked at again, a few times. @throws AppError 409 */
export function refused(
  steps: readonly StepRow[],
  name: string,
  { status, why: reason }: Extract<OrderOutcome, { kind: 'refused' }>,
): StepOutcome {
  const count = finished(steps).filter(({ result }) => result['is_refused'] === true).length;
  if (status === 403 || count >= MAX_REFUSALS) throw conflict(reason);
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
