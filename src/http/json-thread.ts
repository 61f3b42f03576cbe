import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { unavailable } from '../errors.js';
import type { JsonOutcome, JsonText } from './read-json.js';

/** Parses large bodies off the event loop. */
export interface JsonThread {
  /** The memory of `text.bytes` is the thread's from now on. @throws AppError 503 when it was lost. */
  read(text: JsonText): Promise<JsonOutcome>;
  close(): Promise<void>;
}

// Milliseconds that a thread without work is kept.
const IDLE_MS = 30_000;
// A body of 40 MiB takes three times its size while it is read.
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** One thread, started when it is first needed: bodies take turns, so one is in its memory at a time. */
export function createJsonThread(workerFile: URL): JsonThread {
  const pool = new Piscina<JsonText, JsonOutcome>({
    filename: fileURLToPath(workerFile),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
  });
  return {
    read: (text) =>
      pool
        .run(text, { transferList: [text.bytes.buffer as ArrayBuffer] })
        .catch((error: unknown) => {
          throw unavailable(error);
        }),
    close: () => pool.destroy(),
  };
}
