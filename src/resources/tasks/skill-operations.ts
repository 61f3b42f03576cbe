import type { z } from 'zod';
import { operationWith, type OperationContext } from '../../operations/operation.js';
import { whole } from '../../operations/shapes.js';
import { presentTask, task } from './schema.js';
import type { TaskService } from './service.js';
import { loginInput } from './types/login.js';
import { signupInput } from './types/signup.js';

interface SkillServices {
  readonly tasks: TaskService;
}

const WAIT_SECONDS = 50;
const DAY_SECONDS = 24 * 60 * 60;
const wait = whole(0, WAIT_SECONDS)
  .default(WAIT_SECONDS)
  .describe('Seconds to wait for its end; it goes on behind that: get_task.');

const operation = operationWith<SkillServices>();
const { url, credential_id: credentialId, inbox_id: inboxId } = loginInput.shape;

/** Starts a task, and answers it once it has ended, asks for a decision or the time is up. */
async function startAndWait(
  { caller, services, signal }: OperationContext<SkillServices>,
  type: 'signup' | 'login',
  { wait: timeoutSeconds, ...input }: { readonly wait: number; readonly [name: string]: unknown },
): Promise<z.input<typeof task>> {
  const { id } = await services.tasks.create(caller, {
    ...{ type, input: { ...input, timeout_seconds: DAY_SECONDS } },
    ...{ requiresApproval: false, priority: 5, maxAttempts: 1 },
  });
  return presentTask(await services.tasks.get(caller, id, { timeoutSeconds, signal }));
}

const SKILL = { access: 'tasks:write', output: task, waits: () => true } as const;

/** Signing up and logging in as tools. */
export const skillOperations = [
  operation({
    ...SKILL,
    name: 'signUpWithEmail',
    summary: 'Sign up at a site: its form, a password that nobody sees, the code or link it mails.',
    input: signupInput.extend({ wait }),
    tool: { openWorld: true },
    run: (context, input) => startAndWait(context, 'signup', input),
  }),

  operation({
    ...SKILL,
    name: 'logInWithEmailCode',
    summary: 'Log in at a site that mails a code or a link instead of asking for a password.',
    input: loginInput
      .omit({ credential_id: true })
      .extend({ url: url.unwrap(), inbox_id: inboxId.unwrap(), wait }),
    tool: { openWorld: true },
    run: (context, input) => startAndWait(context, 'login', input),
  }),

  operation({
    ...SKILL,
    name: 'loginWithCredential',
    summary: 'Log in at a site with a credential of the vault, which nobody sees.',
    input: loginInput.extend({ credential_id: credentialId.unwrap(), wait }),
    tool: { openWorld: true },
    run: (context, input) => startAndWait(context, 'login', input),
  }),
];
