import { phrases } from '../text/phrases.js';

/** Wrong attempts. */
export const FAILED_ATTEMPTS = phrases('attempt.missed');
/** What is locked then. */
export const LOCKOUT_TERMS = phrases('attempt.locked');
