// Milliseconds in which signals count as one: Ctrl-C reaches this process by the terminal, and by npm.
const ONE_SIGNAL = 1_000;
const LOOK_EVERY = 1_000;

/**
 * Calls `end` once the process is told to end: by a signal, or as the npm that started it was killed and
 * could pass on none. A later signal ends it at once: what was accepted is committed, the rest is taken up at
 * the next start.
 */
export function whenToldToEnd(byNpm: boolean, end: (reason: string) => void): void {
  let told: number | null = null;
  const tell = (reason: string) => {
    if (told === null) end(reason);
    else if (Date.now() - told > ONE_SIGNAL) process.exit(1);
    told ??= Date.now();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => tell(signal));
  if (byNpm) watchParent(() => tell('npm is gone'));
}

function watchParent(gone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY).unref();
}
