import type { Feature } from './model.js';

/** 1 for yes. */
export const flag = (is: boolean): number => (is ? 1 : 0);
/** Counts tell by their order of magnitude. */
export const magnitude = (count: number): number => Math.log2(1 + count) / 4;

/** By the names of features: what speaks, an example, and what answers; 1 for yes. */
export type Questions<Candidate> = Readonly<
  Record<string, readonly [says: string, example: string, of: (one: Candidate) => boolean | number]>
>;

/** The questions of a table, in its order. */
export const questions = <Candidate>(table: Questions<Candidate>): Feature<Candidate>[] =>
  Object.entries(table).map(([name, [says, example, of]]) => ({
    ...{ name, says, example },
    of: (one) => Number(of(one)),
  }));

/** The features of what a candidate is part of, as features of the candidate. */
export const featuresOf = <Candidate, Whole>(
  wholeOf: (one: Candidate) => Whole,
  features: readonly Feature<Whole>[],
): readonly Feature<Candidate>[] =>
  features.map((feature) => ({ ...feature, of: (one) => feature.of(wholeOf(one)) }));

/** How much of a mail is in words that are not known, from 0 to 1. */
type UnreadOf<Candidate> = (candidate: Candidate) => number;

/** The feature that the words of a mail are not known. */
export const unread = <Candidate>(of: UnreadOf<Candidate>): Feature<Candidate> => ({
  name: 'unread',
  says: 'How much of the mail is in words that are not known.',
  example: 'Sinu kinnituskood on 482913.',
  of,
});

/**
 * What structure tells counts apart where the words of a mail are not known: each feature has two weights, and the
 * share of words that are not known goes from one to the other.
 */
export const byReading = <Candidate>(
  features: readonly Feature<Candidate>[],
  unreadOf: UnreadOf<Candidate>,
): readonly Feature<Candidate>[] => [
  ...features.map((feature) => weighted(feature, 'read', (one) => 1 - unreadOf(one))),
  ...features.map((feature) => weighted(feature, 'unread', unreadOf)),
];

function weighted<Candidate>(
  feature: Feature<Candidate>,
  where: 'read' | 'unread',
  shareOf: (one: Candidate) => number,
): Feature<Candidate> {
  const known = where === 'read' ? 'known' : 'not known';
  return {
    ...feature,
    name: `${where}/${feature.name}`,
    says: `${feature.says} The words of the mail are ${known}.`,
    of(one) {
      const share = shareOf(one);
      return share === 0 ? 0 : share * feature.of(one);
    },
  };
}
