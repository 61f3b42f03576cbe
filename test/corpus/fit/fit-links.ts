import { LINK_FEATURES } from '../../../src/mail/links/link-features.js';
import { LINK_ACTIONS, type LinkAction } from '../../../src/mail/links/link-address.js';
import { likeliestAction } from '../../../src/mail/links/link-scorer.js';
import { MODEL_VERSION, type Model } from '../../../src/mail/model/model.js';
import { fitWithout, rounded, sortedWeights, type Fitter } from './fit-model.js';
import type { LinkExample, LinkRow } from './link-rows.js';
import { LogisticRegression, packRows, type Fitted, type Penalty, type Row } from './logistic.js';

const PENALTY: Penalty = { l1: 3e-5, l2: 2e-5 };
/** The feature that is always there has what would be the intercept of an action. */
const ANY = LINK_FEATURES.findIndex(({ name }) => name === 'any');

/** Weights that tell what links do: one regression for each action. */
export const fitLinks = (examples: readonly LinkExample[], penalty = PENALTY): Model =>
  linkFitter(examples, penalty)();

export function linkFitter(examples: readonly LinkExample[], penalty = PENALTY): Fitter {
  const rows = examples.flatMap((one) => one.rows).map(withoutAny);
  const mails = examples.flatMap(({ mail, rows: own }) => own.map(() => mail));
  const packed = packRows(rows.map((row) => asked(row, 'verify')));
  const regressions = LINK_ACTIONS.map((action) => {
    const own = rows.map((row) => asked(row, action));
    return { action, fitted: new LogisticRegression(own, LINK_FEATURES.length, penalty, packed) };
  });
  return (isLeftOut) => ({
    version: MODEL_VERSION,
    decision: 'link',
    intercept: 0,
    weights: sortedWeights(
      regressions.flatMap(({ action, fitted }) =>
        weightsOf(action, fitWithout(fitted, mails, isLeftOut)),
      ),
    ),
  });
}

const withoutAny = (row: LinkRow): LinkRow => ({
  ...row,
  features: row.features.filter((feature) => feature !== ANY),
  values: row.values.filter((_, i) => row.features[i] !== ANY),
});

const asked = (row: LinkRow, action: LinkAction): Row => ({
  ...row,
  isRight: row.action === action,
});

const weightsOf = (action: LinkAction, { intercept, weights }: Fitted) =>
  LINK_FEATURES.map(({ name }, i): readonly [string, number] => [
    `${action}/${name}`,
    rounded(i === ANY ? intercept : weights[i]!),
  ]);

/** What a model makes of the links of mails. */
export interface LinkFigures {
  /** F1 of all links that do something, of the kind they are of. */
  readonly f1: number;
  /** Share of the mails without such a link in which none is found. */
  readonly clean: number;
  readonly links: number;
  readonly others: number;
}

export function judgeLinks(examples: readonly LinkExample[], model: Model): LinkFigures {
  const weights = LINK_ACTIONS.map((action) =>
    Float64Array.from(LINK_FEATURES, ({ name }) => model.weights[`${action}/${name}`] ?? 0),
  );
  let [right, given, asked, others, clean] = [0, 0, 0, 0, 0];
  for (const { mail, rows } of examples) {
    const wanted = LINK_ACTIONS.flatMap((action) =>
      mail.labels[action].map((url) => `${action} ${url}`),
    );
    const found = actionsOf(rows, weights);
    asked += wanted.length;
    given += found.length;
    right += found.filter((one) => wanted.includes(one)).length;
    if (wanted.length > 0) continue;
    others++;
    if (found.length === 0) clean++;
  }
  return {
    f1: asked + given === 0 ? 1 : (2 * right) / (asked + given),
    clean: others === 0 ? 1 : clean / others,
    links: asked,
    others,
  };
}

/** Kind and address of each link that does something, by the first of its places that tells. */
function actionsOf(rows: readonly LinkRow[], weights: readonly Float64Array[]): string[] {
  const found = new Map<string, string>();
  for (const row of rows) {
    const [verify, magic, reset] = weights.map((own) => sumOf(row, own));
    const action = likeliestAction({ verify: verify!, magic: magic!, reset: reset! }, row.unread);
    if (action && !found.has(row.url)) found.set(row.url, `${action} ${row.url}`);
  }
  return [...found.values()];
}

function sumOf({ features, values }: LinkRow, weights: Float64Array): number {
  let sum = 0;
  features.forEach((feature, k) => (sum += weights[feature]! * values[k]!));
  return sum;
}
