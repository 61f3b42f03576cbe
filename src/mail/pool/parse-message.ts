import type { Analysis } from '../analysis.js';

/** One or several mails on their way to a parse worker, in one piece of memory that moves there. */
export interface ParseRequest {
  readonly bytes: ArrayBuffer;
  /** Where each mail ends in `bytes`. */
  readonly ends: readonly number[];
  /** Milliseconds since the epoch, one a mail. */
  readonly receivedAt: readonly number[];
  /**
   * One 32-bit number, which outlives a worker that is ended: the mail that is being read, counted
   * from 1; 0 until the worker has begun.
   */
  readonly progress: SharedArrayBuffer;
}

/** In the order of the mails; null for one that cannot be read. */
export type ParseResponse = readonly (Analysis | null)[];
