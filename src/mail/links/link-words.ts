import type { MailSigns } from '../codes/code-mail.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { ACTION_KINDS, TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import { filledLine, firstHitFrom, type TermCounts, type TextPage } from '../text/page.js';
import { caseNumberAt } from '../threads/case-number.js';
import type { TermKind } from '../words/roles.js';
import { alternatives } from '../words/word-lists.js';
import type { LinkAction } from '../analysis.js';
import type { WebLink } from './web-links.js';

/** The words that say what a link is for. */
export interface LinkWords {
  /** Kinds of terms in its text, or in its picture's description. */
  readonly own: ReadonlySet<TermKind>;
  /** Kinds of terms in what leads to it; none where its own text says enough. */
  readonly near: ReadonlySet<TermKind>;
}

/** What a link is not for an account when these stand in its text. */
const ELSEWHERE: readonly TermKind[] = [...TOPIC_KINDS, 'errand', 'ignore'];
/** Kinds that say what a link is for; others ("tap here", "valid for") do not. */
const SAYS_WHAT_FOR: readonly TermKind[] = [
  ...ELSEWHERE,
  ...(['verify', 'signIn', 'reset', 'unsubscribe'] as const),
];

/** Whether the text of a link names something that is no account. */
export const saysElsewhere = ({ own }: LinkWords): boolean =>
  ELSEWHERE.some((kind) => own.has(kind));

const YES = new RegExp(
  String.raw`^(?:(?:${alternatives('yes')})(?![\p{L}\p{M}])|${alternatives('yes.joined')})`,
  'iu',
);

/** Whether the text of a link begins with a yes. */
export const saysYes = (text: string): boolean => YES.test(text);

/** Whether the text of a link says what it does. */
export const saysAction = (text: string, { own }: LinkWords): boolean =>
  saysYes(text) || ACTION_KINDS.some((kind) => own.has(kind));

/** Whether whoever follows a link leaves a list. */
export const isToLeave = (words: LinkWords, isPage: boolean): boolean =>
  words.own.has('unsubscribe') ||
  (words.near.has('unsubscribe') && !isPage && !saysElsewhere(words));

/** A mail as far as it is read for all links at once. */
interface TitledMail {
  readonly subject: TextPage;
  readonly signs: Pick<MailSigns, 'counts' | 'subject'>;
}

/** What a mail says of all of its links. */
export interface MailWords {
  /** Kinds of terms in the subject. */
  readonly title: ReadonlySet<TermKind>;
  /** Whether it informs or sells to all who are on a list. */
  readonly isToMany: boolean;
  /** Whether "confirm" and "approve" mean what the subject names: an appointment, an order. */
  readonly isOfGoods: boolean;
}

/** The term that names each action. */
export const ACTION_TERMS: Readonly<Record<LinkAction, TermKind>> = {
  verify: 'verify',
  magic: 'signIn',
  reset: 'reset',
};
const ALL_ACTIONS: readonly TermKind[] = [...Object.values(ACTION_TERMS), 'direct'];
const GOODS: readonly TermKind[] = ['order', 'offer', 'errand'];
/** What is said to somebody who has asked for the mail, or before something takes effect. */
const TO_ONE: readonly TermKind[] = ['pending', 'direct', 'once', 'ignore'];

const namesGoods = (kinds: ReadonlySet<TermKind>) => GOODS.some((kind) => kinds.has(kind));

/** "Confirm appointment", "See activity": what a link does is said of no account. */
export const isOfGoods = ({ own }: LinkWords): boolean =>
  namesGoods(own) || (own.has('notice') && !own.has('verify') && !own.has('pending'));

/** Reads the subject, and to whom the mail speaks. */
export function mailWords({ subject, signs: { counts, subject: kinds } }: TitledMail): MailWords {
  const isOfCase = caseNumberAt(subject.text) >= 0;
  const isToOne = TO_ONE.some((kind) => counts[kind]);
  const isOfAccount = isToOne || namesProven(subject.text);
  return {
    // The title of a case is what somebody asked for help with.
    title: without(
      kinds,
      isOfCase ? ALL_ACTIONS : namesGoods(kinds) && !isOfAccount ? ['verify'] : [],
    ),
    isToMany: !isToOne && !asksOne(kinds) && speaksToMany(counts),
    isOfGoods: namesGoods(kinds) && !isOfAccount,
  };
}

const speaksToMany = ({ unsubscribe, news, offer, code }: TermCounts): boolean =>
  Boolean(unsubscribe && (news || offer)) && !code;

/** What a link does is named in the subject of a mail that was sent for it. */
const asksOne = (title: ReadonlySet<TermKind>) =>
  Object.values(ACTION_TERMS).some((kind) => title.has(kind));

const PROVEN = foldedWords('proven');

/** Whether an address, an account or what else is proven is named. */
function namesProven(said: string): boolean {
  const plain = fold(said);
  return PROVEN.some((word) => plain.includes(word));
}

const without = (kinds: ReadonlySet<TermKind>, gone: readonly TermKind[]) =>
  gone.length === 0 ? kinds : new Set([...kinds].filter((kind) => !gone.includes(kind)));

const NONE: ReadonlySet<TermKind> = new Set();

/** Reads what is said of one of the links of a page, without what is said of something else. */
export function readWords(
  page: TextPage,
  links: readonly WebLink[],
  i: number,
  mail: MailWords,
): LinkWords {
  const { text, isAddress, start, target } = links[i]!;
  // `lumora.example/activate`: the words of an address are weighed with where it leads; a button above it has its own.
  const named = isAddress
    ? links.find((one) => !one.isAddress && one.target.url === target.url)
    : links[i];
  const shown = named ? hitsOf(page, named) : [];
  const shownIn = named?.described ? named.text : page.text;
  const said = kindsOf(shown);
  const around = SAYS_WHAT_FOR.some((kind) => said.has(kind)) ? [] : hitsAround(page, links, i);
  const near = kindsOf(around);
  // "Not you? Write to us" leads those somewhere who did not ask for the mail.
  const last = around.findLast(
    ({ end: before, term }) => before <= start && SAYS_WHAT_FOR.includes(term.kind),
  );
  // "Switch to the new address" names what is confirmed; a verb of Vietnamese is two words.
  const isPhrase = (hit: Hit) =>
    hit.term.kind === 'verify' && /\S\s+\S+\s+\S/.test(shownIn.slice(hit.start, hit.end));
  const ignored = last?.term.kind === 'ignore' ? readIgnored(page.text, start) : null;
  const own = ignored === 'leads' ? new Set([...said, 'ignore' as const]) : said;
  const others = ALL_ACTIONS.filter(
    (kind) =>
      mail.isToMany ||
      (kind === 'verify' &&
        (namesGoods(own) || (mail.isOfGoods && !namesProven(text) && !shown.some(isPhrase)))),
  );
  return {
    own: without(own, others),
    near: without(near, notMeant(near, ignored, others)),
  };
}

/** A full stop, and nothing but blanks and signs behind it. */
const SENTENCE_OVER = /[.。।]\P{L}{0,8}$/u;

/** "Not you? Write to us" leads to a link; "If this was not you, ignore it." is over before the one the mail was sent for. */
const readIgnored = (text: string, start: number) =>
  SENTENCE_OVER.test(text.slice(Math.max(0, start - 12), start)) ? 'over' : 'leads';

/** What the words around a link say of something else. */
function notMeant(
  near: ReadonlySet<TermKind>,
  ignored: 'over' | 'leads' | null,
  others: readonly TermKind[],
): readonly TermKind[] {
  if (ignored === 'over') return ['ignore', ...others];
  return near.has('ignore') ? ALL_ACTIONS : others;
}

const kindsOf = (hits: readonly Hit[]): ReadonlySet<TermKind> =>
  hits.length === 0 ? NONE : new Set(hits.map(({ term }) => term.kind));

const hitsOf = (page: TextPage, { described, descriptionHits, start, end }: WebLink) =>
  described ? descriptionHits : hitsIn(page, start, end);

function hitsIn({ hits }: TextPage, start: number, end: number): Hit[] {
  const found: Hit[] = [];
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.end <= end; i++)
    if (found.length < 50) found.push(hits[i]!);
  return found;
}

/** Characters before and behind a link that tell what it is for. */
const LEAD = 300;
const TAIL = 60;
/** Links before and behind one that may share its line. */
const BESIDE = 2;

/** The terms on both sides of a link up to the next ones: of its line, or of the last line with words above it. */
function hitsAround(page: TextPage, links: readonly WebLink[], i: number): readonly Hit[] {
  const { start, end, line, target } = links[i]!;
  const { text, lines } = page;
  const isOther = (link: WebLink) => link.target.url !== target.url;
  const before = links.slice(Math.max(0, i - BESIDE), i).findLast(isOther)?.end ?? 0;
  const behind = links.slice(i + 1, i + 1 + BESIDE).find(isOther)?.start ?? text.length;
  const own = lines[line]!;
  const lineEnd = Math.min(own.end, end + TAIL);
  const lead = text.slice(Math.max(own.start, start - LEAD), start);
  const isAlone = !/\p{L}/u.test(lead) && !WORDS.test(text.slice(end, lineEnd));
  const from = ((isAlone && filledLine(page, line, -1, WORDS)) || own).start;
  return [
    ...hitsIn(page, Math.max(from, start - LEAD, before), start),
    ...hitsIn(page, end, Math.min(lineEnd, behind)),
  ];
}

const WORDS = /\p{L}{2}/u;
