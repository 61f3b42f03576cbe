import type { Link, LinkKind } from '../analysis.js';
import { safeText, shorten } from '../text/safe-text.js';
import { takesBack } from './link-address.js';
import type { LinkCase } from './link-case.js';
import { linkRisks } from './link-risk.js';
import { likeliestAction, linkScorer, type LinkScorer } from './link-scorer.js';
import { isToLeave } from './link-words.js';

const MAX_TEXT = 200;

/** The links of a mail, each address once, with kind and risks. */
export function readLinks(cases: readonly LinkCase[], scorer = linkScorer()): Link[] {
  const found = new Map<string, Link>();
  for (const one of cases) {
    const { url } = one.link.target;
    const known = found.get(url);
    if (known && known.kind !== 'other') continue;
    found.set(url, toLink(one, scorer));
  }
  return [...found.values()];
}

function toLink(one: LinkCase, scorer: LinkScorer): Link {
  const { text, target } = one.link;
  return {
    url: safeText(target.url),
    kind: kindOf(one, scorer),
    text: safeText(shorten(singleBlanks(text), MAX_TEXT)),
    risk: linkRisks(target.parsed, text),
  };
}

/** What its structure and its words make of a link; that one leaves a list is said by words alone. */
function kindOf(one: LinkCase, scorer: LinkScorer): LinkKind {
  const isNone = isQuoted(one) || takesBack(one.address);
  const action = isNone ? null : likeliestAction(scorer.sums(one), one.mail.unread);
  return action ?? (isToLeave(one.words, one.address.isPage) ? 'unsubscribe' : 'other');
}

/** What a reply quotes is blank in its page; of a long one only the beginning is there. */
export const isQuoted = ({ page: { text }, link: { start, end, described } }: LinkCase) =>
  !described && end <= text.length && text.slice(start, end).trim() === '';

const BLANKS = /\s\s|[^\S ]/;

/** Most texts have single blanks only, which is found out faster than it is made so. */
const singleBlanks = (text: string) => (BLANKS.test(text) ? text.replace(/\s+/g, ' ') : text);
