import type { TextPage } from './page.js';
import type { Span } from './text-urls.js';

/** The cell at the head of the column that a place is in; the whole line where there are no columns. */
export function headOf({ text, lines }: TextPage, index: number, place: number, above: Span): Span {
  const line = lines[index]!;
  const head = text.slice(above.start, above.end).split('\t');
  const cells = text.slice(line.start, line.end).split('\t');
  if (head.length === 1 || head.length !== cells.length) return above;
  const column = text.slice(line.start, place).split('\t').length - 1;
  const start = above.start + head.slice(0, column).join('\t').length + Math.min(1, column);
  return { start, end: start + head[column]!.length };
}
