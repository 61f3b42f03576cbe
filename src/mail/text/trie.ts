/** From so many children on a node has a row of its own. */
const MANY = 6;
const WIDTH = 32;
/** By ASCII code: 1 to 27 for the blank and the letters. */
const COLUMNS = Uint8Array.from(
  { length: 0x80 },
  (_, code) => ' abcdefghijklmnopqrstuvwxyz'.indexOf(String.fromCharCode(code)) + 1,
);

/** No such node. */
export const NOWHERE = -1;

/**
 * Texts by their characters, in flat tables. Nodes are numbered level by level, so that those of one
 * parent are neighbours; 0 is the root.
 */
export class Trie {
  /** By node: its first child; the first of the next node ends them. */
  private readonly first: Int32Array;
  /** By node: the character that leads to it. */
  private readonly chars: Uint16Array;
  /** The child of the root by character. */
  private readonly starts = new Int32Array(0x10000).fill(NOWHERE);
  /** By node: its row in `wide`, where it has many children. */
  private readonly rows: Uint16Array;
  /** By row and column: the child by its letter. */
  private readonly wide: Int32Array;

  constructor(texts: Iterable<string>) {
    const sorted = [...new Set(texts)].sort();
    const size = sorted.reduce((sum, { length }) => sum + length, 1);
    const first = new Int32Array(size + 1);
    const chars = new Uint16Array(size);
    const count = this.layOut(sorted, first, chars);
    this.first = first.slice(0, count + 1);
    this.chars = chars.slice(0, count);
    for (let child = first[0]!; child < first[1]!; child++) this.starts[chars[child]!] = child;
    this.rows = new Uint16Array(count);
    this.wide = this.widen();
  }

  get size(): number {
    return this.chars.length;
  }

  /** The node that the characters of a text lead to; `NOWHERE` when no text begins with it. */
  nodeOf(text: string): number {
    let node = 0;
    for (let i = 0; i < text.length && node !== NOWHERE; i++)
      node = this.follow(node, text.charCodeAt(i));
    return node;
  }

  /** The child of a node by character; `NOWHERE` for none. */
  follow(node: number, char: number): number {
    if (node === 0) return this.starts[char]!;
    let child = this.first[node]!;
    const end = this.first[node + 1]!;
    if (end - child >= MANY && char < 0x80 && COLUMNS[char]! > 0)
      return this.wide[this.rows[node]! * WIDTH + COLUMNS[char]!]!;
    for (; child < end; child++) if (this.chars[child] === char) return child;
    return NOWHERE;
  }

  /** Fills the tables of sorted texts; the number of nodes. */
  private layOut(texts: readonly string[], first: Int32Array, chars: Uint16Array): number {
    // By node: the texts below it stand together, since they begin alike.
    const low = new Int32Array(chars.length);
    const high = new Int32Array(chars.length);
    const depths = new Uint16Array(chars.length);
    high[0] = texts.length;
    let count = 1;
    for (let node = 0; node < count; node++) {
      first[node] = count;
      const depth = depths[node]!;
      let from = low[node]!;
      // The shortest stands first.
      if (texts[from]?.length === depth) from++;
      while (from < high[node]!) {
        const to = endOfBranch(texts, from, high[node]!, depth);
        chars[count] = texts[from]!.charCodeAt(depth);
        depths[count] = depth + 1;
        low[count] = from;
        high[count++] = from = to;
      }
    }
    first[count] = count;
    return count;
  }

  private widen(): Int32Array {
    const cells: number[] = [];
    for (let node = 0; node < this.size; node++) {
      const [from, to] = [this.first[node]!, this.first[node + 1]!];
      if (to - from < MANY) continue;
      this.rows[node] = cells.length / WIDTH;
      const row = new Array<number>(WIDTH).fill(NOWHERE);
      for (let child = from; child < to; child++) row[COLUMNS[this.chars[child]!] ?? 0] = child;
      cells.push(...row);
    }
    return Int32Array.from(cells);
  }
}

/** Where the texts end that have the character of the first at a depth. */
function endOfBranch(texts: readonly string[], from: number, high: number, depth: number): number {
  const char = texts[from]!.charCodeAt(depth);
  let to = from + 1;
  while (to < high && texts[to]!.charCodeAt(depth) === char) to++;
  return to;
}
