import { asciiDigits } from './digits.js';
import { fold } from './fold.js';
import { foldedWords } from './folded-words.js';
import { clip } from './safe-text.js';
import type { TextLine } from './text-lines.js';

const BLOCK_LINES = 6;
/** Addressees may take some lines more. */
const MAX_BLOCK = 10;
const MIN_LABELS = 3;
const MAX_LINE = 400;

const labels = (['label.from', 'label.sent', 'label.to', 'label.subject'] as const).map(
  (role) => new Set(foldedWords(role)),
);
const titles = new Set(foldedWords('quote.original'));

/** Whether a text is the subject of the mail itself, whatever prefixes it has. */
export type IsSubject = (text: string) => boolean;

/** Whether sender (or date), date, addressee and subject begin in a line, each with a line of its own. */
export function isHeaderBlock(
  lines: readonly TextLine[],
  i: number,
  isSubject?: IsSubject,
): boolean {
  const first = labelOf(lines[i]!);
  if (first !== 0 && first !== 1) return isBlockOf(isSubject, lines, i);
  const block = lines.slice(i, i + BLOCK_LINES);
  const found = block.map(labelOf);
  const count = [0, 1, 2, 3].filter((label) => found.includes(label)).length;
  // "From: 1 April", "To: 30 September", "Subject: Fees" may be a notice.
  const isHeader = () =>
    count > MIN_LABELS ||
    startOfRule(lines, i) < i ||
    block.some((_, at) => isOfMail(block[at]!.text, found[at]!));
  return (count >= MIN_LABELS && isHeader()) || isBlockOf(isSubject, lines, i);
}

/** Whether a line names an address, a time, or the year that a mail is of. */
const isOfMail = (text: string, label: number) =>
  text.includes('@') || (label === 1 ? /\d{4}/ : /\d[:.時点시]\d{2}/).test(asciiDigits(text));

/** The index in `labels` of the label a line starts with, or -1. */
export function labelOf({ text, hasColon }: TextLine): number {
  if (!hasColon) return -1;
  const match = /^[\s>*]{0,6}([^\s:：*][^:：*]{0,24}?)\s?\*?[:：]/.exec(text);
  const name = match?.[1];
  return name === undefined ? -1 : labels.findIndex((words) => words.has(fold(name)));
}

/** A label in any language, and what stands behind it. */
const LABELLED = /^[\s>*]{0,6}\p{L}[^\d:：*@<>]{0,24}\*?[:：]\*?\s{0,9}(\S.*)$/u;

/** In a language without labels: lines that have some, a point in time, and the subject of the mail itself. */
function isBlockOf(
  isSubject: IsSubject | undefined,
  lines: readonly TextLine[],
  i: number,
): boolean {
  if (!isSubject || !lines[i]!.hasColon || !LABELLED.test(clip(lines[i]!.text, MAX_LINE)))
    return false;
  const values = valuesFrom(lines, i);
  return values.length >= MIN_LABELS && values.some(isPointInTime) && values.some(isSubject);
}

/** What stands behind labels, up to the next blank line. */
function valuesFrom(lines: readonly TextLine[], i: number): string[] {
  const block = lines.slice(i, i + MAX_BLOCK).map(({ text }) => clip(text, MAX_LINE));
  const blank = block.findIndex((text) => text.trim() === '');
  const own = blank < 0 ? block : block.slice(0, blank);
  return own.flatMap((text) => LABELLED.exec(text)?.[1]?.trim() ?? []);
}

/** Whether a text names a year and a time of day. */
export function isPointInTime(text: string): boolean {
  const plain = asciiDigits(text);
  return /\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2}/.test(plain) && /\d{1,2}[:.]\d{2}/.test(plain);
}

/** Rule and title that programs put over a header block belong to it. */
export function startOfRule(lines: readonly TextLine[], i: number): number {
  const before = lines[i - 1]?.text.trim() === '' ? i - 2 : i - 1;
  const text = lines[before]?.text.trim() ?? '';
  return /^[_=-]{4,}$/.test(text) || isTitle(text) ? before : i;
}

const isTitle = (text: string) =>
  text.length < MAX_LINE &&
  (titles.has(fold(text)) || (text.startsWith('---') && text.endsWith('---')));
