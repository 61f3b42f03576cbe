import type { Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';

/** Where a candidate stands behind a word that names it a code. */
export interface NamedSpot {
  readonly page: TextPage;
  readonly start: number;
  readonly line: number;
  readonly name: Hit;
  readonly label: 'code' | 'open';
  /** Whether its line ends with it, as in a list. */
  readonly isEntry: boolean;
}

/** A candidate and where it is named. */
export interface NamedCandidate {
  /** Less than 0 where nothing makes it a code. */
  readonly score: number;
  readonly spots: readonly NamedSpot[];
}

/** One place in each text of a mail tells how two candidates lie to each other. */
const MAX_SPOTS = 8;
/** Further apart one of them is told of in passing. */
const MAX_APART = 400;
/** Lines of one list, with a blank one between. */
const MAX_LINES = 2;

/** The places of two readings of one candidate. */
export const joinSpots = (
  { spots: first }: NamedCandidate,
  { spots: second }: NamedCandidate,
): readonly NamedSpot[] =>
  second.length === 0 || first.length >= MAX_SPOTS ? first : [...first, ...second];

/**
 * Whether two candidates each have a word of their own that names them a code, as in "Code for the old
 * address: 338071. Code for the new address: 905264".
 */
export const arePaired = (one: NamedCandidate, other: NamedCandidate): boolean =>
  gapBetween(one, other) !== null;

/** Of codes that stand side by side the first one is asked for first, whichever is surer. */
export function firstOfPairFirst<T extends NamedCandidate>(ranked: readonly T[]): readonly T[] {
  const [main] = ranked;
  if (!main || main.score < 0) return ranked;
  let first = main;
  for (const one of ranked)
    if (one !== first && one.score >= 0 && (gapBetween(one, first) ?? 0) > 0) first = one;
  return first === main ? ranked : [first, ...ranked.filter((one) => one !== first)];
}

/** Characters from one candidate to the other where both are labelled; null where they are no twins. */
function gapBetween(one: NamedCandidate, other: NamedCandidate): number | null {
  for (const spot of one.spots)
    for (const next of other.spots) if (areBeside(spot, next)) return next.start - spot.start;
  return null;
}

/** On lines of one list any word may say what a code is for. */
function areBeside(one: NamedSpot, other: NamedSpot): boolean {
  if (one.page !== other.page || one.name === other.name) return false;
  if (Math.abs(one.start - other.start) > MAX_APART) return false;
  const areSure = one.label === 'code' && other.label === 'code';
  return areSure || (one.isEntry && other.isEntry && Math.abs(one.line - other.line) <= MAX_LINES);
}
