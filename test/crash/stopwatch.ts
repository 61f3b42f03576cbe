/** Times the parts of a run. */
export interface Stopwatch {
  /** What `part` comes to; the time until then counts under `name`. */
  time<T>(name: string, part: Promise<T>): Promise<T>;
  /** All of it and each part, in seconds. */
  summary(): string;
}

/** A stopwatch that begins to run. */
export function createStopwatch(): Stopwatch {
  const began = performance.now();
  const parts: string[] = [];
  const secondsSince = (instant: number) => ((performance.now() - instant) / 1_000).toFixed(1);
  return {
    async time(name, part) {
      const from = performance.now();
      const result = await part;
      parts.push(`${name} ${secondsSince(from)}`);
      return result;
    },
    summary: () => `${secondsSince(began)} s (${parts.join(', ')})`,
  };
}
