import type { Piscina } from 'piscina';
import { unreadStructure, type MessageStructure } from '../structure/structure.js';
import { openThreads } from './threads.js';

/** Finds the parts of messages in another thread. */
export interface StructurePool {
  /** Its structure; that of one text where it has none in time. */
  read(raw: Buffer): Promise<MessageStructure>;
  /** Ends the thread; what is under way is one text. */
  close(): Promise<void>;
}

/** How it works. */
export interface StructurePoolOptions {
  /** The compiled `structure-worker.js`. */
  readonly workerFile: URL;
  /** Milliseconds until a message is given up: it takes milliseconds for each megabyte (default 8,000). */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 8_000;

/** One thread, which ends when it has nothing to do: most mail has its structure from when it came. */
export function createStructurePool(options: StructurePoolOptions): StructurePool {
  const { workerFile, deadlineMs = DEADLINE_MS } = options;
  let pool: Piscina<ArrayBuffer, MessageStructure> | null = null;
  return {
    async read(raw) {
      const bytes = new Uint8Array(raw).buffer;
      const signal = AbortSignal.timeout(deadlineMs);
      try {
        pool ??= openThreads(workerFile, 0, 1);
        return await pool.run(bytes, { transferList: [bytes], signal });
      } catch {
        return unreadStructure(raw.length);
      }
    },
    close: async () => pool?.destroy(),
  };
}
