import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import { MOMENTS, type Gates, type Moment } from './gates.js';
import type { Attack, Problem, Story } from './story.js';

/** Where stories are told: a service that is started again whenever it is killed. */
export interface KilledScene<Step extends string> {
  readonly gates: Gates<Step>;
  kill(): Promise<void>;
}

/** Stories, and what is to hold whenever one of them was told. */
interface Killing<Scene, Step extends string> {
  readonly stories: readonly Story<Scene, Step>[];
  readonly random: Random;
  readonly problem: Problem;
  readonly check?: (scene: Scene, problem: Problem) => Promise<void>;
}

// Milliseconds: for a step to be reached, and between that and the kill.
const REACHED_WITHIN = 150_000;
const LONGEST_PAUSE = 50;
// Stories that are told side by side.
const AT_ONCE = 3;

interface Kill<Scene, Step extends string> {
  readonly story: Story<Scene, Step>;
  readonly step: Step;
  readonly moment: Moment;
}

/** Every step of every story, before it and at its commit, in an order of chance. Answers how many kills that were. */
export async function killAtEachStep<Scene extends KilledScene<Step>, Step extends string>(
  scene: Scene,
  killing: Killing<Scene, Step>,
): Promise<number> {
  const all = killing.stories.flatMap((story) =>
    story.steps.flatMap((step) => MOMENTS.map((moment) => ({ story, step, moment }))),
  );
  const left = killing.random.sample(all, all.length);
  const lane = async () => {
    for (let kill; (kill = left.shift());) await killOnce(scene, kill, killing);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return all.length;
}

/** One story, whose process is killed at the step; others that meet it there, or live in it, go on as well. */
async function killOnce<Scene extends KilledScene<Step>, Step extends string>(
  scene: Scene,
  { story, step, moment }: Kill<Scene, Step>,
  { random, problem, check }: Killing<Scene, Step>,
): Promise<void> {
  const what = `${story.name}, killed ${moment} "${step}"`;
  const inStory: Problem = (text) => problem(`${what}: ${text}`);
  const pause = random.below(LONGEST_PAUSE);
  const killThere = async () => {
    try {
      await scene.gates.reached(step, moment, AbortSignal.timeout(REACHED_WITHIN));
      await sleep(pause);
      await scene.kill();
    } catch {
      inStory('it never came to that');
    } finally {
      // Of a run that was interrupted there are no gates any more.
      await scene.gates.release(step, moment).catch(() => undefined);
    }
  };
  const attack: Attack = async () => {
    await scene.gates.close(step, moment);
    const killed = killThere();
    return () => killed;
  };
  await story.tell(scene, attack, inStory).catch((error: unknown) => inStory(String(error)));
  await check?.(scene, inStory);
}
