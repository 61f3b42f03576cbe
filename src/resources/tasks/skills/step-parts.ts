import type { StepOutcome, TaskStep } from '../task-type.js';
import {
  finished,
  lastResult,
  madeBy,
  stepsWithContent,
  textOf,
  type SkillContent,
  type SkillContext,
  type SkillInput,
  type SkillResult,
} from './walk.js';

/** A step of signing up or logging in. */
export type SkillStepDefinition = TaskStep<SkillInput>;

/** The step is done, and names the one behind it. */
export const going = (result: SkillResult & { readonly then: string }, content?: SkillContent) =>
  ({ kind: 'done', result, ...(content && { content }) }) satisfies StepOutcome;

/** The browser was lost: another session goes on. */
export const lost = (why: string) => going({ then: 'openSession', is_lost: true, why });

/** The site: the host of its page with the form, and the port where it is another than 443. */
export function serviceOf({ task: { steps }, input }: SkillContext): string {
  const made = textOf(madeBy(steps, 'storeCredential'), 'service');
  const named = textOf(lastResult(steps, 'openSession'), 'service');
  return made ?? named ?? new URL(input.url!).host;
}

/** What the last step kept, or the last one of a kind. */
export async function lastContent(
  { task, database }: SkillContext,
  kind?: string,
): Promise<SkillContent> {
  const kept = await stepsWithContent(database, task.id);
  return kept.get(finished(task.steps, kind).at(-1)!.name)?.content ?? {};
}
