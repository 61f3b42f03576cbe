import { addUp, compileGroup, inMail, mostOf, type WeighedGroup } from '../model/groups.js';
import { createScorer, probabilityOf, readModel, type Model, type Scorer } from '../model/model.js';
import { LINK_ACTIONS, type LinkAction } from './link-address.js';
import type { LinkCase, LinkedMail } from './link-case.js';
import {
  LINK_FEATURES,
  OF_ADDRESS,
  OF_LINK,
  OF_MAIL,
  OF_PLACE,
  OF_TERMS,
} from './link-features.js';

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
  const weigh = createMailWeigher(model);
  const mails = new WeakMap<LinkedMail, WeighedLinks>();
  return {
    byAction: { verify: verify!, magic: magic!, reset: reset! },
    sums(link) {
      const known = mails.get(link.mail);
      const mail = known ?? weigh(link);
      if (!known) mails.set(link.mail, mail);
      const [ofVerify, ofMagic, ofReset] = sumLink(link, mail) as [number, number, number];
      return { verify: ofVerify, magic: ofMagic, reset: ofReset };
    },
  };
}

/** What a mail adds for all of its links, and the weights that the features of each have in it. */
interface WeighedLinks {
  /** In the order of the actions. */
  readonly sums: readonly number[];
  readonly own: WeighedGroup<LinkCase>;
  readonly terms: WeighedGroup<LinkCase>;
  readonly place: WeighedGroup<LinkCase>;
  readonly address: WeighedGroup<LinkCase>;
  /** What the place and the words of an address add for each action at most, and the words alone. */
  readonly mostOfBoth: readonly number[];
  readonly mostOfWords: readonly number[];
}

function createMailWeigher(model: Model): (link: LinkCase) => WeighedLinks {
  const three = (name: string) =>
    LINK_ACTIONS.map((action) => model.weights[`${action}/${name}`] ?? 0);
  const ofMail = compileGroup(OF_MAIL, three);
  const asked = [OF_LINK, OF_TERMS, OF_PLACE, OF_ADDRESS].map((group) =>
    compileGroup(group, three),
  );
  return (link) => {
    const { unread } = link.mail;
    const sums = LINK_ACTIONS.map(() => model.intercept);
    addUp(sums, link, inMail(ofMail, unread));
    const [own, terms, place, address] = asked.map((group) => inMail(group, unread));
    const mostOfWords = mostOf(address!, sums.length);
    const mostOfPlace = mostOf(place!, sums.length);
    const mostOfBoth = mostOfPlace.map((most, i) => most + mostOfWords[i]!);
    return {
      sums,
      own: own!,
      terms: terms!,
      place: place!,
      address: address!,
      mostOfBoth,
      mostOfWords,
    };
  };
}

/** Three actions below these log odds are less likely than `SURE`, all of them together. */
const FAR = -1.7;

/** For most links what takes a closer look is not asked: it could not make up for what else is known. */
function sumLink(link: LinkCase, mail: WeighedLinks): readonly number[] {
  const sums = [...mail.sums];
  const isFar = (most: readonly number[]) => sums.every((sum, i) => sum + most[i]! < FAR);
  addUp(sums, link, mail.own);
  if (link.around.size > 0) addUp(sums, link, mail.terms);
  if (isFar(mail.mostOfBoth)) return sums;
  addUp(sums, link, mail.place);
  if (!isFar(mail.mostOfWords)) addUp(sums, link, mail.address);
  return sums;
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
