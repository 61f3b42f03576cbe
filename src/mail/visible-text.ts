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

/** Puts the text of a page together, blanks folded as a browser does. */
export class VisibleText {
  readonly marks: { start: number; end: number; emphasis: number }[] = [];
  length = 0;
  private out = '';
  private gap = '';

  toString(): string {
    return this.out;
  }

  /** Text whose blanks have been folded to single ones. */
  addRun(text: string, look: RunLook): void {
    const body = text.trim();
    if (text.startsWith(' ')) this.leaveBlank(' ');
    if (body === '') return;
    this.append(this.takeGap(look.quotes));
    const start = this.length;
    this.append(body);
    if (look.emphasis > 0) this.mark(start, look.emphasis);
    if (text.endsWith(' ')) this.leaveBlank(' ');
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
    this.startLine(this.gap.startsWith('\n') ? 2 : 1);
  }

  /** At least so many line ends before what comes next. */
  startLine(ends: number): void {
    const pending = this.gap.startsWith('\n') ? this.gap.length : 0;
    this.gap = '\n'.repeat(Math.max(pending, ends));
  }

  /** A blank before what comes next, unless a line ends there; a tab is wider than a blank. */
  leaveBlank(blank: ' ' | '\t'): void {
    if (this.gap === '' || (this.gap === ' ' && blank === '\t')) this.gap = blank;
  }

  private append(text: string): void {
    this.out += text;
    this.length += text.length;
  }

  private takeGap(quotes: number): string {
    const gap = this.length === 0 ? '' : this.gap;
    const startsLine = this.length === 0 || gap.startsWith('\n');
    this.gap = '';
    return quotes > 0 && startsLine ? gap + '> '.repeat(Math.min(quotes, 10)) : gap;
  }

  private mark(start: number, emphasis: number): void {
    const last = this.marks.at(-1);
    if (last && last.emphasis === emphasis && start - last.end <= 1) last.end = this.length;
    else this.marks.push({ start, end: this.length, emphasis });
  }
}
