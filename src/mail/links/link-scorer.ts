import {
  createChoiceScorer,
  readChoiceModel,
  type ChoiceModel,
  type ChoiceScorer,
} from '../model/choice.js';
import { byReading, features, unread } from '../model/feature.js';
import { probabilityOf, type Feature } from '../model/model.js';
import { ofStructure } from './features-of-structure.js';
import { ofWords } from './features-of-words.js';
import { LINK_ACTIONS, type LinkAction } from '../analysis.js';
import type { LinkCase } from './link-case.js';

const unreadOf = ({ mail }: LinkCase) => mail.unread;

/** All that is asked of a link, whatever it may do, in the order in which weights are fitted. */
export const LINK_FEATURES: readonly Feature<LinkCase>[] = [
  ...features<LinkCase>({
    // It is a link. `https://a.example/`
    any: () => 1,
  }),
  unread(unreadOf),
  ...ofWords,
  ...byReading(ofStructure, unreadOf),
];

/** Weighs links for all actions at once: log odds, in the order of `LINK_ACTIONS`. */
export type LinkScorer = ChoiceScorer<LinkCase>;

/** From here on a link does something; where words are not known, structure alone has to be surer. */
const SURE = 0.5;
const SURE_UNREAD = 0.7;

let loaded: LinkScorer | undefined;

/** Weighs links as `npm run fit` has found out; that itself reads mail while there are no weights yet. */
export const linkScorer = (): LinkScorer => (loaded ??= createLinkScorer(readChoiceModel('link')));

/** @throws Error when the model has weights of features or actions that are not there. */
export const createLinkScorer = (model: ChoiceModel): LinkScorer =>
  createChoiceScorer(model, LINK_ACTIONS, LINK_FEATURES);

/**
 * What a link does, if it does anything: where words are not known, structure may tell that it acts on an account
 * before it tells which way, so the actions are likely or unlikely together.
 */
export function likeliestAction(sums: readonly number[], unread: number): LinkAction | null {
  const likely = sums.reduce((all, sum) => all + probabilityOf(sum), 0);
  if (likely < SURE + unread * (SURE_UNREAD - SURE)) return null;
  return LINK_ACTIONS[sums.indexOf(Math.max(...sums))]!;
}
