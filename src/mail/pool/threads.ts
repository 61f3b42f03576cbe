import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';

const IDLE_MS = 30_000;
/** A small young generation costs little speed and saves a third of an idle thread's memory. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** At most `maxThreads` that run a compiled worker; those beyond `minThreads` end after a while without work. */
export function openThreads<Request, Response>(
  workerFile: URL,
  minThreads: number,
  maxThreads: number,
): Piscina<Request, Response> {
  // With `--max-semi-space-size`, which is for the main thread, V8 passes over the limit of a thread.
  setFlagsFromString('--max-semi-space-size=0');
  return new Piscina({
    ...{ filename: fileURLToPath(workerFile), minThreads, maxThreads },
    ...{ idleTimeout: IDLE_MS, resourceLimits: LIMITS, recordTiming: false },
  });
}
