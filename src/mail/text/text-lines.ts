import type { Span } from './text-urls.js';

/** A line of a mail's text. */
export interface TextLine extends Span {
  readonly text: string;
  /** Only lines with a colon name a sender or introduce anything. */
  readonly hasColon: boolean;
}

/** What becomes of a line. */
export type Fate = 'new' | 'quoted' | 'footer';

/** By code: 1 for each of the characters. */
export function tableOf(chars: string): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}

/** Whether a line begins with one of the characters of a table. */
export const begins = (text: string, table: Uint8Array) => table[text.charCodeAt(0)] === 1;

const QUOTES = tableOf(' >|');

/** Whether a line is quoted by the sign at its start. */
export const isQuoteLine = ({ text }: TextLine) =>
  begins(text, QUOTES) && /^ {0,3}(?:>|\|(?:\s|$))/.test(text);

/** Whether initials or a name mark a line as quoted: "AK> Lunch?" */
export const isInitialed = ({ text }: TextLine) =>
  text.includes('> ') && /^ {0,4}\p{Lu}[\p{L}\d]{0,11}> /u.test(text);
