import { NO_HEAD, readHead, type Head } from './mime-head.js';

/** Nobody sends more parts, or nests them deeper. */
const MAX_PARTS = 1000;
const MAX_DEPTH = 100;
const MAX_HEAD = 4 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
/** What begins a line that may be a boundary; a lone CR before it is tolerated. */
const DASHES = ['\n--', '\n\r--'];
/** What may stand behind the last boundary of a multipart. */
const LAST = new Set(['-', '--', '--\r', '--\n', '--\r\n']);

/** A part of a message. */
export interface MimePart {
  /** Nothing is known of it before all of it was read. */
  head: Head;
  readonly parent: MimePart | null;
  readonly depth: number;
  /** Its content, as sent, in pieces. */
  readonly bodies: Buffer[];
  /** Of a multipart: what stands before, between and after its children. */
  readonly rest: Buffer[];
}

/** What a line with a boundary does. */
type Crossing = 'child' | 'end' | 'sibling' | 'endOfParent';

/**
 * Takes a message apart at its boundaries (RFC 2046 section 5.1.1), as the splitter of mailsplit does
 * with a stream of lines, but for that lines which cannot be boundaries are passed over together.
 */
export class PartReader {
  /** Those whose head was read, in order. */
  readonly parts: MimePart[] = [];
  private part = newPart(null);
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
      if (next - line === 1 || (next - line === 2 && this.text.charCodeAt(line) === CR)) {
        this.endHead(next);
        return next;
      }
      line = next;
    }
    return this.lastLine;
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
    this.part.head = readHead(this.text.slice(this.headFrom, this.headEnd));
    this.parts.push(this.part);
    if (this.part.depth > MAX_DEPTH) this.isCut = true;
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

  private cross(crossing: Crossing, end: number): void {
    if (crossing === 'child') this.beginPart(this.part, end);
    else if (crossing === 'sibling') this.beginPart(this.part.parent, end);
    else {
      if (crossing === 'endOfParent') this.leave();
      this.add(false, end);
    }
  }

  private beginPart(parent: MimePart | null, place: number): void {
    const end = this.withoutLineEnd();
    // A body that is nothing but a line end is one.
    this.keepPiece(end > this.start ? end : this.end);
    this.owner = null;
    this.end = this.headFrom = this.headEnd = place;
    this.part = newPart(parent);
    this.made++;
    this.inHead = true;
    this.inEpilogue = false;
  }

  /** Goes on with the part around, which has no more children. */
  private leave(): void {
    // A part that is nothing but a head.
    if (this.inHead && this.headEnd > this.headFrom) this.keep();
    this.part = this.part.parent!;
    this.inEpilogue = true;
    this.inHead = false;
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
    const { text, part } = this;
    const start = behindLineEnd(text, line);
    if (end - line < 4 || text.charCodeAt(start) !== DASH || text.charCodeAt(start + 1) !== DASH)
      return null;
    const own = this.inEpilogue ? null : boundaryAt(text, start, end, part);
    if (own) return own === 'next' ? 'child' : 'end';
    const outer = part.parent && boundaryAt(text, start, end, part.parent);
    return outer && (outer === 'next' ? 'sibling' : 'endOfParent');
  }
}

function newPart(parent: MimePart | null): MimePart {
  const depth = parent ? parent.depth + 1 : 0;
  return { head: NO_HEAD, parent, depth, bodies: [], rest: [] };
}

/** A line end may stand before the hyphens of the last line, a bare CR before those of any. */
function behindLineEnd(text: string, line: number): number {
  const code = text.charCodeAt(line);
  if (code === CR) return text.charCodeAt(line + 1) === LF ? line + 2 : line + 1;
  return code === LF ? line + 1 : line;
}

function boundaryAt(
  text: string,
  start: number,
  end: number,
  { head: { boundary } }: MimePart,
): 'next' | 'last' | null {
  if (boundary === '') return null;
  const behind = start + 2 + boundary.length;
  if (end - behind < 1 || end - behind > 4) return null;
  if (!text.startsWith(boundary, start + 2)) return null;
  const code = text.charCodeAt(behind);
  if (code === CR || code === LF) return 'next';
  return LAST.has(text.slice(behind, end)) ? 'last' : null;
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
