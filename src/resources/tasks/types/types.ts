import { z } from 'zod';
import { taskType, type TaskType } from '../task-type.js';
import { agent } from './agent.js';
import { draftReply } from './draft-reply.js';
import { extract } from './extract.js';
import { followUp } from './follow-up.js';
import { login } from './login.js';
import { signup } from './signup.js';
import { summarizeThread } from './summarize-thread.js';
import { waitForEmail } from './wait-for-email.js';

/** Done by an outside agent: its input is whatever that agent reads. */
const custom = taskType({
  type: 'custom',
  summary: 'is claimed and done by an outside agent; `custom:<name>` tells kinds of it apart',
  input: z.looseObject({}),
  scopes: [],
  steps: [],
});

/** Every kind of work. */
export const TASK_TYPES: readonly TaskType[] = [
  waitForEmail,
  extract,
  summarizeThread,
  draftReply,
  followUp,
  signup,
  login,
  agent,
  custom,
];

const byName = new Map(TASK_TYPES.map((type) => [type.type, type]));

/** The kind of a task; null where there is none of this name. */
export const findTaskType = (name: string): TaskType | null =>
  byName.get(isCustom(name) ? 'custom' : name) ?? null;

/** What outside agents call their kinds of work. */
export const CUSTOM_NAME = /^custom(?::[a-z0-9][a-z0-9_.-]{0,62})?$/;

/** Whether outside agents do it. */
export const isCustom = (name: string): boolean => CUSTOM_NAME.test(name);

/** The names of all steps: each is an activity. */
export const STEP_NAMES: readonly string[] = [
  ...new Set(TASK_TYPES.flatMap(({ steps }) => steps.map(({ name }) => name))),
];
