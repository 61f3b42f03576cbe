/** From so many children on a node has a row of its own. */
export const MANY = 6;
/** Cells of such a row. */
export const WIDTH = 32;
/** By ASCII code: 1 to 27 for the blank and the letters. */
export const COLUMNS = Uint8Array.from(
  { length: 0x80 },
  (_, code) => ' abcdefghijklmnopqrstuvwxyz'.indexOf(String.fromCharCode(code)) + 1,
);

/** No such node. */
export const NOWHERE = -1;

/** The flat tables of a trie (`scripts/lexicon-trie.ts` makes them). */
export interface TrieTables {
  /** By node: its first child; the first of the next node ends them. */
  readonly first: Int32Array;
  /** By node: the character that leads to it. */
  readonly chars: Uint16Array;
  /** The child of the root by character. */
  readonly starts: Int32Array;
  /** By node: its row in `wide`, where it has many children. */
  readonly rows: Uint16Array;
  /** By row and column: the child by its letter. */
  readonly wide: Int32Array;
}

/**
 * Texts by their characters. Nodes are numbered level by level, so that those of one parent are neighbours;
 * 0 is the root.
 */
export class Trie {
  constructor(private readonly tables: TrieTables) {}

  /** The child of a node by character; `NOWHERE` for none. */
  follow(node: number, char: number): number {
    const { first, chars, starts, rows, wide } = this.tables;
    if (node === 0) return starts[char]!;
    let child = first[node]!;
    const end = first[node + 1]!;
    if (end - child >= MANY && char < 0x80 && COLUMNS[char]! > 0)
      return wide[rows[node]! * WIDTH + COLUMNS[char]!]!;
    for (; child < end; child++) if (chars[child] === char) return child;
    return NOWHERE;
  }
}
