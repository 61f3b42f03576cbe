/** Told of what must not be. */
export type Problem = (text: string) => void;

/** Where a story is attacked, from when it is answered on; what it answers resolves once the service is killed. */
export type Attack = () => Promise<() => Promise<void>>;

/** What happens to something, and the steps in which the process that does it may be killed. */
export interface Story<Scene, Step extends string> {
  readonly name: string;
  /** Of no other story. */
  readonly steps: readonly Step[];
  /** Tells the story once; `attack` is called before what is attacked begins. */
  tell(this: void, scene: Scene, attack: Attack, problem: Problem): Promise<void>;
}
