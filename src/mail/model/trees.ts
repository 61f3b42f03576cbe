import type { Addend, Feature, Forest, Scorer } from './model.js';
import { PER_ONE, readTree, type Tree, type TreeQuestion } from './tree-text.js';

/** Where a question leads to. */
function nextOf(
  [feature, bound, below, beyond]: TreeQuestion,
  answer: (feature: number) => number,
) {
  return answer(feature) <= bound / PER_ONE ? below : beyond;
}

/** What a tree says of a candidate. */
export function valueOf(tree: Tree, answer: (feature: number) => number): number {
  let node = tree;
  while (typeof node !== 'number') node = nextOf(node, answer);
  return node / PER_ONE;
}

/**
 * Adds up trees: they tell what features say together, as sums cannot.
 * @throws Error when a tree asks for a feature that is not there.
 */
export function createForest<Candidate>(
  { asked, trees: written }: Forest,
  features: readonly Feature<Candidate>[],
): Scorer<Candidate> {
  const trees = written.map(readTree);
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const questions = asked.map((name) => {
    const feature = byName.get(name);
    if (!feature) throw new Error(`the trees of a model have the unknown feature ${name}`);
    return feature;
  });
  const flat = flatten(trees);
  return {
    sum: (one) => sumOf(flat, questions, one),
    addends: (one) => addendsOf(trees, questions, answersOf(questions, one)),
  };
}

/** Trees in the order of a walk, node after node; a leaf has no question (-1) and its value in place of a bound. */
interface FlatTrees {
  readonly roots: Uint16Array;
  readonly question: Int16Array;
  readonly bound: Float64Array;
  /** Where it goes on beyond the bound; otherwise with the node that follows. */
  readonly beyond: Uint16Array;
}

const LEAF = -1;

function flatten(trees: readonly Tree[]): FlatTrees {
  const [question, bound, beyond]: [number[], number[], number[]] = [[], [], []];
  const add = (tree: Tree): number => {
    const isLeaf = typeof tree === 'number';
    const at = question.push(isLeaf ? LEAF : tree[0]) - 1;
    bound.push((isLeaf ? tree : tree[1]) / PER_ONE);
    beyond.push(0);
    if (isLeaf) return at;
    add(tree[2]);
    beyond[at] = add(tree[3]);
    return at;
  };
  const roots = Uint16Array.from(trees, add);
  return {
    roots,
    question: Int16Array.from(question),
    bound: Float64Array.from(bound),
    beyond: Uint16Array.from(beyond),
  };
}

/** Asks each question once, and only when a tree wants to know. */
function sumOf<Candidate>(
  { roots, question, bound, beyond }: FlatTrees,
  questions: readonly Feature<Candidate>[],
  one: Candidate,
): number {
  const known = new Float64Array(questions.length).fill(NaN);
  let sum = 0;
  for (let i = 0; i < roots.length; i++) {
    let node = roots[i]!;
    for (let asked = question[node]!; asked !== LEAF; asked = question[node]!) {
      if (Number.isNaN(known[asked]!)) known[asked] = Number(questions[asked]!.of(one));
      node = known[asked]! <= bound[node]! ? node + 1 : beyond[node]!;
    }
    sum += bound[node]!;
  }
  return sum;
}

/** The same for who asks in another order. */
function answersOf<Candidate>(questions: readonly Feature<Candidate>[], one: Candidate) {
  const known = new Float64Array(questions.length).fill(NaN);
  return (feature: number): number => {
    if (Number.isNaN(known[feature]!)) known[feature] = Number(questions[feature]!.of(one));
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
      const [feature] = node;
      const next = nextOf(node, answer);
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
  typeof tree === 'number' ? tree / PER_ONE : (usualOf(tree[2]) + usualOf(tree[3])) / 2;
