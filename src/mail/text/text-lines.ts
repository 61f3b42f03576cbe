import type { Span } from './text-urls.js';

/** A line of a mail's text. */
export interface TextLine extends Span {
  readonly text: string;
}

/** Whether a line is quoted by the sign at its start. */
export const isQuoteLine = ({ text }: TextLine) => /^ {0,3}(?:>|\|(?:\s|$))/.test(text);

/** Whether initials or a name mark a line as quoted: "AK> Lunch?" */
export const isInitialed = ({ text }: TextLine) => /^ {0,4}\p{Lu}[\p{L}\d]{0,11}> /u.test(text);
