import { createRandom } from '../random.js';
import type { CrashResult } from '../run.js';
import { createStopwatch } from '../stopwatch.js';
import { unless } from '../unless.js';
import { killAtEachStep, type KilledScene } from './killing.js';
import type { Problem, Story } from './story.js';

/** What a run of stories is asked for. */
export interface StoriesOptions {
  readonly seed: number;
  /** Aborted: the run ends early, and everything it started with it. */
  readonly signal: AbortSignal;
}

/** Looks at a scene, or does something to it, and tells what must not be. */
export type Act<Scene> = (scene: Scene, problem: Problem) => Promise<void>;

interface Stories<Scene, Step extends string> {
  /** What they are about. */
  readonly name: string;
  /** Its argument is told of ends that nobody asked for. */
  readonly openScene: (
    onProblem: Problem,
  ) => Promise<Scene & { close(): Promise<void>; ready(): Promise<void> }>;
  readonly stories: readonly Story<Scene, Step>[];
  /** Whenever a story was told. */
  readonly check?: Act<Scene>;
  /** Once all are, by their names. */
  readonly afterwards: Readonly<Record<string, Act<Scene>>>;
}

// Milliseconds for all of it.
const WATCHDOG = 3_600_000;

/**
 * Kills the service at each step of the stories, then does the rest.
 * @throws Error with the problems so far where it is ended early
 */
export async function runStories<Scene extends KilledScene<Step>, Step extends string>(
  { name, openScene, stories, check, afterwards }: Stories<Scene, Step>,
  { seed, signal }: StoriesOptions,
): Promise<CrashResult> {
  const problems: string[] = [];
  const problem = (text: string) => void problems.push(text);
  const until = AbortSignal.any([signal, AbortSignal.timeout(WATCHDOG)]);
  const clock = createStopwatch();
  const scene = await clock.time('start', openScene(problem));
  try {
    const killing = { stories, random: createRandom(seed), problem, ...(check && { check }) };
    const kills = await unless(until, clock.time('kills', killAtEachStep(scene, killing)));
    await scene.ready();
    for (const [part, act] of Object.entries(afterwards))
      await unless(until, clock.time(part, act(scene, problem)));
    const summary = `crash: ${name}, seed ${seed}, ${kills} kills; ${problems.length} problems; ${clock.summary()}`;
    return { summary, problems };
  } catch (error) {
    throw new Error([(error as Error).message, ...problems].join('\n'), { cause: error });
  } finally {
    await scene.close();
  }
}
