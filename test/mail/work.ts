/**
 * Counts what an analysis does instead of timing it: characters that string functions and regular
 * expressions go over, elements that array functions visit, look-ups in maps and sets. It watches the
 * built-ins of this realm, so that the library needs no counters of its own.
 */
export async function countWork(run: () => unknown): Promise<number> {
  const counter = { work: 0 };
  const restore = [
    ...watchSearches(counter),
    ...watchArrays(counter),
    ...watchLookups(counter),
    watchExpressions(counter),
  ];
  try {
    await run();
  } finally {
    for (const undo of restore.reverse()) undo();
  }
  return counter.work;
}

interface Counter {
  work: number;
}

type Method = (this: unknown, ...args: never[]) => unknown;

/** Puts a function that counts in front of a method; gives what takes it away again. */
function watch<T extends object>(
  owner: T,
  name: string,
  count: (self: unknown, args: readonly unknown[], result: unknown) => void,
): () => void {
  const original = Reflect.get(owner, name) as Method;
  const watched = function (this: unknown, ...args: never[]): unknown {
    const result = original.apply(this, args);
    count(this, args, result);
    return result;
  };
  Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
  return () =>
    Object.defineProperty(owner, name, { value: original, configurable: true, writable: true });
}

function watchSearches(counter: Counter): (() => void)[] {
  const found = (self: unknown, [, from]: readonly unknown[], result: unknown) => {
    const start = typeof from === 'number' ? from : 0;
    const end = typeof result === 'number' && result >= 0 ? result : String(self).length;
    counter.work += Math.max(1, end - start);
  };
  const whole = (self: unknown) => {
    counter.work += String(self).length;
  };
  const made = (_self: unknown, _args: readonly unknown[], result: unknown) => {
    counter.work += String(result).length;
  };
  // A piece of a string shares its characters: taking one costs the same whatever its length.
  const once = () => {
    counter.work++;
  };
  return [
    watch(String.prototype, 'indexOf', found),
    ...['includes', 'toLowerCase', 'toUpperCase', 'trim', 'normalize', 'split'].map((name) =>
      watch(String.prototype, name, whole),
    ),
    ...['slice', 'substring'].map((name) => watch(String.prototype, name, once)),
    ...['repeat', 'padEnd'].map((name) => watch(String.prototype, name, made)),
  ];
}

/** All uses of an expression go through `exec` once that is not the original any more. */
function watchExpressions(counter: Counter): () => void {
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const start = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const end = match ? match.index + match[0].length : text.length;
    counter.work += Math.max(1, this.sticky ? (match?.[0].length ?? 1) : end - start);
    return match;
  };
  return () => {
    RegExp.prototype.exec = exec;
  };
}

const VISITORS = ['map', 'filter', 'some', 'every', 'find', 'findIndex', 'flatMap', 'forEach'];
const COPIERS = ['concat', 'join', 'indexOf', 'includes', 'sort', 'reduce'];

function watchArrays(counter: Counter): (() => void)[] {
  const visits = [...VISITORS, ...COPIERS].map((name) =>
    watch(Array.prototype, name, (self) => {
      counter.work += (self as unknown[]).length;
    }),
  );
  const slice = watch(Array.prototype, 'slice', (_self, _args, result) => {
    counter.work += (result as unknown[]).length;
  });
  return [...visits, slice];
}

function watchLookups(counter: Counter): (() => void)[] {
  const once = () => {
    counter.work++;
  };
  return [Map.prototype, Set.prototype].flatMap((owner) =>
    ['get', 'has', 'set', 'add']
      .filter((name) => name in owner)
      .map((name) => watch(owner, name, once)),
  );
}
