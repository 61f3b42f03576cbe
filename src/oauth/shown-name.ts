import { clip, oneLine, safeText } from '../mail/text/safe-text.js';

const MAX_LENGTH = 64;
// What changes the direction or the looks of the text around it, or cannot be seen.
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

/** The name a program gives itself, fit to be shown: a line without tricks; null for none. */
export function shownName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const line = oneLine(safeText(name).replace(INVISIBLE, ''));
  return clip(line, MAX_LENGTH) || null;
}
