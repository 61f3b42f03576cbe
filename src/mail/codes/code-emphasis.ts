import type { RawCode } from './code-forms.js';
import type { TextPage } from '../text/page.js';
import type { Mark } from '../text/visible-text.js';

const STANDS_OUT = 0.6;

/** A mark that holds the candidate alone counts in full, one that holds a sentence hardly. */
export function emphasisWeight(page: TextPage, raw: RawCode): number {
  const mark = markAround(page, raw);
  if (!mark) return 0;
  const isOwn = mark.end - mark.start <= raw.end - raw.start + 4;
  return Math.min(1.5, (isOwn ? mark.emphasis : 0.3) * STANDS_OUT);
}

function markAround({ marks }: TextPage, { start, end }: RawCode): Mark | undefined {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.end < end) low = middle + 1;
    else high = middle;
  }
  const mark = marks[low];
  return mark && mark.start <= start ? mark : undefined;
}
