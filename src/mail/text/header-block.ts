import { asciiDigits } from './digits.js';
import { fold } from './fold.js';
import { foldedWords } from './folded-words.js';
import { clip } from './safe-text.js';
import type { TextLine } from './text-lines.js';

/** Addressees may take some lines. */
const MAX_BLOCK = 10;
const MIN_LABELS = 3;
const MAX_LINE = 400;

const labels = (['label.from', 'label.sent', 'label.to', 'label.subject'] as const).map(
  (role) => new Set(foldedWords(role)),
);
const titles = new Set(foldedWords('quote.original'));

/** Whether a text is the subject of the mail itself, whatever prefixes it has. */
export type IsSubject = (text: string) => boolean;

/** A label in any language, and what stands behind it. */
const LABELLED = /^[\s>*]{0,6}(\p{L}[^\d:：*@<>]{0,24}?)\s?\*?[:：]\*?(.*)$/u;

/**
 * Whether sender (or date), date, addressee and subject begin in a line, each with a line of its own; or in a language
 * without labels some that have a point in time and the subject of the mail itself.
 */
export function isHeaderBlock(
  lines: readonly TextLine[],
  i: number,
  isSubject?: IsSubject,
): boolean {
  if (!LABELLED.test(clip(lines[i]!.text, MAX_LINE))) return false;
  const rows = rowsFrom(lines, i);
  const known = new Set(rows.map(({ label }) => label).filter((label) => label >= 0));
  const isKnown =
    (rows[0]!.label === 0 || rows[0]!.label === 1) &&
    (known.size > MIN_LABELS || (known.size === MIN_LABELS && rows.some(isOfMail)));
  if (isKnown || !isSubject) return isKnown;
  const values = rows.map(({ value }) => value).filter(Boolean);
  return values.length >= MIN_LABELS && values.some(isPointInTime) && values.some(isSubject);
}

/** "From: 1 April", "To: 30 September", "Subject: Fees" may be a notice. */
const isOfMail = ({ label, value }: HeaderRow) =>
  label >= 0 &&
  (value.includes('@') || (label === 1 ? /\d{4}/ : /\d[:.時点시]\d{2}/).test(asciiDigits(value)));

interface HeaderRow {
  /** Its place in `labels`; -1 for another. */
  readonly label: number;
  readonly value: string;
}

/** The labels of lines and what stands behind them, up to the next blank line. */
function rowsFrom(lines: readonly TextLine[], i: number): HeaderRow[] {
  const block = lines.slice(i, i + MAX_BLOCK).map(({ text }) => clip(text, MAX_LINE));
  const blank = block.findIndex((text) => text.trim() === '');
  return block.slice(0, blank < 0 ? MAX_BLOCK : blank).flatMap((text) => {
    const [, name, value = ''] = LABELLED.exec(text) ?? [];
    return name === undefined ? [] : [{ label: labelIn(name), value: value.trim() }];
  });
}

function labelIn(name: string): number {
  const plain = fold(name);
  return labels.findIndex((words) => words.has(plain));
}

/** Whether a line names an addressee or a subject. */
export const namesOther = ({ text }: TextLine): boolean =>
  labelIn(LABELLED.exec(clip(text, MAX_LINE))?.[1] ?? '') > 1;

/** Whether a text names a year and a time of day. */
export function isPointInTime(text: string): boolean {
  const plain = asciiDigits(text);
  return /\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2}/.test(plain) && /\d{1,2}[:.]\d{2}/.test(plain);
}

/** Rule and title that programs put over a header block belong to it. */
export function startOfRule(lines: readonly TextLine[], i: number): number {
  const before = lines[i - 1]?.text.trim() === '' ? i - 2 : i - 1;
  const text = clip(lines[before]?.text.trim() ?? '', MAX_LINE);
  return /^[_=-]{4,}$|^---.*---$/.test(text) || titles.has(fold(text)) ? before : i;
}
