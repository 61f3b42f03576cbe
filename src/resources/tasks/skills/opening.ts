import { conflict } from '../../../errors.js';
import { endSession } from '../../browser-sessions/store.js';
import type { StepRow } from '../rows.js';
import { makerOf } from '../task-type.js';
import { going, type SkillStepDefinition } from './step-parts.js';
import { finished, inboxOf, kindOf, textOf, type SkillContext, type SkillResult } from './walk.js';

// How often one is opened before it is given up, and seconds that each lasts.
const MAX_SESSIONS = 8;
const SESSION_SECONDS = 900;

/** A browser session, which goes on where the one before it ended. */
export const openSession: SkillStepDefinition = {
  name: 'openSession',
  async run(context) {
    const { task, input, browserSessions } = context;
    const opened = finished(task.steps, 'openSession');
    const before = opened.at(-1)?.result;
    if (opened.length >= MAX_SESSIONS) throw conflict(lostTooOften(task.steps));
    // Whatever is left of it counts among those of the key.
    if (before) await closeOwn(context, before);
    const caller = await makerOf(context);
    const from = before?.['session_id'] ?? null;
    const about = await aboutCredential(context);
    if (input.session_id !== undefined && from === null) {
      await browserSessions.requireOpen(caller, input.session_id);
      return going({ then: 'openPage', session_id: input.session_id, ...about });
    }
    const inbox = inboxOf(context);
    const id = await browserSessions.begin(caller, {
      ttlSeconds: SESSION_SECONDS,
      ...(inbox && { inboxId: inbox.id }),
    });
    return going({ then: 'openPage', session_id: id, is_own: true, from, ...about });
  },
  async undo(context) {
    for (const { name, result } of context.task.steps)
      if (kindOf(name) === 'openSession') await closeOwn(context, result);
  },
};

/** Closes a session that was opened for the task, unless it has ended. */
async function closeOwn({ database }: SkillContext, opened: SkillResult): Promise<void> {
  if (opened['is_own'] === true)
    await endSession(database, String(opened['session_id']), 'CLOSED', null);
}

const lostTooOften = (steps: readonly StepRow[]) =>
  `The browser was lost too often: ${textOf(finished(steps).at(-1)?.result, 'why') ?? ''}`;

/** What is told of the credential that is logged in with. @throws AppError 403, 404, 409 */
async function aboutCredential(context: SkillContext) {
  const { credential_id: id, namespace } = context.input;
  if (id === undefined) return {};
  const found = await context.credentials.forUse(await makerOf(context), { id, namespace });
  const { service, identifier, hasTotp, requiresApproval, credentialType, inboxId } = found;
  return {
    ...{ service, identifier, has_totp: hasTotp, requires_approval: requiresApproval },
    ...{ is_passkey: credentialType === 'passkey', credential_inbox: inboxId },
    is_for_codes: credentialType === 'totp_secret',
  };
}
