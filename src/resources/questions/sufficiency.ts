import type { Passage, WeighedQuery } from './passages.js';
import { CERTAIN_KINDS } from './question-words.js';

// Below these shares of a question's words a passage says nothing about it; more is needed where it lacks what is
// asked. `own` is of the words that subject and sender leave open: they tell which mail, not what it says.
const ENOUGH = { coverage: 0.78, withoutKind: 0.85, own: 0.5 } as const;

/** Those passages that answer, in their order. */
export const answersAmong = (
  passages: readonly Passage[],
  { kinds }: Pick<WeighedQuery, 'kinds'>,
): readonly Passage[] => passages.filter((passage) => answers(passage, kinds));

function answers(
  { coverage, ownCoverage, hasKind }: Passage,
  kinds: WeighedQuery['kinds'],
): boolean {
  if (ownCoverage < ENOUGH.own) return false;
  if (kinds.size === 0 || hasKind) return coverage >= ENOUGH.coverage;
  return ![...kinds].some((kind) => CERTAIN_KINDS.has(kind)) && coverage >= ENOUGH.withoutKind;
}
