import type { Addend, Feature, Forest, Scorer, Tree } from './model.js';

/** Where a candidate ends up in a tree. */
export function leafOf(tree: Tree, answer: (feature: number) => number): number {
  let node = tree;
  while (typeof node !== 'number') node = answer(node[0]) <= node[1] ? node[2] : node[3];
  return node;
}

/**
 * Adds up trees: they tell what features say together, as sums cannot.
 * @throws Error when a tree asks for a feature that is not there.
 */
export function createForest<Candidate>(
  { asked, trees }: Forest,
  features: readonly Feature<Candidate>[],
): Scorer<Candidate> {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const questions = asked.map((name) => {
    const feature = byName.get(name);
    if (!feature) throw new Error(`the trees of a model have the unknown feature ${name}`);
    return feature;
  });
  return {
    sum(one) {
      const answer = answersOf(questions, one);
      return trees.reduce<number>((sum, tree) => sum + leafOf(tree, answer), 0);
    },
    addends: (one) => addendsOf(trees, questions, answersOf(questions, one)),
  };
}

/** Asks each question once, and only when a tree wants to know. */
function answersOf<Candidate>(questions: readonly Feature<Candidate>[], one: Candidate) {
  const known = new Float64Array(questions.length).fill(NaN);
  return (feature: number): number => {
    if (Number.isNaN(known[feature]!)) known[feature] = questions[feature]!.of(one);
    return known[feature]!;
  };
}

/** What each answer changes on the way through the trees, from what is usual there. */
function addendsOf<Candidate>(
  trees: readonly Tree[],
  questions: readonly Feature<Candidate>[],
  answer: (feature: number) => number,
): Addend[] {
  const changes = new Map<number, number>();
  let usual = 0;
  for (let node of trees) {
    usual += usualOf(node);
    while (typeof node !== 'number') {
      const [feature, bound, below, beyond] = node;
      const next = answer(feature) <= bound ? below : beyond;
      changes.set(feature, (changes.get(feature) ?? 0) + usualOf(next) - usualOf(node));
      node = next;
    }
  }
  return [
    { name: 'trees', value: 1, adds: usual },
    ...[...changes].map(([feature, adds]) => ({
      name: `trees/${questions[feature]!.name}`,
      value: answer(feature),
      adds,
    })),
  ];
}

/** The middle of what a tree may come to. */
const usualOf = (tree: Tree): number =>
  typeof tree === 'number' ? tree : (usualOf(tree[2]) + usualOf(tree[3])) / 2;
