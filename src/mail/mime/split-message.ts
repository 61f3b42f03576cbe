/** Nobody sends more parts, or nests them deeper. */
const MAX_PARTS = 1000;
const MAX_DEPTH = 100;

const CR = 0x0d;

/** What a head says to whoever looks for the parts behind it. */
export interface HeadFound<H> {
  readonly head: H;
  /** Where its body begins. */
  readonly bodyFrom: number;
  /** Of its children; '' where it has none. */
  readonly boundary: string;
  /** Whether its body is a message to be taken apart. */
  readonly isMessage: boolean;
}

/** Reads heads, one character a byte. */
export interface HeadReader<H> {
  /** Whether a line of blanks ends a head, as an empty one does. */
  endsHead(text: string, line: number, next: number): boolean;
  /** The head of the message, or of a part in one whose head is `around`. */
  read(text: string, from: number, to: number, around: H | null): HeadFound<H>;
}

/** A message or a part of one, as places in its bytes. */
export interface Part<H> {
  /** First byte of its head. */
  readonly from: number;
  readonly bodyFrom: number;
  readonly head: H;
  /** Behind the body: the line end before a boundary belongs to that (RFC 2046 section 5.1.1). */
  to: number;
  /** Empty where none of its boundaries was found. */
  readonly children: Part<H>[];
  /** The message that its body is. */
  message: Part<H> | null;
}

/** What was found; `cut` when there are more parts, or nested deeper, than anybody sends. */
export interface PartTree<H> {
  readonly root: Part<H>;
  readonly cut: boolean;
}

/** A part whose end was not found yet. */
interface OpenPart<H> {
  readonly part: Part<H>;
  /** Of one whose last boundary was not found yet; '' of others. */
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
 * Finds the parts of a message in one pass over its text, one character a byte. Each boundary of what is open ends
 * what is open within (RFC 2046 section 5.1.2). What is behind 1,000 parts, or nested deeper than 100, is not taken
 * apart.
 */
export const findParts = <H>(text: string, reader: HeadReader<H>): PartTree<H> =>
  new MessageSplitter(text, reader).split();

class MessageSplitter<H> {
  /** From the message to the part that is being read. */
  private readonly open: OpenPart<H>[] = [];
  /** Levels that a boundary belongs to, the innermost last. */
  private readonly levels = new Map<string, number[]>();
  private longest = 0;
  private parts = 0;
  private cut = false;

  constructor(
    private readonly text: string,
    private readonly reader: HeadReader<H>,
  ) {}

  split(): PartTree<H> {
    const root = this.begin(0, null);
    for (let from = this.innermost().bodyFrom; from < this.text.length;) from = this.goOn(from);
    this.closeTo(0, this.text.length);
    return { root, cut: this.cut };
  }

  private innermost = () => this.open.at(-1)!.part;

  /** Up to the next delimiter, and the head behind it; the place behind. */
  private goOn(from: number): number {
    const found = this.delimiterFrom(from);
    if (!found) return this.text.length;
    this.closeTo(found.level + 1, this.beforeLineEnd(found.line));
    const { part } = this.open[found.level]!;
    if (found.isLast) {
      // In front of all parts it ends none.
      if (part.children.length > 0) this.removeBoundary(found.level);
      return found.next;
    }
    part.children.push(this.begin(found.next, part.head));
    return this.innermost().bodyFrom;
  }

  /** Reads the head of a part, and of the message that it may be. */
  private begin(from: number, around: H | null): Part<H> {
    const to = this.headEnd(from);
    const { head, bodyFrom, boundary, isMessage } = this.reader.read(this.text, from, to, around);
    const part: Part<H> = { from, bodyFrom, head, to: bodyFrom, children: [], message: null };
    this.parts++;
    const mayNest = this.open.length < MAX_DEPTH && this.parts < MAX_PARTS;
    this.open.push({ part, boundary: mayNest ? boundary : '' });
    if (!mayNest) this.cut ||= boundary !== '' || isMessage;
    else if (boundary !== '') this.addBoundary(boundary);
    else if (isMessage) part.message = this.begin(bodyFrom, null);
    return part;
  }

  private addBoundary(boundary: string): void {
    const level = this.open.length - 1;
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
    while (this.open.length > level) {
      this.removeBoundary(this.open.length - 1);
      const { part } = this.open.pop()!;
      part.to = Math.max(part.bodyFrom, end);
    }
  }

  /** Behind the empty line that ends a head, or where a delimiter or the message ends it. */
  private headEnd(from: number): number {
    const { text } = this;
    for (let line = from, next; line < text.length; line = next) {
      next = this.nextLine(line);
      if (this.isEmpty(line) || this.reader.endsHead(text, line, next)) return next;
      if (this.delimiterAt(line)) return line;
    }
    return text.length;
  }

  private isEmpty(line: number): boolean {
    return this.text.startsWith('\n', line) || this.text.startsWith('\r\n', line);
  }

  private nextLine(from: number): number {
    return this.text.indexOf('\n', from) + 1 || this.text.length;
  }

  private delimiterFrom(place: number): Delimiter | null {
    if (this.levels.size === 0) return null;
    this.cut ||= this.parts >= MAX_PARTS;
    if (this.parts >= MAX_PARTS) return null;
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
    const next = this.nextLine(line);
    const name = this.text.slice(line + 2, next).trimEnd();
    if (name.length > this.longest + 2) return null;
    const level = this.levels.get(name)?.at(-1);
    if (level !== undefined) return { level, isLast: false, line, next };
    const last = name.endsWith('--') ? this.levels.get(name.slice(0, -2))?.at(-1) : undefined;
    return last === undefined ? null : { level: last, isLast: true, line, next };
  }

  private beforeLineEnd(line: number): number {
    const isPair = this.text.charCodeAt(line - 2) === CR;
    return Math.max(0, line - (isPair ? 2 : 1));
  }
}
