import { conflict } from '../../../errors.js';
import type { StepRow } from '../rows.js';
import { going, lastContent, type SkillStepDefinition } from './step-parts.js';
import {
  finished,
  kindOf,
  sessionOf,
  stepsWithContent,
  type SkillContent,
  type SkillContext,
} from './walk.js';

/** Seconds that a session waits for a person. */
const HELD_FOR_SECONDS = 600;

/** Waits until a person has decided, and perhaps done something in the session, which stays for a while. */
export const askPerson: SkillStepDefinition = {
  name: 'askPerson',
  async prepare({ task, database }) {
    const own = (await stepsWithContent(database, task.id)).get(asking(task.steps));
    return own ?? null;
  },
  async run(context, prepared) {
    const { task, browserSessions } = context;
    const own = prepared as { content: SkillContent; decision: string; comment: string } | null;
    if (own?.decision === 'REJECTED') throw conflict(rejection(own));
    if (own?.decision === 'APPROVED') return going({ then: behindAsking(task.steps) }, own.content);
    const before = await lastContent(context);
    await browserSessions.hold(sessionOf(context), HELD_FOR_SECONDS);
    return { kind: 'asking', content: { ...before, tool: task.type, ...asked(context, before) } };
  },
};

/** The name under which it is asked now. */
const asking = (steps: readonly StepRow[]) =>
  steps.find(({ name, status }) => kindOf(name) === 'askPerson' && status === 'WAITING')?.name ??
  '';

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

const rejection = ({ content, comment }: { content: SkillContent; comment: string | null }) =>
  [`Not approved: ${content.arguments?.reason ?? ''}`, comment].filter(Boolean).join(': ');
