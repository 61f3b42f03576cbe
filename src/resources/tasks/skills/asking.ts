import { conflict } from '../../../errors.js';
import { grantUse } from '../../credentials/approving.js';
import type { StepRow } from '../rows.js';
import { going, lastContent, type SkillStepDefinition } from './step-parts.js';
import {
  credentialOf,
  finished,
  kindOf,
  lastResult,
  sessionOf,
  stepsWithContent,
  textOf,
  type SkillContent,
  type SkillContext,
} from './walk.js';

/** Seconds that a session waits for a person. */
const HELD_FOR_SECONDS = 600;

/** A step that waits for a person, with what was decided. */
interface Asking {
  readonly content: SkillContent;
  readonly decision: string;
  readonly comment: string | null;
}

/** What a person decided about the step that waits; null where none does. */
const decided = (name: string) => async (context: SkillContext) => {
  const { task, database } = context;
  const waiting = task.steps.find(
    (step) => kindOf(step.name) === name && step.status === 'WAITING',
  );
  return (await stepsWithContent(database, task.id)).get(waiting?.name ?? '') ?? null;
};

/** Waits until a person has decided, and perhaps done something in the session, which stays for a while. */
export const askPerson: SkillStepDefinition = {
  name: 'askPerson',
  prepare: decided('askPerson'),
  async run(context, prepared) {
    const { task, browserSessions } = context;
    const own = prepared as Asking | null;
    if (own?.decision === 'REJECTED') throw conflict(rejection(own));
    if (own?.decision === 'APPROVED') return going({ then: behindAsking(task.steps) }, own.content);
    const before = await lastContent(context);
    await browserSessions.hold(sessionOf(context), HELD_FOR_SECONDS);
    return { kind: 'asking', content: { ...before, tool: task.type, ...asked(context, before) } };
  },
};

/** Waits until a person has allowed that a credential is used that requires it. */
export const allowUse: SkillStepDefinition = {
  name: 'allowUse',
  prepare: decided('allowUse'),
  async run(context, prepared) {
    const { task, database, browserSessions } = context;
    const own = prepared as Asking | null;
    if (own?.decision === 'REJECTED') throw conflict(rejection(own));
    const before = own?.content ?? (await lastContent(context));
    const use = { id: credentialOf(context)!, taskId: task.id, by: task.madeBy! };
    if (await grantUse(database, use)) return going({ then: 'fillForm' }, before);
    await browserSessions.hold(sessionOf(context), HELD_FOR_SECONDS);
    const named = lastResult(task.steps, 'openSession');
    const who = `${textOf(named, 'identifier')} at ${textOf(named, 'service')}`;
    const reason = `Log in as ${who}: the credential requires approval`;
    const content = { ...before, arguments: { reason, fields: [] } };
    return {
      kind: 'asking',
      content: { ...content, tool: task.type, ...asked(context, content) },
      inboxId: textOf(named, 'credential_inbox'),
    };
  },
};

/** What was about to be done; of all else the page is looked at again. */
function behindAsking(steps: readonly StepRow[]): string {
  const last = finished(steps).at(-1);
  if (kindOf(last?.name ?? '') === 'fillForm') return 'submitForm';
  return last?.result['use'] === 'unproven-link' ? 'openLink' : 'readPage';
}

function asked(context: SkillContext, { arguments: about }: SkillContent) {
  const session = sessionOf(context);
  const step = finished(context.task.steps).findLast(({ result }) => result['step'])?.result[
    'step'
  ];
  const screenshot = `/v1/browser/sessions/${session}/steps/${String(step)}/screenshot`;
  return { arguments: { ...about, session_id: session, screenshot }, result: null };
}

const rejection = ({ content, comment }: Asking) =>
  [`Not approved: ${content.arguments?.reason ?? ''}`, comment].filter(Boolean).join(': ');
