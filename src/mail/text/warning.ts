import { holdsAny, phrases } from './phrases.js';
import { clip } from './safe-text.js';
import type { TextLine } from './text-lines.js';

const MAX_LINES = 6;
/** What is longer holds more than a warning. */
const MAX_LINE = 500;
/** "CAUTION", 注意, or nothing. */
const HEADING = /^\P{Ll}{0,40}$/u;

const outside = phrases('warning.outside');
const care = phrases('warning.care');

/**
 * How many lines at the top a gateway has put there: "CAUTION: This email originated from outside of the organization. Do
 * not click links". 0 for none, and where they hold what may be a code.
 */
export function linesOfWarning(lines: readonly TextLine[]): number {
  const top = lines.slice(0, MAX_LINES).map(({ text }) => clip(text, MAX_LINE));
  const first = top.findIndex((line) => holdsAny(line, outside));
  if (first < 0 || !top.slice(0, first).every((line) => HEADING.test(line))) return 0;
  const below = top.findIndex((line, i) => i > first && !isOfWarning(line));
  const end = below < 0 ? top.length : below;
  const warning = top.slice(first, end);
  const isWhole = warning.every(({ length }) => length < MAX_LINE);
  const mayHold = warning.some((line) => /\d{4}/.test(line));
  return isWhole && !mayHold && warning.some((line) => holdsAny(line, care)) ? end : 0;
}

const isOfWarning = (line: string) => holdsAny(line, outside) || holdsAny(line, care);
