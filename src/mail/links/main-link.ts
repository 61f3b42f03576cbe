import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import { isPersonal, type LinkAddress } from './link-address.js';
import { ACTION_KINDS, has, saysYes } from './link-words.js';
import { firstHitFrom, type TermCounts, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** A link as far as it tells whether the mail was sent for it. */
export interface PlacedLink extends Span {
  readonly text: string;
  /** The text is a description (of a picture), not part of the page. */
  readonly described: boolean;
  /** The terms of a description. */
  readonly descriptionHits: readonly Hit[];
  readonly target: { readonly url: string; readonly address: LinkAddress };
  /** The index of the line it begins in. */
  readonly line: number;
  /** Whether it is all that its line says. */
  readonly isApart: boolean;
}

/** The mail that links stand in, as far as it tells which pictures are emblems. */
export interface LinkedPage {
  /** The name of its sender. */
  readonly sender: string | null;
  /** Whether there is a code to type. */
  readonly hasCode: boolean;
}

/** The link a mail was sent for. */
export interface MainLink {
  readonly url: string;
  /** Whether no other link is made for the receiver. */
  readonly isOnly: boolean;
  /** Whether its own words say what it does, and others that are made for the receiver stand beside it. */
  readonly isTold: boolean;
}

const LEAVING: ReadonlySet<TermKind> = new Set(['unsubscribe']);

/** Kinds of terms in the text of links that are for something else. */
const ELSEWHERE: ReadonlySet<TermKind> = new Set([
  ...TOPIC_KINDS,
  ...(['unsubscribe', 'ignore', 'errand'] as const),
]);

/**
 * The link a mail was sent for: the only one that is made for the receiver, or, where every link is
 * (they are counted), the first that has a line of its own; words before pictures. Null when there is none.
 */
export function mainLink(
  page: TextPage,
  links: readonly PlacedLink[],
  mail: LinkedPage,
): MainLink | null {
  const personal = links.filter(
    (link) =>
      isPersonal(link.target.address) && !says(page, link, LEAVING) && !isEmblem(page, link, mail),
  );
  const urls = new Set(personal.map(({ target }) => target.url));
  if (urls.size === 1) return { url: personal[0]!.target.url, isOnly: true, isTold: false };
  const apart = personal.filter((link) => link.isApart && !saysElsewhere(page, link));
  const told = apart.find((link) => saysAction(page, link));
  const main = told ?? apart.find(({ described }) => !described) ?? longest(apart);
  return main ? { url: main.target.url, isOnly: false, isTold: told !== undefined } : null;
}

/** By how much the description of a button is longer than all others. */
const FAR_LONGER = 1.5;

/** The one long description: logos and icons are called by a name, buttons by what they do. */
function longest(links: readonly PlacedLink[]): PlacedLink | undefined {
  const [first, ...others] = [...links].sort((a, b) => b.text.length - a.text.length);
  const next = others.find(({ target }) => target.url !== first!.target.url);
  return next && first!.text.length < next.text.length * FAR_LONGER ? undefined : first;
}

/** Logos and icons, which lead to a site: a picture that does not say what it does, beside a code to type. */
function isEmblem(page: TextPage, link: PlacedLink, { sender, hasCode }: LinkedPage): boolean {
  if (!link.described || saysAction(page, link)) return false;
  return hasCode || isNameOf(link.text, sender);
}

/** "Northwind", "Northwind Logo": more than a word beside the name says something. */
function isNameOf(text: string, name: string | null): boolean {
  const [shown, named] = [wordsIn(text), wordsIn(name ?? '')];
  if (named.length === 0 || shown.length === 0) return false;
  return named.every((word) => shown.includes(word)) && shown.length <= named.length + 1;
}

const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

type Stretch = Pick<PlacedLink, 'start' | 'end' | 'described'>;

/** So much beside a link may be signs and blanks. */
const MAX_MARGIN = 40;

/** Whether a link is all that its line says; a picture leaves nothing and stands where lines meet. */
export function isApart(text: string, line: Span, { start, end, described }: Stretch): boolean {
  if (described && start === end) return start === line.start || start === line.end;
  if (start - line.start > MAX_MARGIN || line.end - end > MAX_MARGIN) return false;
  return isBlank(text.slice(line.start, start)) && isBlank(text.slice(end, line.end));
}

const isBlank = (text: string) => !/[\p{L}\p{N}]/u.test(text);

const ACTIONS: ReadonlySet<TermKind> = new Set(['verify', 'signIn', 'reset', 'pending']);

/** Who says yes to what the mail asks may name it: "Yes, I want the newsletter". */
const saysElsewhere = (page: TextPage, link: PlacedLink) =>
  !saysYes(link.text) && says(page, link, ELSEWHERE);

const saysAction = (page: TextPage, link: PlacedLink) =>
  saysYes(link.text) || says(page, link, ACTIONS);

function says({ hits }: TextPage, link: PlacedLink, kinds: ReadonlySet<TermKind>): boolean {
  if (link.described) return link.descriptionHits.some(({ term }) => kinds.has(term.kind));
  const { start, end } = link;
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.end <= end; i++)
    if (kinds.has(hits[i]!.term.kind)) return true;
  return false;
}

/** What a mail says of the link it was sent for. */
export interface MailPurpose {
  /** No other link is made for the receiver. */
  readonly isOnly: boolean;
  /** It reports what happened already. */
  readonly reports: boolean;
  /** It speaks of goods and payments more than in passing. */
  readonly sells: boolean;
  /** Whether the link opens something by itself: "click here and you are signed in", once or for some minutes. */
  readonly opens: boolean;
  /** What ends soon is the link: no code is spoken of. */
  readonly isOnce: boolean;
  /** Terms of the page and the subject. */
  readonly counts: TermCounts;
}

const MUCH = 2;

/** Reads what the page and the subject say of what is to be done. */
export function mailPurpose(
  { isOnly }: MainLink,
  hits: readonly Hit[],
  subject: readonly Hit[],
): MailPurpose {
  const counts: Partial<Record<TermKind, number>> = {};
  for (const { term } of [...subject, ...hits]) counts[term.kind] = (counts[term.kind] ?? 0) + 1;
  const isOnce = endsWithUse(counts);
  return {
    isOnly,
    // "Flood alerts: provisional registration" asks for what is still to be done.
    reports: has(subject, 'notice') && !has(subject, 'pending'),
    sells: sellingOf(counts) > MUCH,
    opens: Boolean(counts.direct) || isOnce,
    isOnce,
    counts,
  };
}

const endsWithUse = ({ once, code, maybeCode }: TermCounts) => Boolean(once) && !code && !maybeCode;

const sellingOf = ({ order = 0, money = 0, offer = 0 }: TermCounts) => order + money + offer;

/** What newsletters and offers speak of, and what only mail to one does. */
const TO_MANY: ReadonlySet<TermKind> = new Set(['news', 'offer']);
const TO_ONE: ReadonlySet<TermKind> = new Set([
  ...(['pending', 'direct', 'once', 'ignore', 'code'] as const),
]);
/** Where the subject asks for something that may be meant. */
const ENOUGH_AGAINST_SUBJECT = 2;

/** Whether a mail that can be unsubscribed from informs or sells: its links open pages. */
export function isForMany(hits: readonly Hit[], subject: readonly Hit[]): boolean {
  if (!hits.some(({ term }) => term.kind === 'unsubscribe')) return false;
  const asks = subject.some(({ term }) => ACTION_KINDS.has(term.kind));
  return countToMany([subject, hits]) >= (asks ? ENOUGH_AGAINST_SUBJECT : 1);
}

/** None where anything is said to one; terms that share words say one thing. */
function countToMany(lists: readonly (readonly Hit[])[]): number {
  let count = 0;
  for (const list of lists) {
    let said = 0;
    for (const { term, start, end } of list) {
      if (TO_ONE.has(term.kind)) return 0;
      if (!TO_MANY.has(term.kind)) continue;
      if (start >= said) count++;
      said = end;
    }
  }
  return count;
}

/** By the index of a line: the address of the link that is all it holds. */
export function linkLines(links: readonly PlacedLink[]): Map<number, string> {
  const apart = links.filter((link) => !link.described && link.isApart);
  return new Map(apart.map(({ line, target }) => [line, target.url]));
}
