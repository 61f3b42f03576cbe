import type { RawCode, Shape } from './code-candidates.js';
import { emphasisWeight } from './code-emphasis.js';
import { linkedPieces } from './code-links.js';
import { contextWeight } from './code-likeness.js';
import { isAskedFor, lifetimeWeight, purposeWeight } from './code-purpose.js';
import {
  CODE_NAMES,
  endsSentence,
  IS,
  nearestName,
  NUMBERS,
  placeOf,
  type Name,
  type Place,
} from './code-names.js';
import type { Hit } from './lexicon.js';
import { firstHitFrom, type Page, type TermCounts } from './page.js';
import type { TermKind } from './words/words.js';

// Weights are log odds: they add up, and 0 is as likely as not.
const PRIOR = -4.5;
const SHAPES: Readonly<Record<Shape, number>> = {
  digits: 0,
  groups: 0.4,
  uneven: -1.4,
  dotted: -1.6,
  single: 1,
  prefixed: 1,
  upper: 0,
  lower: -1.2,
  letters: -2.2,
};
const DIGIT_COUNTS: Readonly<Record<number, number>> = { 4: 0, 5: 0.2, 6: 0.9, 7: 0, 8: 0.3 };
const RARE_COUNT = -0.5;
/** `SAVE20`, `WELCOME2026`: what a shop gives away. */
const WORD_AND_COUNT = /^(?=.{0,3}[AEIOUY])[A-Z]{4,}\d{1,4}$/;
const SLOGAN = -2;
/** Letters and digits in turns are made by chance. */
const TURN = /[A-Z](?=-?\d)|\d(?=-?[A-Z])/g;
const TURNS = 2;
const MIXED = 0.6;
/** "482913 is your code" */
const ANNOUNCED = 1;
const ANNOUNCED_BY_TITLE = 2;
const ALONE = 1.6;
/** A row of boxes with nothing beside them. */
const BOXES = 1.5;
const HELD = 0.8;
const IN_SUBJECT = 0.5;
const LABELLED = 0.8;
const UNANNOUNCED = -4;
const SPELLED = 1;
/** "Your code is x7k9q2": no word of the sentence. */
const SAID_TO_BE = 1;
const MAX_VERB = 12;
/** `YD-4829`: boards and registers number their entries so; codes have one letter. */
const LETTERS_BEFORE = -1.4;
/** The way from a name to a number that its colon or "is" leads to counts less. */
const DIRECT = 3;
const MAX_DIRECT = 80;

const OTHER_REACH = 45;
/** Characters between the name of a code and what it calls so. */
const CALLED = 8;

/** What one kind of evidence says of a candidate, as log odds. */
type Evidence = (place: Place, name: Name | null) => number;

const EVIDENCE: Readonly<Record<string, Evidence>> = {
  shape: ({ raw }) => shapeWeight(raw),
  name: (place, name) =>
    Math.max(
      name ? nameWeight(name, place) : 0,
      isFree(name, place) ? purposeWeight(place) : -Infinity,
    ),
  lifetime: (place, name) => (isOpen(kindOf(name)) ? lifetimeWeight(place) : 0),
  standing: standingWeight,
  held: ({ page, raw }) => (page.source !== 'subject' && isHeld(page, raw) ? HELD : 0),
  context: contextWeight,
};
const WEIGHTS = Object.values(EVIDENCE);

/** The log odds of a candidate; `mail` is what the mail as a whole speaks of. */
export function weighCode(page: Page, raw: RawCode, mail: MailWeight): number {
  const place = placeOf(page, raw);
  const name = nearestName(place);
  let score = PRIOR + mail(kindOf(name), place);
  for (const weigh of WEIGHTS) score += weigh(place, name);
  return score;
}

const kindOf = (name: Name | null) => name?.hit.term.kind ?? null;

/** Whether a word for a code stands right before a candidate, or leads to it. */
export function isCalledCode(page: Page, raw: RawCode): boolean {
  const name = nearestName(placeOf(page, raw));
  return (
    name !== null && name.leads && name.distance <= CALLED && CODE_NAMES.has(name.hit.term.kind)
  );
}

/** Whether the name of another number or of another kind of code leads right to a candidate. */
export function isCalledOther(page: Page, raw: RawCode): boolean {
  const name = nearestName(placeOf(page, raw));
  if (!name?.leads || name.distance > CALLED) return false;
  const { kind } = name.hit.term;
  return kind === 'otherCode' || kind === 'number' || belongsToOther(page, name);
}

/** Why a candidate has its log odds, for those who tune. */
export function explainCode(page: Page, raw: RawCode, mail: MailWeight): Record<string, unknown> {
  const place = placeOf(page, raw);
  const name = nearestName(place);
  const weights = Object.entries(EVIDENCE).map(([kind, weigh]): [string, number] => [
    kind,
    weigh(place, name),
  ]);
  const named = name && `${name.hit.term.kind} at ${name.distance}`;
  return {
    prior: PRIOR,
    mail: mail(kindOf(name), place),
    ...Object.fromEntries(weights),
    named,
  };
}

/** What is known of a mail as a whole. */
export interface MailSigns {
  /** Terms of all its pages. */
  readonly counts: TermCounts;
  /** Kinds of the terms in its subject. */
  readonly subject: ReadonlySet<TermKind>;
  /** Whether it was sent to a list. */
  readonly isBulk: boolean;
  readonly isInvitation: boolean;
  /** Whether somebody wrote it who shows his own name, and does not pass on another mail. */
  readonly isPersonal: boolean;
  /** Addresses of its links. */
  readonly urls: readonly string[];
}

/** What a mail says as a whole for or against a candidate, by the kind of its name and its place. */
export type MailWeight = (named: TermKind | null, place: Place) => number;

/** Weighs the mail once for all its candidates. */
export function mailWeight(mail: MailSigns): MailWeight {
  let signs = 0;
  for (const [kind, weight] of MAIL_SIGNS) if (mail.counts[kind]) signs += weight;
  const support = Math.min(2, signs);
  const balance = 0.7 * Math.max(0, dealing(mail) - proving(mail));
  const personal = balance + (mail.isPersonal ? TOLD_BY_PERSON : 0);
  const against = Math.min(MAX_AGAINST, personal + (isReport(mail.counts) ? REPORTED : 0));
  const askedAgainst = Math.min(MAX_AGAINST, personal) / 2;
  const unnamed = unnamedWeight(mail);
  const single = mail.counts.reset || isBrief(mail.counts) ? SINGLE : 0;
  const linked = linkWeight(mail.urls);
  return (named, place) => {
    const isAsked = mayBeAsked(named) && isAskedFor(place);
    const own = named === null ? unnamed(place, isAsked) : named === 'backup' ? single : 0;
    const doubt = isAsked ? askedAgainst : named === 'code' ? against / 2 : against;
    return support + linked(place.raw.code) + own - doubt;
  };
}

/** What stands for and against numbers that nothing names. */
function unnamedWeight({
  counts,
  subject,
  urls,
}: MailSigns): (place: Place, isAsked: boolean) => number {
  const announced = PROOFS.some((kind) => subject.has(kind)) ? IN_TITLE : 0;
  const told = isToldOf(counts) ? TOLD_IN_BODY : 0;
  const isOpen = urls.length === 0 && SHORT_LIVED.some((kind) => counts[kind]);
  const unasked = isOpen || TYPED.some((kind) => counts[kind]) ? 0 : UNASKED;
  return ({ alone, page }, isAsked) =>
    (alone ? announced : isAsked ? 0 : -unasked) + (page.source === 'subject' ? told : 0);
}

/** Addresses are only read where there is a candidate. */
function linkWeight(urls: readonly string[]): (code: string) => number {
  let pieces: ReturnType<typeof linkedPieces> | null = null;
  return (code) => {
    pieces ??= linkedPieces(urls);
    return LINKED[pieces.get(code) ?? 'not'];
  };
}

const isOpen = (named: TermKind | null) => named === null || named === 'digits';

const mayBeAsked = (named: TermKind | null) => isOpen(named) || named === 'maybeCode';

const isToldOf = ({ enter, lasts, secret, ignore, code, digits }: TermCounts) =>
  Boolean(enter) && Boolean(lasts ?? secret ?? ignore ?? code ?? digits);

/** It tells of a payment or an order and asks for nothing: its codes are receipts. */
const isReport = (counts: TermCounts) =>
  Boolean(counts.money ?? counts.order) && !ASKS.some((kind) => counts[kind]);

const ASKS = ['code', 'verify', 'signIn', 'reset', 'enter', 'secret', 'lasts'] as const;
const REPORTED = 2.5;
/** People tell each other codes of doors. */
const TOLD_BY_PERSON = 1;

const MAIL_SIGNS: readonly (readonly [TermKind, number])[] = [
  ['code', 0.5],
  ['maybeCode', 0.3],
  ['secret', 0.7],
  ['ignore', 0.6],
  ['lasts', 0.3],
  ['verify', 0.4],
  ['signIn', 0.3],
  ['reset', 0.3],
  ['enter', 0.2],
  ['purpose', 0.3],
];
/** "Your recovery code is 482913": no list, but a code for a new password. */
const SINGLE = 5;
/** The body tells what to do with a number that only the subject holds. */
const TOLD_IN_BODY = 2;
const LINKED = { acts: 1, identifies: -3, not: 0 } as const;
const MAX_AGAINST = 3.5;
/** It neither speaks of a code nor of typing one: what confirms is a link. */
const UNASKED = 1.5;
const TYPED = ['code', 'maybeCode', 'digits', 'enter'] as const;
/** Without a link these are said of what the mail holds. */
const SHORT_LIVED = ['pending', 'direct', 'secret', 'second', 'minute'] as const;
const PROOFS = ['code', 'verify', 'signIn', 'reset'] as const;
/** The subject says what a number is for that stands alone and has no name. */
const IN_TITLE = 1.5;
const MAX_TIMES = 4;
/** "Your discount code" */
const OTHER_IN_TITLE = 2.5;

/** Mail that sells, delivers, invites or reports a payment holds numbers that are called codes, too. */
function dealing({ counts, subject, isBulk, isInvitation }: MailSigns): number {
  let sum = (isBulk ? (counts.news ? 3 : 2) : 0) + (isInvitation ? 4 : 0);
  if (subject.has('otherCode')) sum += OTHER_IN_TITLE;
  for (const kind of ['order', 'money', 'offer'] as const) {
    const times = Math.min(MAX_TIMES, counts[kind] ?? 0);
    sum += times * (kind === 'money' ? 0.5 : 0.9) + (subject.has(kind) ? 1.5 : 0);
  }
  return sum;
}

/** What is sold or sent lasts longer than minutes. */
const isShort = ({ second, minute, lasts }: TermCounts) => Boolean((minute ?? second) && lasts);

const isBrief = ({ lasts, second, minute, hour }: TermCounts) =>
  Boolean(lasts && (second ?? minute ?? hour));

function proving({ counts, subject }: MailSigns): number {
  let sum = (counts.secret ? 2 : 0) + (counts.ignore ? 1 : 0) + (isShort(counts) ? 1.5 : 0);
  for (const kind of PROOFS) sum += (counts[kind] ? 0.7 : 0) + (subject.has(kind) ? 2 : 0);
  return sum;
}

const DIGITS_ONLY: ReadonlySet<Shape> = new Set([
  ...(['digits', 'groups', 'uneven', 'dotted', 'single'] as const),
]);

function shapeWeight({ code, shape }: RawCode): number {
  if (DIGITS_ONLY.has(shape)) return SHAPES[shape] + (DIGIT_COUNTS[code.length] ?? RARE_COUNT);
  if (shape === 'prefixed') return SHAPES[shape] + (code[1] === '-' ? 0 : LETTERS_BEFORE);
  if (WORD_AND_COUNT.test(code)) return SHAPES[shape] + SLOGAN;
  return SHAPES[shape] + (code.length < 6 ? -0.5 : 0) + (isMixed(code) ? MIXED : 0);
}

/** Whether what a number is for may decide: nothing says that it is another number. */
const isFree = (name: Name | null, { page }: Place) =>
  !name || (CODE_NAMES.has(name.hit.term.kind) && !belongsToOther(page, name));

const isMixed = (code: string) => (code.match(TURN)?.length ?? 0) >= TURNS;

/** Names of codes win over distance; names of other numbers have to be close. */
function nameWeight(name: Name, place: Place): number {
  const { hit, distance } = name;
  const kind = belongsToOther(place.page, name) ? 'otherCode' : hit.term.kind;
  const fade = distance / (leadsTo(place, name) ? 25 * DIRECT : 25);
  if (kind === 'code') return Math.max(2, 6 - fade);
  if (kind === 'maybeCode') return Math.max(1, 4.2 - fade);
  if (kind === 'digits') return Math.max(0, 2.2 - fade);
  if (kind === 'otherCode') return -5;
  if (kind === 'backup') return -1;
  if (distance <= 12) return -5;
  return place.alone ? -3 : -1;
}

/** "Meeting ID: 882 9104 Passcode: …", "booking code": the word is part of another thing's name. */
function belongsToOther({ text, hits }: Page, name: Name): boolean {
  const last = firstHitFrom(hits, name.hit.start) - 1;
  for (let i = last; i >= 0 && hits[i]!.end === hits[last]!.end; i--)
    if (isPartOf(hits[i]!, name, text)) return true;
  return false;
}

/** What has a number: "your request number 620417". */
const NUMBERED: ReadonlySet<TermKind> = new Set([...NUMBERS, 'support', 'offer']);

function isPartOf(before: Hit, { hit, leads, distance }: Name, text: string): boolean {
  if (hit.start - before.end > OTHER_REACH) return false;
  const gap = text.slice(before.end, hit.start);
  const isGeneral = hit.term.kind === 'maybeCode';
  const isOpen = isGeneral || (hit.term.kind === 'digits' && leads && distance <= CALLED);
  if (NUMBERED.has(before.term.kind)) return isOpen && /^[ -]?$/.test(gap);
  return before.term.kind === 'otherCode' && leadsOn(gap) && (isGeneral || /\d/.test(gap));
}

/** Whether the name of another code also says what the next words name. */
function leadsOn(gap: string): boolean {
  // "Webinar ID: 882 910 443. Passcode: 551820"
  return !endsSentence(gap) || /^[\s:#\d()-]*\d\.\s$/.test(gap);
}

/** How the candidate is set off from what is around it. */
function standingWeight(place: Place, name: Name | null): number {
  const { page, raw, alone } = place;
  const setting = alone ? aloneWeight(raw) : page.source === 'subject' ? IN_SUBJECT : 0;
  const spelled = raw.shape !== 'letters' ? 0 : isSpelled(place, name) ? SPELLED : UNANNOUNCED;
  return setting + (name ? sayingWeight(place, name) : 0) + spelled + emphasisWeight(page, raw);
}

/** How a name and its number are put together. */
function sayingWeight(place: Place, name: Name): number {
  const { page, raw } = place;
  const labelled = isLabelled(page, raw, name) ? LABELLED : 0;
  const announced = announces(place, name) ? announcedWeight(place, name) : 0;
  const direct = raw.shape === 'lower' && isSaidToBe(page, raw, name) ? SAID_TO_BE : 0;
  return labelled + announced + direct;
}

/** "Your code is x7k9q2": the verb may be part of the name. */
const isSaidToBe = ({ text }: Page, { start }: RawCode, { hit, leads, distance }: Name) =>
  leads &&
  distance <= CALLED &&
  CODE_NAMES.has(hit.term.kind) &&
  IS.test(text.slice(Math.max(0, start - MAX_VERB), start));

/** Brackets or quotation marks of its own: 「482913」, [482913]. */
const isHeld = ({ text }: Page, { start, end }: RawCode) =>
  /["“„«「『【[]/.test(text.charAt(start - 1)) && /["”“»」』】\]]/.test(text.charAt(end));

const aloneWeight = ({ shape }: RawCode) => (shape === 'single' ? ALONE + BOXES : ALONE);

/** "… : 482913" */
function isLabelled({ text }: Page, { start }: RawCode, { leads, hit }: Name): boolean {
  if (!leads || !CODE_NAMES.has(hit.term.kind)) return false;
  return /[:：]\s{0,3}$/.test(text.slice(Math.max(0, start - 4), start));
}

/** "The code that you sign the contract with is 4821": nothing stands between the two but words. */
function leadsTo({ page, raw }: Place, name: Name): boolean {
  if (!name.leads) return false;
  const gap = page.text.slice(name.hit.end, raw.start);
  if (gap.length > MAX_DIRECT || /\d/.test(gap) || endsSentence(gap) || gap.includes('\n'))
    return false;
  return isLabelled(page, raw, name) || IS.test(gap.slice(-8));
}

/** "482913 is your code" as the subject is all that some mail says. */
function announcedWeight({ page, raw }: Place, { hit }: Name): number {
  if (page.source !== 'subject') return ANNOUNCED;
  const [, verb = ''] = /^["'”»]?\s?(\S{1,10})\s/.exec(page.text.slice(raw.end, hit.start)) ?? [];
  return IS.test(`${verb} `) ? ANNOUNCED_BY_TITLE : ANNOUNCED;
}

/** The line begins with the number and says what it is. */
function announces({ page, raw, lineIndex, alone }: Place, { leads, hit }: Name): boolean {
  if (alone || leads || !CODE_NAMES.has(hit.term.kind)) return false;
  return page.text.slice(page.lines[lineIndex]!.start, raw.start).trim() === '';
}

/** Capitals are a code only where one is announced: `code: QWXZ`, "Enter this code:" above them. */
function isSpelled({ page, raw, alone }: Place, name: Name | null): boolean {
  if (!name || !CODE_NAMES.has(name.hit.term.kind)) return false;
  if (alone && raw.code.includes('-')) return true;
  if (!name.leads) return false;
  if (isSaidToBe(page, raw, name)) return !/[AEIOUY]/.test(raw.code);
  const lead = page.text.slice(name.hit.end, raw.start).trimEnd();
  return /[:：]["'“«「]?$/.test(lead) || (alone && lead === '');
}
