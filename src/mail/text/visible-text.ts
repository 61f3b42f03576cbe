/** A stretch of text that stands out, by size, weight, spacing or a box of its own. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** Up to 3. */
  readonly emphasis: number;
}

/** How a run of text looks. */
export interface RunLook {
  readonly emphasis: number;
  /** Quotes around it. */
  readonly quotes: number;
}

const SPACE = 0x20;
const ENDS = ['', '\n', '\n\n'];

/** Puts the text of a page together, blanks folded as a browser does. */
export class VisibleText {
  readonly marks: { start: number; end: number; emphasis: number }[] = [];
  length = 0;
  private out = '';
  /** What stands before the next text: line ends, or else a blank. */
  private ends = 0;
  private blank: '' | ' ' | '\t' = '';

  toString(): string {
    return this.out;
  }

  /** Text whose blanks have been folded to single ones. */
  addRun(text: string, look: RunLook): void {
    const body = text.trim();
    if (body.length < text.length && text.charCodeAt(0) === SPACE) this.leaveBlank(' ');
    if (body === '') return;
    this.append(this.takeGap(look.quotes));
    const start = this.length;
    this.append(body);
    if (look.emphasis > 0) this.mark(start, look.emphasis);
    if (text.charCodeAt(text.length - 1) === SPACE) this.leaveBlank(' ');
  }

  /** Text with line ends of its own. */
  addLines(text: string, look: RunLook): void {
    text.split('\n').forEach((line, index) => {
      if (index > 0) this.breakLine();
      this.addRun(line, look);
    });
  }

  /** Another line end, of at most two in a row. */
  breakLine(): void {
    this.startLine(this.ends > 0 ? 2 : 1);
  }

  /** At least so many line ends before what comes next. */
  startLine(ends: 1 | 2): void {
    if (ends > this.ends) this.ends = ends;
  }

  /** A blank before what comes next, unless a line ends there; a tab is wider than a blank. */
  leaveBlank(blank: ' ' | '\t'): void {
    if (this.blank !== '\t') this.blank = blank;
  }

  private append(text: string): void {
    this.out += text;
    this.length += text.length;
  }

  private takeGap(quotes: number): string {
    const startsLine = this.length === 0 || this.ends > 0;
    const gap = this.length === 0 ? '' : this.ends > 0 ? ENDS[this.ends]! : this.blank;
    this.ends = 0;
    this.blank = '';
    return quotes > 0 && startsLine ? gap + '> '.repeat(Math.min(quotes, 10)) : gap;
  }

  private mark(start: number, emphasis: number): void {
    const last = this.marks.at(-1);
    if (last && last.emphasis === emphasis && start - last.end <= 1) last.end = this.length;
    else this.marks.push({ start, end: this.length, emphasis });
  }
}
