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
  take(): Promise<Turn>;
  /** Null when none is free. */
  takeNow(): Turn | null;
}

/** Turns of which `most` are taken at once. */
export function createTurns(most: number): Turns {
  let taken = 0;
  const waiting: ((turn: Turn) => void)[] = [];
  const give = () => {
    const next = waiting.shift();
    if (next) next(give);
    else taken--;
  };
  const takeNow = () => {
    if (taken === most) return null;
    taken++;
    return give;
  };
  return {
    takeNow,
    take: async () => takeNow() ?? new Promise((resolve) => waiting.push(resolve)),
  };
}
