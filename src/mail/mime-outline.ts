const LF = 0x0a;
const CR = 0x0d;
/** What begins a line that may be a boundary; a lone CR before it is tolerated. */
const DASHES = [Buffer.from('\n--'), Buffer.from('\n\r--')];
/** Below so many bytes, leaving some out costs more than reading them. */
const MIN_MESSAGE = 4 * 1024;
const MIN_CUT = 512;
/** Nobody sends more heads than that; the splitter gives up before. */
const MAX_HEADS = 2000;

interface Cut {
  /** Where it was made, as a place in the outline. */
  readonly at: number;
  /** How many bytes were left out up to here. */
  readonly left: number;
}

/** A message without the inside of its bodies, which say nothing about its parts. */
export interface Outline {
  readonly bytes: Buffer;
  /** A stretch of the outline with what was left out of it. */
  readonly whole: (stretch: Buffer) => Buffer;
}

/**
 * Leaves out the lines that stand behind an empty one and before the next that begins with two
 * hyphens, but for the first and the last three: the splitter looks at each line on its own and puts
 * them together again, and parts begin and end in what is kept.
 */
export function outlineOf(raw: Buffer): Outline {
  const cuts: Cut[] = [];
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end } of raw.length < MIN_MESSAGE ? [] : insides(raw)) {
    const before = cuts.at(-1)?.left ?? 0;
    pieces.push(raw.subarray(from, start));
    cuts.push({ at: start - before, left: before + end - start });
    from = end;
  }
  if (cuts.length === 0) return { bytes: raw, whole: (stretch) => stretch };
  const bytes = Buffer.concat([...pieces, raw.subarray(from)]);
  return { bytes, whole: (stretch) => wholeOf(stretch, bytes, raw, cuts) };
}

interface Inside {
  readonly start: number;
  readonly end: number;
}

function* insides(raw: Buffer): Generator<Inside> {
  const dashes = new DashSearch(raw);
  for (let head = 0, heads = 0; head < raw.length && heads < MAX_HEADS; heads++) {
    const body = endOfHead(raw, head);
    const next = dashes.from(body);
    const start = raw.indexOf(LF, body) + 1;
    const end = lineBefore(raw, lineBefore(raw, lineBefore(raw, next)));
    if (start > 0 && end - start >= MIN_CUT) yield { start, end };
    head = next;
  }
}

/** Where the line begins that ends before a place. */
const lineBefore = (raw: Buffer, place: number) =>
  place < 2 ? 0 : raw.lastIndexOf(LF, place - 2) + 1;

/** The place behind the next empty line. */
function endOfHead(raw: Buffer, head: number): number {
  let start = head;
  for (let end = raw.indexOf(LF, start); end >= 0; end = raw.indexOf(LF, start)) {
    const length = end - start;
    start = end + 1;
    if (length === 0 || (length === 1 && raw[end - 1] === CR)) return start;
  }
  return raw.length;
}

/** Finds the lines that begin with hyphens; each place is looked at once. */
class DashSearch {
  private readonly places = DASHES.map(() => -1);

  constructor(private readonly raw: Buffer) {}

  /** The first such line at or after a place where a line begins. */
  from(place: number): number {
    DASHES.forEach((dashes, i) => {
      if (this.places[i]! >= place) return;
      const found = this.raw.indexOf(dashes, Math.max(0, place - 1));
      this.places[i] = found < 0 ? this.raw.length : found + 1;
    });
    return Math.min(...this.places);
  }
}

function wholeOf(stretch: Buffer, outline: Buffer, raw: Buffer, cuts: readonly Cut[]): Buffer {
  const start = stretch.byteOffset - outline.byteOffset;
  const end = start + stretch.length;
  if (start < 0 || end > outline.length || stretch.buffer !== outline.buffer) return stretch;
  return raw.subarray(start + leftBefore(cuts, start + 1), end + leftBefore(cuts, end));
}

/** How many bytes were left out before a place of the outline. */
function leftBefore(cuts: readonly Cut[], place: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cuts[middle]!.at < place) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : cuts[low - 1]!.left;
}
