import type { Link, LinkKind } from '../analysis.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import { firstHitFrom, type TextPage } from '../text/page.js';
import { safeText, shorten } from '../text/safe-text.js';
import { caseNumberAt } from '../threads/case-number.js';
import type { TermKind } from '../words/roles.js';
import { isBusinessConfirmation, namesObject } from './business-confirmation.js';
import { takesBack } from './link-address.js';
import {
  MAX_LINKS,
  toCases,
  type LinkCase,
  type LinkMail,
  type ReadLink,
  type WebLink,
} from './link-case.js';
import { ACTION_KINDS, agrees, isToLeave, type LinkWords } from './link-words.js';
import { linkRisks } from './link-risk.js';
import { likeliestAction, linkScorer, type LinkScorer } from './link-scorer.js';
import { isForMany, linkLines, mailPurpose, mainLink, type MailPurpose } from './main-link.js';
import { webLinks, type RawLink } from './web-links.js';

const MAX_TEXT = 200;
/** Characters before and behind a link that tell what it is for. */
const LEAD = 300;
const TAIL = 60;
/** Links before and behind one that may share its line. */
const BESIDE = 2;

/** The links of a page, each address once, with kind and risks. */
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
  const shown = safeText(shorten(singleBlanks(text), MAX_TEXT));
  return {
    url: safeText(target.url),
    kind: kindOf(one, scorer),
    text: shown,
    risk: linkRisks(target.parsed, text),
  };
}

/** What its structure and its words make of a link; that one leaves a list is said by words alone. */
function kindOf(one: LinkCase, scorer: LinkScorer): LinkKind {
  const isNone = isQuoted(one) || takesBack(one.link.target.address);
  const action = isNone ? null : likeliestAction(scorer.sums(one), one.mail.unread);
  return action ?? (isToLeave(one.words) ? 'unsubscribe' : 'other');
}

/** What a reply quotes is blank in its page. */
export const isQuoted = ({ page, link: { start, end, described } }: LinkCase) =>
  !described && page.text.slice(start, end).trim() === '';

/** The links of a page with all that their features ask for, in the order of their place. */
export function linkCases(page: TextPage, raw: readonly RawLink[], mail: LinkMail): LinkCase[] {
  const links = webLinks(page, raw.slice(0, MAX_LINKS), mail.termsOf);
  if (links.length === 0) return [];
  const subject = withoutCase(mail.subject);
  const main = mainLink(page, links, { sender: mail.from.name, hasCode: mail.hasCode });
  const told = main && mailPurpose(main, page.hits, subject);
  const lines = linkLines(links);
  const isPublic = isForMany(page.hits, subject);
  const isOfBusiness = isBusinessConfirmation(page, mail.subject);
  const read = links.map((link, i) => {
    const isMain = link.target.url === main?.url;
    return readWords(page, link, {
      subject,
      lines,
      isPublic,
      isOfBusiness,
      links,
      index: i,
      purpose: isMain && !isPublic ? told : null,
      isTold: !isMain && (mail.hasCode || main?.isTold === true),
    });
  });
  return toCases(page, read, main, mail);
}

const NO_HITS: readonly Hit[] = [];
/** "[Case 48291] Password reset fails": the title of a case is what somebody asked for help with. */
const withoutCase = ({ text, hits }: TextPage): readonly Hit[] =>
  caseNumberAt(text) < 0 ? hits : hits.filter(({ term }) => !ACTION_KINDS.has(term.kind));

/** What the words of a link are read with. */
interface LinkContext {
  readonly subject: readonly Hit[];
  readonly purpose: MailPurpose | null;
  readonly isPublic: boolean;
  readonly isOfBusiness: boolean;
  /** Whether a code or another link is what the mail was sent for; pictures beside it do not lead there. */
  readonly isTold: boolean;
  /** All of the page, and its place among them. */
  readonly links: readonly WebLink[];
  readonly index: number;
  /** Lines that are nothing but a link, and those that lead to one: its address. */
  readonly lines: Map<number, string>;
}

function readWords(page: TextPage, link: WebLink, context: LinkContext): ReadLink {
  const { subject, purpose, isPublic, lines } = context;
  const own = ownHits(page, link);
  const isSilent = !isMute(own) || (link.described && context.isTold);
  const near = isSilent ? NO_HITS : outside(link, hitsAround(page, link, lines), context);
  // "If this was not you" is followed by links that are for something else.
  const around = near.some(isIgnore) ? NO_HITS : near;
  const isForOthers = around !== near && isIgnore(lastBefore(near, link.start));
  const isOfBusiness = context.isOfBusiness && !namesObject(page, [...own, ...around]);
  const words: LinkWords = {
    address: link.target.address,
    own,
    around,
    subject,
    purpose,
    isPublic,
    isOfBusiness,
    isForOthers,
    // "Has your order arrived?" — "Yes" says nothing of an account.
    agrees: purpose !== null && !isOfBusiness && agrees(link.text, own),
  };
  return { link, words, around: kindsOf(near) };
}

const NO_KINDS: ReadonlySet<TermKind> = new Set();

const kindsOf = (hits: readonly Hit[]): ReadonlySet<TermKind> =>
  hits.length === 0 ? NO_KINDS : new Set(hits.map(({ term }) => term.kind));

const BLANKS = /\s\s|[^\S ]/;

/** Most texts have single blanks only, which is found out faster than it is made so. */
const singleBlanks = (text: string) => (BLANKS.test(text) ? text.replace(/\s+/g, ' ') : text);

/** Kinds that say what a link is for; others ("tap here", "valid for") do not. */
const SAYS_WHAT_FOR: ReadonlySet<TermKind> = new Set([
  ...TOPIC_KINDS,
  ...(['verify', 'signIn', 'reset', 'unsubscribe', 'ignore', 'number', 'errand'] as const),
]);

/** The terms that a link itself says. */
function ownHits(
  page: TextPage,
  { described, descriptionHits, isAddress, start, end }: WebLink,
): readonly Hit[] {
  if (described) return descriptionHits;
  // `lumora.example/activate`: the words of an address are weighed with where it leads.
  return isAddress ? NO_HITS : hitsIn(page.hits, start, end);
}

/** An address for a text, or words that no list knows: "here", "continue". */
const isMute = (own: readonly Hit[]) => !own.some(({ term }) => SAYS_WHAT_FOR.has(term.kind));

const isIgnore = (hit: Hit | undefined) => hit?.term.kind === 'ignore';

/** The last term before a place that says what something is for. */
const lastBefore = (hits: readonly Hit[], place: number): Hit | undefined =>
  hits.findLast(({ start, term }) => start < place && SAYS_WHAT_FOR.has(term.kind));

function hitsIn(hits: readonly Hit[], start: number, end: number): Hit[] {
  const found: Hit[] = [];
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.end <= end; i++)
    if (found.length < 50) found.push(hits[i]!);
  return found;
}

/** The terms of the link's line; of one alone on its line, those of the last line with words. */
function hitsAround(
  { text, lines, hits }: TextPage,
  { start, end, described, target, line: index }: WebLink,
  linked: Map<number, string>,
): readonly Hit[] {
  const line = lines[index]!;
  // A picture between two lines belongs to the one above it.
  const lineEnd = described && end === line.start ? end : line.end;
  const lead = text.slice(Math.max(line.start, start - LEAD), start);
  const isAlone = !/\p{L}/u.test(lead) && !isFollowed(text, end, lineEnd);
  const first = isAlone ? (lastWithWords(text, lines, index - 1) ?? index) : index;
  // Below another link this one leads elsewhere, and a line leads to one link only.
  if (first !== index && !isFor(linked, first, target.url)) return NO_HITS;
  const from = Math.max(lines[first]!.start, start - LEAD);
  return hitsIn(hits, from, Math.min(lineEnd, end + TAIL));
}

/** The first of several links in a line, or one that a sentence begins with. */
const isFollowed = (text: string, end: number, lineEnd: number): boolean =>
  /\p{L}{2}/u.test(text.slice(end, Math.min(lineEnd, end + TAIL)));

/** What the text of another link says is not said of this one, nor what an address is made of. */
function outside(
  { target: { url } }: WebLink,
  hits: readonly Hit[],
  { links, index }: LinkContext,
): readonly Hit[] {
  if (hits.length === 0) return hits;
  const others = links
    .slice(Math.max(0, index - BESIDE), index + BESIDE + 1)
    .filter((other) => !other.described && (other.target.url !== url || other.isAddress));
  return hits.filter(
    (hit) => !others.some(({ start, end }) => hit.start >= start && hit.end <= end),
  );
}

function isFor(linked: Map<number, string>, line: number, url: string): boolean {
  const known = linked.get(line);
  if (known === undefined) linked.set(line, url);
  return known === undefined || known === url;
}

function lastWithWords(text: string, lines: TextPage['lines'], from: number): number | undefined {
  for (let i = from; i >= Math.max(0, from - 4); i--)
    if (
      /\p{L}{2}/u.test(text.slice(lines[i]!.start, Math.min(lines[i]!.end, lines[i]!.start + 500)))
    )
      return i;
  return undefined;
}
