/** Bounds and values of trees are in hundredths: that makes files shorter. */
export const PER_ONE = 100;
/** The bound between no (0) and yes (1). */
const BETWEEN_NO_AND_YES = PER_ONE / 2;

/** The place of a feature, a bound, what holds up to it, and what holds beyond. */
export type TreeQuestion = readonly [number, number, Tree, Tree];
/** A value, or a question. Values (log odds) and bounds are in hundredths. */
export type Tree = number | TreeQuestion;

/**
 * A tree as model files have it: its nodes in the order of a walk, values with their sign, bounds behind `<` where
 * they part other answers than no and yes. `33+8 7<25-3+0`: +8 without feature 33, -3 with it where feature 7 is 0.25
 * at most.
 */
export function printTree(tree: Tree): string {
  if (typeof tree === 'number') return tree < 0 ? String(tree) : `+${tree}`;
  const [feature, bound, below, beyond] = tree;
  const asked = bound === BETWEEN_NO_AND_YES ? '' : `<${bound}`;
  const [first, second] = [below, beyond].map((node) =>
    typeof node === 'number' ? printTree(node) : ` ${printTree(node)}`,
  );
  return `${feature}${asked}${first}${second}`;
}

const NODES = /([+-])?(\d+)(?:<(-?\d+))?/g;

/** @throws Error when it is cut short, or no tree. */
export function readTree(text: string): Tree {
  const nodes = text.matchAll(NODES);
  const next = (): Tree => {
    const [, sign, number, bound = BETWEEN_NO_AND_YES] = nodes.next().value ?? [];
    if (sign || number === undefined) return Number(`${sign}${number}`);
    return [Number(number), Number(bound), next(), next()];
  };
  const tree = next();
  if (printTree(tree) !== text) throw new Error(`a tree of a model is not complete: ${text}`);
  return tree;
}
