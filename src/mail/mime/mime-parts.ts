import {
  bodyWithinHead,
  isField,
  NO_HEAD,
  readHead,
  withFoundBoundary,
  type Head,
} from './mime-head.js';
import { OpenParts, type Crossing } from './open-parts.js';

/** Nobody sends more parts, or nests them deeper. */
const MAX_PARTS = 1000;
const MAX_DEPTH = 100;
const MAX_HEAD = 4 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;
/** What begins a line that may be a boundary; a lone CR before it is tolerated. */
const DASHES = ['\n--', '\n\r--'];

/** A part of a message. */
export interface MimePart {
  /** Nothing is known of it before all of it was read. */
  head: Head;
  readonly parent: MimePart | null;
  readonly depth: number;
  /** Content that stands in its head, as no empty line ends that; null for none. */
  stray: Buffer | null;
  /** Its content, as sent, in pieces. */
  readonly bodies: Buffer[];
  /** Of a multipart: what stands before, between and after its children. */
  readonly rest: Buffer[];
}

/**
 * Takes a message apart at its boundaries (RFC 2046 section 5.1.1), as the splitter of mailsplit does
 * with a stream of lines, but for that lines which cannot be boundaries are passed over together, that the boundary
 * of any part around ends what is within (section 5.1.2), and that blanks may stand behind a boundary.
 */
export class PartReader {
  /** Those whose head was read, in order. */
  readonly parts: MimePart[] = [];
  private part = newPart(null);
  private readonly open = new OpenParts();
  private made = 1;
  private inHead = true;
  private headFrom = 0;
  private headEnd = 0;
  /** Behind the last boundary of the part: it has no more children. */
  private inEpilogue = false;
  private isCut = false;
  /** What the bytes from `start` to `end` are part of; null for nothing. */
  private owner: MimePart | null = null;
  private isBody = false;
  private start = 0;
  private end = 0;
  /** One character a byte: it is searched faster. */
  private readonly text: string;
  private readonly dashes: DashSearch;
  /** Where the last line begins that has no end. */
  private readonly lastLine: number;

  constructor(private readonly raw: Buffer) {
    this.text = raw.toString('latin1');
    this.dashes = new DashSearch(this.text);
    this.lastLine = this.text.lastIndexOf('\n') + 1;
  }

  /** True when it gave up before the end: beyond all reason there are too many parts. */
  read(): boolean {
    for (let place = 0; place < this.lastLine && this.goesOn();)
      place = this.inHead ? this.readHead(place) : this.readContent(place);
    if (this.goesOn()) this.finish();
    return this.isCut;
  }

  private goesOn(): boolean {
    if (this.made > MAX_PARTS) this.isCut = true;
    return !this.isCut;
  }

  /** Up to the empty line behind a head, or to a boundary within it; the place behind. */
  private readHead(from: number): number {
    for (let line = from; line < this.lastLine;) {
      const next = this.text.indexOf('\n', line) + 1;
      const crossing = this.crossingAt(line, next);
      if (crossing) {
        this.goOnWithHead(line);
        if (!this.isCut) this.cross(crossing, next);
        return next;
      }
      if (this.endsHead(line, next)) {
        this.endHead(next);
        return next;
      }
      line = next;
    }
    return this.lastLine;
  }

  /** An empty line; one of blanks as well, unless a field follows: then it is part of the one before. */
  private endsHead(line: number, next: number): boolean {
    const { text } = this;
    const first = text.charCodeAt(line);
    if (next - line === 1 || (next - line === 2 && first === CR)) return true;
    if (!isPadding(first) || this.withoutPadding(line, next) > line) return false;
    return !isPadding(text.charCodeAt(next)) && !isField(text, next);
  }

  private goOnWithHead(end: number): void {
    this.headEnd = end;
    if (end - this.headFrom > MAX_HEAD) this.isCut = true;
  }

  private endHead(end: number): void {
    this.goOnWithHead(end);
    if (this.isCut) return;
    this.inHead = false;
    this.start = this.end = end;
    this.keep();
  }

  private keep(): void {
    const { part } = this;
    const text = this.text.slice(this.headFrom, this.headEnd);
    const head = readHead(text);
    part.head = part.parent ? head : withFoundBoundary(head, this.text, this.headEnd);
    const stray = bodyWithinHead(text);
    if (stray >= 0) part.stray = this.raw.subarray(this.headFrom + stray, this.headEnd);
    this.parts.push(part);
    this.open.add(part);
    if (part.depth > MAX_DEPTH) this.isCut = true;
  }

  /** Up to the next line that begins with hyphens, and that line; the place behind. */
  private readContent(from: number): number {
    const line = Math.min(this.dashes.from(from), this.lastLine);
    if (line > from) this.addContent(line);
    if (line === this.lastLine) return line;
    const next = this.text.indexOf('\n', line) + 1;
    const crossing = this.crossingAt(line, next);
    if (crossing) this.cross(crossing, next);
    else this.addContent(next);
    return next;
  }

  private addContent(end: number): void {
    this.add(this.part.head.multipart === '', end);
  }

  /** Content that goes on to a place, or other content that begins. */
  private add(isBody: boolean, end: number): void {
    if (!this.owner || this.isBody !== isBody) {
      this.end = this.withoutLineEnd();
      this.keepPiece(this.end);
      this.start = this.end;
      this.owner = this.part;
      this.isBody = isBody;
    }
    this.end = end;
  }

  private keepPiece(end: number): void {
    if (!this.owner || end === this.start) return;
    const pieces = this.isBody ? this.owner.bodies : this.owner.rest;
    pieces.push(this.raw.subarray(this.start, end));
    this.owner = null;
  }

  /** The end of a body, but for the line end before a boundary, which belongs to that. */
  private withoutLineEnd(): number {
    const { text, start } = this;
    let { end } = this;
    if (!this.isBody || !this.owner?.parent) return end;
    if (end > start && text.charCodeAt(end - 1) === LF) {
      end--;
      if (end > start && text.charCodeAt(end - 1) === CR) end--;
    }
    return end;
  }

  private cross({ parent, isLast }: Crossing, end: number): void {
    if (!isLast) this.beginPart(parent, end);
    else {
      if (parent !== this.part) this.leaveTo(parent);
      this.add(false, end);
    }
  }

  private beginPart(parent: MimePart, place: number): void {
    this.keepHeadAlone(false);
    const end = this.withoutLineEnd();
    // A body that is nothing but a line end is one.
    this.keepPiece(end > this.start ? end : this.end);
    this.owner = null;
    this.closeUpTo(parent);
    this.end = this.headFrom = this.headEnd = place;
    this.part = newPart(parent);
    this.made++;
    this.inHead = true;
    this.inEpilogue = false;
  }

  /** Goes on with a part around, which has no more children. */
  private leaveTo(parent: MimePart): void {
    this.keepHeadAlone(true);
    this.closeUpTo(parent);
    this.open.close(parent);
    this.part = parent;
    this.inEpilogue = true;
    this.inHead = false;
  }

  /** A part that is nothing but a head counts as the last one, or where text stands in its head. */
  private keepHeadAlone(isLast: boolean): void {
    if (!this.inHead || this.headEnd === this.headFrom) return;
    if (isLast || bodyWithinHead(this.text.slice(this.headFrom, this.headEnd)) >= 0) this.keep();
  }

  /** What is within `parent` and open is so no more. */
  private closeUpTo(parent: MimePart): void {
    let part: MimePart | null = this.part;
    if (this.inEpilogue && part !== parent) part = part.parent;
    for (; part && part !== parent; part = part.parent) this.open.close(part);
  }

  /** The last line, with the line end before it: it may be a boundary. */
  private finish(): void {
    const { raw } = this;
    const from = this.owner ? this.withoutLineEnd() : this.lastLine;
    this.keepPiece(from);
    this.owner = null;
    const crossing = this.crossingAt(from, raw.length);
    this.start = this.end = from;
    if (crossing) this.crossLast(crossing, from);
    else if (this.inHead) this.endHead(raw.length);
    else this.addContent(raw.length);
    this.keepPiece(this.end);
  }

  private crossLast(crossing: Crossing, line: number): void {
    if (this.inHead) this.goOnWithHead(line);
    if (!this.isCut) this.cross(crossing, this.raw.length);
  }

  /** What the line does that stands there, if it is a boundary. */
  private crossingAt(line: number, end: number): Crossing | null {
    const { text } = this;
    const start = behindLineEnd(text, line);
    if (text.charCodeAt(start) !== DASH || text.charCodeAt(start + 1) !== DASH) return null;
    const to = this.withoutPadding(start + 2, end);
    return this.open.crossing(text.slice(start + 2, to), to === end);
  }

  private withoutPadding(from: number, to: number): number {
    let end = to;
    while (end > from && isPadding(this.text.charCodeAt(end - 1))) end--;
    return end;
  }
}

const isPadding = (code: number) => code === SPACE || code === TAB || code === CR || code === LF;

function newPart(parent: MimePart | null): MimePart {
  const depth = parent ? parent.depth + 1 : 0;
  return { head: NO_HEAD, parent, depth, stray: null, bodies: [], rest: [] };
}

/** A line end may stand before the hyphens of the last line, a bare CR before those of any. */
function behindLineEnd(text: string, line: number): number {
  const code = text.charCodeAt(line);
  if (code === CR) return text.charCodeAt(line + 1) === LF ? line + 2 : line + 1;
  return code === LF ? line + 1 : line;
}

/** Finds the lines that begin with hyphens; each place is looked at once. */
class DashSearch {
  private readonly places = DASHES.map(() => -1);

  constructor(private readonly text: string) {}

  /** The first such line at or after a place where a line begins; none begins a message. */
  from(place: number): number {
    for (let i = 0; i < DASHES.length; i++) {
      if (this.places[i]! >= place) continue;
      const found = this.text.indexOf(DASHES[i]!, Math.max(0, place - 1));
      this.places[i] = found < 0 ? this.text.length : found + 1;
    }
    return Math.min(this.places[0]!, this.places[1]!);
  }
}
