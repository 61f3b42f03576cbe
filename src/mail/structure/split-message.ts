import { LineCounter } from './line-counter.js';
import {
  mediaType,
  parameter,
  readPartHead,
  type DefaultType,
  type PartHead,
} from './part-head.js';

/** Nobody sends more parts, or nests them deeper. */
const MAX_PARTS = 1000;
const MAX_DEPTH = 100;

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** A message or a part of one, as places in its bytes. */
export interface Part {
  /** First byte of its header. */
  readonly from: number;
  /** Behind the empty line that ends the header. */
  readonly bodyFrom: number;
  readonly head: PartHead;
  /** Behind the body: the line end before a boundary belongs to that (RFC 2046 section 5.1.1). */
  to: number;
  /** Line ends in the body. */
  lines: number;
  /** Of a multipart; empty where none of its boundaries was found. */
  readonly children: Part[];
  /** In a message/rfc822. */
  message: Part | null;
}

/** A part whose end was not found yet. */
interface OpenPart {
  readonly part: Part;
  readonly linesBefore: number;
  /** Of a multipart whose last boundary was not found yet; '' of others. */
  boundary: string;
}

/** A line that separates parts. */
interface Delimiter {
  /** Index of the part that it separates the children of. */
  readonly level: number;
  readonly isLast: boolean;
  /** Where the line begins, and what follows it. */
  readonly line: number;
  readonly next: number;
}

/**
 * Finds the parts of a message in one pass over its bytes, into attached messages too. Each boundary of
 * what is open ends what is open within. What is behind 1,000 parts, or nested deeper than 100, is not
 * taken apart.
 */
export function splitMessage(raw: Buffer): Part {
  return new MessageSplitter(raw.toString('latin1')).split();
}

/** A text of so many bytes without a header. */
export const textPart = (bytes: number): Part => ({
  ...{ from: 0, bodyFrom: 0, to: bytes, lines: 0, children: [], message: null },
  head: readPartHead('', [0, 0], 'text/plain'),
});

class MessageSplitter {
  /** From the message to the part that is being read. */
  private readonly open: OpenPart[] = [];
  /** Levels that a boundary belongs to, the innermost last. */
  private readonly levels = new Map<string, number[]>();
  private readonly lines: LineCounter;
  private longest = 0;
  private parts = 0;

  constructor(private readonly text: string) {
    this.lines = new LineCounter(text);
  }

  split(): Part {
    const root = this.begin(0, 'text/plain');
    for (let from = root.next; from < this.text.length;) from = this.goOn(from);
    this.closeTo(0, this.text.length);
    return root.part;
  }

  /** Up to the next delimiter, and the header behind it; the place behind. */
  private goOn(from: number): number {
    const found = this.delimiterFrom(from);
    if (!found) return this.text.length;
    this.closeTo(found.level + 1, this.beforeLineEnd(found.line));
    const parent = this.open[found.level]!;
    if (found.isLast) this.removeBoundary(found.level);
    if (found.isLast) return found.next;
    const { part, next } = this.begin(found.next, defaultWithin(parent.part));
    parent.part.children.push(part);
    return next;
  }

  /** Reads the header of a part, and of the message that it may be; where its content begins. */
  private begin(from: number, otherwise: DefaultType): { part: Part; next: number } {
    const outermost = this.beginOne(from, otherwise);
    let part = outermost;
    while (isMessage(part) && this.mayNest()) {
      part.message = this.beginOne(part.bodyFrom, 'text/plain');
      part = part.message;
    }
    return { part: outermost, next: part.bodyFrom };
  }

  private beginOne(from: number, otherwise: DefaultType): Part {
    const bodyFrom = this.headEnd(from);
    const head = readPartHead(this.text, [from, bodyFrom], otherwise);
    const part: Part = {
      from,
      bodyFrom,
      head,
      to: bodyFrom,
      lines: 0,
      children: [],
      message: null,
    };
    this.parts++;
    const boundary = this.mayNest() ? boundaryOf(head) : '';
    if (boundary !== '') this.rememberBoundary(boundary, this.open.length);
    this.open.push({ part, boundary, linesBefore: this.lines.before(bodyFrom) });
    return part;
  }

  private mayNest = () => this.open.length < MAX_DEPTH && this.parts < MAX_PARTS;

  private rememberBoundary(boundary: string, level: number): void {
    this.levels.set(boundary, [...(this.levels.get(boundary) ?? []), level]);
    this.longest = Math.max(this.longest, boundary.length);
  }

  private removeBoundary(level: number): void {
    const open = this.open[level]!;
    const levels = this.levels.get(open.boundary);
    if (levels?.length === 1) this.levels.delete(open.boundary);
    else levels?.pop();
    open.boundary = '';
  }

  /** Ends what is open from a level on. */
  private closeTo(level: number, end: number): void {
    const lines = this.open.length > level ? this.lines.before(end) : 0;
    while (this.open.length > level) {
      this.removeBoundary(this.open.length - 1);
      const { part, linesBefore } = this.open.pop()!;
      part.to = Math.max(part.bodyFrom, end);
      part.lines = Math.max(0, lines - linesBefore);
    }
  }

  /** Behind the empty line that ends a header, or where a delimiter or the message ends it. */
  private headEnd(from: number): number {
    const { text } = this;
    for (let line = from; line < text.length;) {
      const feed = text.indexOf('\n', line);
      const next = feed < 0 ? text.length : feed + 1;
      if (feed - line === 0 || (feed - line === 1 && text.charCodeAt(line) === CR)) return next;
      if (this.delimiterAt(line)) return line;
      line = next;
    }
    return text.length;
  }

  private delimiterFrom(place: number): Delimiter | null {
    if (this.levels.size === 0 || this.parts >= MAX_PARTS) return null;
    // No place of content is the first of a message.
    for (let feed = this.text.indexOf('\n--', place - 1); feed >= 0;) {
      const found = this.delimiterAt(feed + 1);
      if (found) return found;
      feed = this.text.indexOf('\n--', feed + 1);
    }
    return null;
  }

  private delimiterAt(line: number): Delimiter | null {
    if (this.levels.size === 0 || !this.text.startsWith('--', line)) return null;
    const feed = this.text.indexOf('\n', line);
    const next = feed < 0 ? this.text.length : feed + 1;
    const end = this.withoutBlanks(line, next);
    if (end - line > this.longest + 4) return null;
    const name = this.text.slice(line + 2, end);
    const level = this.levels.get(name)?.at(-1);
    if (level !== undefined) return { level, isLast: false, line, next };
    const last = name.endsWith('--') ? this.levels.get(name.slice(0, -2))?.at(-1) : undefined;
    return last === undefined ? null : { level: last, isLast: true, line, next };
  }

  private withoutBlanks(from: number, to: number): number {
    let end = to;
    while (end > from && isBlank(this.text.charCodeAt(end - 1))) end--;
    return end;
  }

  private beforeLineEnd(line: number): number {
    const isPair = this.text.charCodeAt(line - 2) === CR;
    return Math.max(0, line - (isPair ? 2 : 1));
  }
}

const isBlank = (code: number) => code === SPACE || code === TAB || code === CR || code === LF;

const isMessage = ({ head }: Part) => mediaType(head) === 'message/rfc822';

const boundaryOf = (head: PartHead) =>
  head.type.toLowerCase() === 'multipart' ? parameter(head, 'boundary').trimEnd() : '';

const defaultWithin = ({ head }: Part): DefaultType =>
  mediaType(head) === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
