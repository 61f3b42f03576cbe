// Milliseconds in which signals count as one: Ctrl-C reaches this process by the terminal, and by npm.
const ONE_SIGNAL_MS = 1_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Calls `end` once the process is asked to stop: by a signal, or as the npm that started it was killed and
 * could pass on none. A later signal ends it at once: what was accepted is committed, the rest is taken up at
 * the next start.
 */
export function onStopRequest(byNpm: boolean, end: (reason: string) => void): void {
  let askedAt: number | null = null;
  const ask = (reason: string) => {
    if (askedAt === null) end(reason);
    else if (Date.now() - askedAt > ONE_SIGNAL_MS) process.exit(1);
    askedAt ??= Date.now();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => ask(signal));
  if (byNpm) watchParent(() => ask('npm is gone'));
}

function watchParent(gone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS).unref();
}
