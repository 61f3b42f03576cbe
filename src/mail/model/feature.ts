import type { Feature } from './model.js';

/** 1 for yes. */
export const flag = (is: boolean): number => (is ? 1 : 0);
/** Counts tell by their order of magnitude. */
export const magnitude = (count: number): number => Math.log2(1 + count) / 4;

/** What is asked of a candidate, by names. Beside each stands what speaks where it is not 0, and an example. */
export type Questions<Candidate> = Readonly<
  Record<string, (candidate: Candidate) => boolean | number>
>;

/** A table of features, which all speak for one side alone if any does. */
export const features = <Candidate>(
  questions: Questions<Candidate>,
  monotone?: Feature<Candidate>['monotone'],
): readonly Feature<Candidate>[] =>
  Object.entries(questions).map(([name, of]) => ({ name, monotone, of }));

/** The features of what a candidate is part of, as features of the candidate. */
export const featuresOf = <Candidate, Whole>(
  wholeOf: (one: Candidate) => Whole,
  own: readonly Feature<Whole>[],
): readonly Feature<Candidate>[] =>
  own.map(({ name, monotone, of }) => ({ name, monotone, of: (one) => of(wholeOf(one)) }));

/** How much of a mail is in words that are not known, from 0 to 1. */
type UnreadOf<Candidate> = (candidate: Candidate) => number;

/** The feature that the words of a mail are not known. */
export const unread = <Candidate>(of: UnreadOf<Candidate>): Feature<Candidate> => ({
  name: 'unread',
  of,
});

/** The same questions with a weight for each of several shares in which their answers count, by what names begin with. */
export const byShare = <Candidate>(
  known: readonly Feature<Candidate>[],
  shares: Readonly<Record<string, (candidate: Candidate) => number>>,
): readonly Feature<Candidate>[] =>
  Object.entries(shares).flatMap(([where, share]) =>
    known.map((feature) => ({ ...feature, share, name: `${where}/${feature.name}` })),
  );

/**
 * What structure tells counts apart where the words of a mail are not known: each feature has two weights, and the
 * share of words that are not known goes from one to the other.
 */
export const byReading = <Candidate>(
  known: readonly Feature<Candidate>[],
  unreadOf: UnreadOf<Candidate>,
): readonly Feature<Candidate>[] =>
  byShare(known, { read: (one) => 1 - unreadOf(one), unread: unreadOf });
