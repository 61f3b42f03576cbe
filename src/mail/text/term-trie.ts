import { CharKind, charKinds } from './fold.js';
import { Trie } from './trie.js';
import { lexiconTables } from '../words/lexicon-file.js';

const TABLES = lexiconTables();
const MAX_JOINTS = 3;

/** The words of all languages, folded. */
export const TRIE = new Trie(TABLES);
/** By node: the lists of terms that end there (`term-lists.ts`); 0 where none does. */
export const MARKS = TABLES.marks;

/** Where what stands between two words ends, of which the first character is known. */
export function skipJoints(text: string, start: number): number {
  let i = start + 1;
  while (i < start + MAX_JOINTS && charKinds[text.charCodeAt(i)] === CharKind.Joint) i++;
  return i;
}

/** Whether a word ends at a place. */
export function endsWord(text: string, end: number): boolean {
  const last = charKinds[text.charCodeAt(end - 1)];
  const next = end < text.length ? charKinds[text.charCodeAt(end)] : CharKind.Other;
  // 「密码：」 ends in its colon, whatever follows.
  if (last !== CharKind.Letter && last !== CharKind.Digit) return true;
  return next !== CharKind.Letter && next !== CharKind.Digit;
}
