import type { Step } from './gates.js';
import type { Scene } from './scene.js';

/** Told of what must not be. */
export type Problem = (text: string) => void;

/** Where a story is attacked: begins when it is called, and ends once the service is back. */
export type Attack = () => Promise<void>;

/** What happens to a domain, and the steps in which its process may be killed. */
export interface Story {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Tells the story once; `attack` is called before what is attacked begins. */
  tell(scene: Scene, attack: Attack, problem: Problem): Promise<void>;
}
