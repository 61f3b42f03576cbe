import { COLUMNS, MANY, NOWHERE, WIDTH, type TrieTables } from '../src/mail/text/trie.js';

/** The tables of some texts, and the node of each. */
export interface TrieOfTexts {
  readonly tables: TrieTables;
  readonly nodes: ReadonlyMap<string, number>;
}

/** Lays texts out level by level. */
export function buildTrie(texts: Iterable<string>): TrieOfTexts {
  const sorted = [...new Set(texts)].sort();
  const most = sorted.reduce((sum, { length }) => sum + length, 1);
  const all = { first: new Int32Array(most + 1), chars: new Uint16Array(most) };
  const nodes = new Map<string, number>();
  const count = layOut(sorted, all, nodes);
  const [first, chars] = [all.first.slice(0, count + 1), all.chars.slice(0, count)];
  const starts = new Int32Array(0x10000).fill(NOWHERE);
  for (let child = first[0]!; child < first[1]!; child++) starts[chars[child]!] = child;
  return { tables: { first, chars, starts, ...widen(first, chars) }, nodes };
}

/** Fills the tables of sorted texts; the number of nodes. */
function layOut(
  texts: readonly string[],
  { first, chars }: Pick<TrieTables, 'first' | 'chars'>,
  nodes: Map<string, number>,
): number {
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
    if (texts[from]?.length === depth) nodes.set(texts[from++]!, node);
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

/** Where the texts end that have the character of the first at a depth. */
function endOfBranch(texts: readonly string[], from: number, high: number, depth: number): number {
  const char = texts[from]!.charCodeAt(depth);
  let to = from + 1;
  while (to < high && texts[to]!.charCodeAt(depth) === char) to++;
  return to;
}

/** Rows by letter for the nodes that have many children. */
function widen(first: Int32Array, chars: Uint16Array): Pick<TrieTables, 'rows' | 'wide'> {
  const cells: number[] = [];
  const rows = new Uint16Array(chars.length);
  for (let node = 0; node < chars.length; node++) {
    const [from, to] = [first[node]!, first[node + 1]!];
    if (to - from < MANY) continue;
    rows[node] = cells.length / WIDTH;
    const row = new Array<number>(WIDTH).fill(NOWHERE);
    for (let child = from; child < to; child++) row[COLUMNS[chars[child]!] ?? 0] = child;
    cells.push(...row);
  }
  return { rows, wide: Int32Array.from(cells) };
}
