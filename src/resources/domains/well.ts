import type { KeyedDomain } from './store.js';

// Domains whose looks most likely see that all is as well as it was: these are made beside their runs.

/** Whether a look that finds all records right changes nothing. */
export const isWell = ({
  domain: { status, misses, failingSince },
  keys,
}: Pick<KeyedDomain, 'domain' | 'keys'>): boolean =>
  status === 'ACTIVE' && misses === 0 && failingSince === null && keys.next === null;

/** SQL: the same of a row of `domains`. */
export const IS_WELL = `(domains.status = 'ACTIVE' AND domains.misses = 0
    AND domains.failing_since IS NULL AND NOT EXISTS (
      SELECT FROM dkim_keys k WHERE k.domain_id = domains.id AND k.state = 'next'))`;

// Seconds: behind the ten minutes in which all looks are made, and spread, so that thousands of runs are not at it
// together.
const READ_AFTER = { least: 660, spread: 21_600 };

/** Seconds after which a run reads what became of a look that is made beside it. */
export const secondsUntilRead = (): number => READ_AFTER.least + Math.random() * READ_AFTER.spread;
