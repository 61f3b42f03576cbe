import { LINK_ACTIONS, type LinkAction } from '../../../src/mail/analysis.js';
import { likeliestAction, LINK_FEATURES } from '../../../src/mail/links/link-scorer.js';
import type { ChoiceModel } from '../../../src/mail/model/choice.js';
import { MODEL_VERSION } from '../../../src/mail/model/model.js';
import type { CorpusMail } from '../read.js';
import { weigh, withoutAnswers } from './answers.js';
import { namedWeights } from './fit-category.js';
import { fitWithout } from './fit-model.js';
import type { LinkExample, LinkRow } from './link-rows.js';
import { LogisticRegression, packRows, type Penalty, type Row } from './logistic.js';

const PENALTY: Penalty = { l1: 1e-5, l2: 2e-5 };
/** The feature that is always there has what would be the intercept of an action. */
const ANY = LINK_FEATURES.findIndex(({ name }) => name === 'any');

/** Where other things are, nothing is done for an account. */
const ELSEWHERE = /address\.(?:goods|invite|ends|title|page)$/;

/**
 * What still has to be completed is confirmed: it can speak for no other action, nor can an order, whatever few mails
 * seem to say.
 */
const monotoneIn = (action: LinkAction): number[] =>
  LINK_FEATURES.map(({ name }) => {
    if (name.endsWith('.pending')) return action === 'verify' ? 1 : -1;
    return ELSEWHERE.test(name) ? -1 : 0;
  });

/** Weights that tell what links do: one regression for each action. */
export const fitLinks = (examples: readonly LinkExample[], penalty = PENALTY): ChoiceModel =>
  linkFitter(examples, penalty)();

/** Fits the same mails, all of them or without some. */
export type LinkFitter = (isLeftOut?: (mail: CorpusMail) => boolean) => ChoiceModel;

export function linkFitter(examples: readonly LinkExample[], penalty = PENALTY): LinkFitter {
  const rows = examples
    .flatMap((one) => one.rows)
    .map((row) => withoutAnswers(row, (place) => place === ANY));
  const mails = examples.flatMap(({ mail, rows: own }) => own.map(() => mail));
  const packed = packRows(rows.map((row) => asked(row, 'verify')));
  const regressions = LINK_ACTIONS.map((action) => {
    const own = rows.map((row) => asked(row, action));
    const constrained = { ...penalty, monotone: monotoneIn(action) };
    return new LogisticRegression(own, LINK_FEATURES.length, constrained, packed);
  });
  return (isLeftOut) => {
    const fitted = regressions.map((one) => fitWithout(one, mails, isLeftOut));
    return {
      version: MODEL_VERSION,
      decision: 'link',
      among: LINK_ACTIONS,
      weights: namedWeights(LINK_FEATURES, (i) =>
        fitted.map(({ intercept, weights }) => rounded(i === ANY ? intercept : weights[i]!)),
      ),
    };
  };
}

const DIGITS = 2;
const rounded = (weight: number) => Number(weight.toFixed(DIGITS)) + 0;

const asked = (row: LinkRow, action: LinkAction): Row => ({
  ...row,
  isRight: row.action === action,
});

/** What a model makes of the links of mails. */
export interface LinkFigures {
  /** F1 of all links that do something, of the kind they are of. */
  readonly f1: number;
  /** Share of the mails without such a link in which none is found. */
  readonly clean: number;
  readonly links: number;
  readonly others: number;
}

export function judgeLinks(
  examples: readonly LinkExample[],
  { weights: named }: ChoiceModel,
): LinkFigures {
  const weights = LINK_ACTIONS.map((_, action) =>
    Float64Array.from(LINK_FEATURES, ({ name }) => named[name]?.[action] ?? 0),
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
    const action = likeliestAction(
      weights.map((own) => weigh(row, own)),
      row.unread,
    );
    if (action && !found.has(row.url)) found.set(row.url, `${action} ${row.url}`);
  }
  return [...found.values()];
}
