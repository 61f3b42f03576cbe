import { analyse } from '../../src/mail/reading/analyse.js';
import type { ParsePool } from '../../src/mail/pool/parse-pool.js';

/** Reads mail on the thread that asks, without a pool of others. */
export const parser: Pick<ParsePool, 'parse'> = {
  parse: (raw, context) => Promise.resolve(analyse(raw, context)),
};
