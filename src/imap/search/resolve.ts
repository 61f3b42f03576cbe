import type { MessageMark, SearchKey } from '../session.js';
import type { SelectedMailbox } from '../selected-mailbox.js';
import type { Range } from '../wire/sequence-set.js';
import type { WrittenKey } from './keys.js';

/** What a search is run on. */
export interface SearchedMailbox {
  readonly selected: SelectedMailbox;
  /** `$`, as ranges: it may be named often. */
  readonly saved: readonly Range[];
}

/** The search with UIDs for its sets; numbers that no message has find nothing. */
export function resolved(written: WrittenKey, within: SearchedMailbox): SearchKey {
  switch (written.key) {
    case 'set':
      return { key: 'uids', ranges: rangesOf(written, within) };
    case 'keyword':
      return { key: within.selected.hasKeyword(written.name) ? 'all' : 'none' };
    case 'not':
      return { key: 'not', of: resolved(written.of, within) };
    case 'and':
    case 'or':
      return { key: written.key, of: written.of.map((one) => resolved(one, within)) };
    default:
      return written;
  }
}

function rangesOf(
  { set, by }: Extract<WrittenKey, { readonly key: 'set' }>,
  { selected, saved }: SearchedMailbox,
): readonly Range[] {
  return set === 'saved' ? saved : selected.uidsOf(set, by);
}

/** A test of what is known of each message, or null where storage has to be asked. */
export function testOf(search: SearchKey): ((mark: MessageMark) => boolean) | null {
  switch (search.key) {
    case 'all':
      return () => true;
    case 'none':
      return () => false;
    case 'seen':
      return ({ seen }) => seen;
    case 'unseen':
      return ({ seen }) => !seen;
    case 'uids':
      return ({ uid }) => isWithin(search.ranges, uid);
    case 'modseq':
      return ({ modseq }) => modseq >= search.from;
    case 'emailid':
      return ({ emailId }) => emailId === search.id;
    default:
      return testOfSeveral(search);
  }
}

/** Ranges ascend; there may be as many as a command has room for. */
function isWithin(ranges: readonly (readonly [from: number, to: number])[], uid: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle]![1] < uid) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low]![0] <= uid;
}

function testOfSeveral(search: SearchKey): ((mark: MessageMark) => boolean) | null {
  if (search.key === 'not') {
    const test = testOf(search.of);
    return test && ((mark) => !test(mark));
  }
  if (search.key !== 'and' && search.key !== 'or') return null;
  const tests = search.of.map(testOf).filter((test) => test !== null);
  if (tests.length < search.of.length) return null;
  return search.key === 'and'
    ? (mark) => tests.every((test) => test(mark))
    : (mark) => tests.some((test) => test(mark));
}
