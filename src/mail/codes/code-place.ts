import type { RawCode } from './code-forms.js';
import { lineAt, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';

/** One place of a candidate. */
export interface Occurrence {
  readonly page: TextPage;
  readonly raw: RawCode;
}

/** Where a candidate stands on its page. */
export interface CodePlace extends Occurrence {
  readonly lineIndex: number;
  /** Whether there is nothing else on its line. */
  readonly alone: boolean;
}

/** Characters beside a number that may hold no letter if it stands alone. */
const MAX_MARGIN = 40;
/** A line of plain text this long may go on in the next. */
const WRAPPED = 50;

/** "[Larkspur] 482913" */
const TAG = /^\s?[[【][^\]】]{1,30}[\]】]/;
/** "Larkspur: 482913", but not "Re: 4829". */
const SENDER = /^\p{L}[^\d:：\n]{2,30}[:：]\s?$/u;

/** Finds the line of a candidate. */
export function placeOf(page: TextPage, raw: RawCode): CodePlace {
  const lineIndex = lineAt(page.lines, raw.start);
  const line = page.lines[lineIndex]!;
  const margin = line.end - line.start - (raw.end - raw.start);
  const around = () => {
    const before = page.text.slice(line.start, raw.start);
    return titleOf(page, before) + page.text.slice(raw.end, line.end);
  };
  const alone = margin <= MAX_MARGIN && !/[\p{L}\p{Nd}]/u.test(around());
  return { page, raw, lineIndex, alone };
}

/** What stands before a number, without the name of the sender where a subject says nothing else. */
function titleOf({ source, hits }: TextPage, before: string): string {
  if (source !== 'subject') return before;
  return (hits.length === 0 ? before.replace(SENDER, '') : before).replace(TAG, '');
}

/** A line, and the ones it was wrapped from and goes on in. */
export function sentenceLines(page: TextPage, index: number): Span {
  const line = page.lines[index]!;
  const before = page.lines[index - 1];
  const after = page.lines[index + 1];
  return {
    start: before && isWrapped(page, before) ? before.start : line.start,
    end: after && isWrapped(page, line) ? after.end : line.end,
  };
}

function isWrapped({ source, text }: TextPage, { start, end }: Span): boolean {
  if (source !== 'text' || end - start < WRAPPED) return false;
  return !/[.!?:。！？：]\s*$/.test(text.slice(end - 8, end));
}
