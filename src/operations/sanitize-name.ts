import { clip } from '../mail/text/safe-text.js';

const SHOWN_NAMES = 20;
const SHOWN_LENGTH = 40;

/** A name a client made up, fit for a header and a message: plain characters, and short. */
export const sanitizeName = (name: string): string =>
  clip(name.replace(/[^\w.-]/g, '_'), SHOWN_LENGTH);

/** Names that were given but mean nothing, as clients are told of them; null when there are none. */
export const ignoredNames = (names: readonly string[]): string | null =>
  names.length > 0 ? names.slice(0, SHOWN_NAMES).map(sanitizeName).join(', ') : null;
