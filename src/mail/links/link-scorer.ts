import { createScorer, probabilityOf, readModel, type Model, type Scorer } from '../model/model.js';
import type { LinkCase, LinkedMail } from './link-case.js';
import type { LinkFeature } from './link-feature.js';
import {
  LINK_FEATURES,
  OF_ADDRESS,
  OF_LINK,
  OF_MAIL,
  OF_TERMS,
  type FeatureGroup,
} from './link-features.js';

/** What a link does for its receiver alone; each has weights of its own. */
export const LINK_ACTIONS = ['verify', 'magic', 'reset'] as const;
/** One of them. */
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** Log odds of each action. */
export type ActionSums = Readonly<Record<LinkAction, number>>;

/** From here on a link does something; where words are not known, structure alone has to be surer. */
const SURE = 0.5;
const SURE_UNREAD = 0.7;

/** Weighs links for all actions at once. */
export interface LinkScorer {
  sums(link: LinkCase): ActionSums;
  /** What the sum of each action is made of. */
  readonly byAction: Readonly<Record<LinkAction, Scorer<LinkCase>>>;
}

let loaded: LinkScorer | undefined;

/** Weighs links as `npm run fit` has found out; that itself reads mail while there are no weights yet. */
export const linkScorer = (): LinkScorer => (loaded ??= createLinkScorer(readModel('link')));

/** @throws Error when the model has weights of features or actions that are not there. */
export function createLinkScorer(model: Model): LinkScorer {
  const [verify, magic, reset] = LINK_ACTIONS.map((action) =>
    createScorer(weightsOf(model, action), LINK_FEATURES),
  );
  const groups = [OF_MAIL, OF_LINK, OF_TERMS, OF_ADDRESS].map((group) => compile(group, model));
  const { intercept } = model;
  const mails = new WeakMap<LinkedMail, WeighedMail>();
  const mailOf = (link: LinkCase) => {
    const known = mails.get(link.mail);
    if (known) return known;
    const [all, own, terms, address] = groups.map((group) => inMail(group, link.mail.unread));
    const sums = addUp(link, all!, { verify: intercept, magic: intercept, reset: intercept });
    const weighed = { sums, own: own!, terms: terms!, address: address!, most: mostOf(address!) };
    mails.set(link.mail, weighed);
    return weighed;
  };
  return {
    byAction: { verify: verify!, magic: magic!, reset: reset! },
    sums: (link) => sumLink(link, mailOf(link)),
  };
}

/** What a mail adds for all of its links, and the weights that the features of each have in it. */
interface WeighedMail {
  readonly sums: ActionSums;
  readonly own: WeighedGroup;
  readonly terms: WeighedGroup;
  readonly address: WeighedGroup;
  /** What the words of an address add for each action at most. */
  readonly most: ActionSums;
}

/** Three actions below these log odds are less likely than `SURE`, all of them together. */
const FAR = -1.7;

function sumLink(link: LinkCase, { sums, own, terms, address, most }: WeighedMail): ActionSums {
  const structure = addUp(link, own, sums);
  const isSilent = link.own.size === 0 && link.around.size === 0;
  const known = isSilent ? structure : addUp(link, terms, structure);
  // Most addresses need no look: none could make up for what else is known.
  const isFar = LINK_ACTIONS.every((action) => known[action] + most[action] < FAR);
  return isFar ? known : addUp(link, address, known);
}

/** Features that weigh anything; three weights each, in the order of the actions. */
interface WeighedGroup {
  readonly features: readonly LinkFeature[];
  readonly weights: Float64Array;
}

/** The two weights of each feature and action; what has but one has it twice. */
interface CompiledGroup {
  readonly features: readonly LinkFeature[];
  readonly read: Float64Array;
  readonly unread: Float64Array;
}

function compile({ structure, words }: FeatureGroup, { weights }: Model): CompiledGroup {
  const three = (name: string) => LINK_ACTIONS.map((action) => weights[`${action}/${name}`] ?? 0);
  const weighed = [
    ...words.map((feature) => {
      const own = three(feature.name);
      return { feature, read: own, unread: own };
    }),
    ...structure.map((feature) => {
      const { name } = feature;
      return { feature, read: three(`read/${name}`), unread: three(`unread/${name}`) };
    }),
  ].filter(({ read, unread }) => [...read, ...unread].some((weight) => weight !== 0));
  return {
    features: weighed.map(({ feature }) => feature),
    read: Float64Array.from(weighed.flatMap(({ read }) => read)),
    unread: Float64Array.from(weighed.flatMap(({ unread }) => unread)),
  };
}

/** The weights in a mail of which so much is in words that are not known. */
const inMail = ({ features, read, unread }: CompiledGroup, share: number): WeighedGroup => ({
  features,
  weights: share === 0 ? read : read.map((weight, i) => weight + share * (unread[i]! - weight)),
});

function addUp(
  link: LinkCase,
  { features, weights }: WeighedGroup,
  { verify, magic, reset }: ActionSums,
): ActionSums {
  const sums = { verify, magic, reset };
  for (let i = 0; i < features.length; i++) {
    const value = features[i]!.of(link);
    if (value === 0) continue;
    sums.verify += value * weights[3 * i]!;
    sums.magic += value * weights[3 * i + 1]!;
    sums.reset += value * weights[3 * i + 2]!;
  }
  return sums;
}

function mostOf({ weights }: WeighedGroup): ActionSums {
  const most = (first: number) =>
    weights.reduce((sum, weight, i) => sum + (i % 3 === first ? Math.max(0, weight) : 0), 0);
  return { verify: most(0), magic: most(1), reset: most(2) };
}

/** `verify/read/token.long`: weights begin with the action they are of. */
function weightsOf(model: Model, action: LinkAction): Model {
  const weights: Record<string, number> = {};
  for (const [name, weight] of Object.entries(model.weights)) {
    const [of, ...feature] = name.split('/');
    if (of === action) weights[feature.join('/')] = weight;
    else if (!LINK_ACTIONS.some((known) => known === of)) weights[name] = weight;
  }
  return { ...model, weights };
}

/**
 * What a link does, if it does anything: where words are not known, structure may tell that it acts on an account
 * before it tells which way, so the actions are likely or unlikely together.
 */
export function likeliestAction(sums: ActionSums, unread: number): LinkAction | null {
  const likely = LINK_ACTIONS.reduce((sum, action) => sum + probabilityOf(sums[action]), 0);
  if (likely < SURE + unread * (SURE_UNREAD - SURE)) return null;
  return LINK_ACTIONS.reduce((best, action) => (sums[action] > sums[best] ? action : best));
}
