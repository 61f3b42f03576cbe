/** Runs what it is given, `most` at once; what comes meanwhile waits in order, and runs as its caller's. */
export function limitConcurrency(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Gives a turn back; to be called once. */
export type Turn = () => void;

/** What few may do at once, in the order in which they asked. */
export interface Turns {
  /** Null when there is no turn within `milliseconds`. */
  take(milliseconds?: number): Promise<Turn | null>;
}

/** Turns of which `most` are taken at once. */
export function createTurns(most: number): Turns {
  let taken = 0;
  const waiting = new Set<() => void>();
  const give = () => {
    const [next] = waiting;
    if (next) next();
    else taken--;
  };
  return {
    take: (milliseconds) => {
      if (taken < most) {
        taken++;
        return Promise.resolve(give);
      }
      return new Promise((resolve) => {
        const end = (turn: Turn | null) => {
          clearTimeout(timer);
          waiting.delete(begin);
          resolve(turn);
        };
        const begin = () => end(give);
        const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds, null);
        waiting.add(begin);
      });
    },
  };
}
