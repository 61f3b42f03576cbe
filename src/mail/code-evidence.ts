import type { RawCode, Shape } from './code-candidates.js';
import {
  endsSentence,
  nearestName,
  NUMBERS,
  placeOf,
  sentenceLines,
  REACH,
  REACH_AFTER,
  type Name,
  type Place,
} from './code-names.js';
import type { Hit } from './lexicon.js';
import { firstHitFrom, type Page, type TermCounts } from './page.js';
import type { Mark } from './visible-text.js';
import type { TermKind } from './words/words.js';

// Weights are log odds: they add up, and 0 is as likely as not.
const PRIOR = -4.5;
const SHAPES: Readonly<Record<Shape, number>> = {
  digits: 0,
  groups: 0.4,
  single: 1,
  prefixed: 1,
  upper: 0,
  lower: -1.2,
  letters: -2.2,
};
const DIGIT_COUNTS: Readonly<Record<number, number>> = { 4: 0, 5: 0.2, 6: 0.9, 7: 0, 8: 0.3 };
const RARE_COUNT = -0.8;
/** `SAVE20`, `WELCOME2026`: what a shop gives away. */
const WORD_AND_COUNT = /^(?=.{0,3}[AEIOUY])[A-Z]{4,}\d{1,4}$/;
const SLOGAN = -2;
/** Letters and digits in turns are made by chance. */
const TURN = /[A-Z](?=-?\d)|\d(?=-?[A-Z])/g;
const TURNS = 2;
const MIXED = 0.6;
/** "482913 is your code" */
const ANNOUNCED = 1;
const ALONE = 1.6;
/** A row of boxes with nothing beside them. */
const BOXES = 1.5;
const STANDS_OUT = 0.6;
const IN_SUBJECT = 0.5;
const LABELLED = 0.8;
const UNANNOUNCED = -4;
const SPELLED = 1;
/** Signing in or confirming is spoken of on the same line: "Use 482913 to sign in". */
const USED_FOR = 3.6;
/** A verb of typing stands near. */
const ENTERED = 3.8;
const ENTER_REACH = 40;
const NEAR = 40;
const PURPOSE_FADE = 30;
const YEAR = -2.5;
const DATE = -2;
const NUMBER_SIGN = -4;
const DURATION = -6;
const POSTAL = -1.5;
const POSTAL_OF_PLACE = -2.5;

const OTHER_REACH = 45;

/** What one kind of evidence says of a candidate, as log odds. */
type Evidence = (place: Place, name: Name | null) => number;

const EVIDENCE: Readonly<Record<string, Evidence>> = {
  shape: ({ raw }) => shapeWeight(raw),
  name: (place, name) =>
    Math.max(name ? nameWeight(name, place) : 0, isFree(name) ? purposeWeight(place) : -Infinity),
  standing: standingWeight,
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
}

/** What a mail says as a whole for or against a candidate, by the kind of its name and its place. */
export type MailWeight = (named: TermKind | null, place: Place) => number;

/** Weighs the mail once for all its candidates. */
export function mailWeight(mail: MailSigns): MailWeight {
  let signs = 0;
  for (const [kind, weight] of MAIL_SIGNS) if (mail.counts[kind]) signs += weight;
  const support = Math.min(2, signs);
  const balance = 0.7 * Math.max(0, dealing(mail) - proving(mail));
  const against = Math.min(MAX_AGAINST, balance + (isReport(mail.counts) ? REPORTED : 0));
  const announced = PROOFS.some((kind) => mail.subject.has(kind)) ? IN_TITLE : 0;
  const told = isToldOf(mail.counts) ? TOLD_IN_BODY : 0;
  return (named, { alone, page }) =>
    support +
    (named === null && alone ? announced : 0) +
    (named === null && page.source === 'subject' ? told : 0) -
    (named === 'code' ? against / 2 : against);
}

const isToldOf = ({ enter, lasts, secret, ignore }: TermCounts) =>
  Boolean(enter) && Boolean(lasts ?? secret ?? ignore);

/** It tells of a payment or an order and asks for nothing: its codes are receipts. */
const isReport = (counts: TermCounts) =>
  Boolean(counts.money ?? counts.order) && !ASKS.some((kind) => counts[kind]);

const ASKS = ['code', 'verify', 'signIn', 'reset', 'enter', 'secret', 'lasts'] as const;
const REPORTED = 2.5;

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
];
/** The body tells what to do with a number that only the subject holds. */
const TOLD_IN_BODY = 2;
const MAX_AGAINST = 3.5;
const PROOFS = ['code', 'verify', 'signIn', 'reset'] as const;
/** The subject says what a number is for that stands alone and has no name. */
const IN_TITLE = 1.5;
const MAX_TIMES = 4;

/** Mail that sells, delivers, invites or reports a payment holds numbers that are called codes, too. */
function dealing({ counts, subject, isBulk, isInvitation }: MailSigns): number {
  let sum = (isBulk ? 2 : 0) + (isInvitation ? 4 : 0);
  for (const kind of ['order', 'money', 'offer'] as const) {
    const times = Math.min(MAX_TIMES, counts[kind] ?? 0);
    sum += times * (kind === 'money' ? 0.5 : 0.9) + (subject.has(kind) ? 1.5 : 0);
  }
  return sum;
}

function proving({ counts, subject }: MailSigns): number {
  let sum = (counts.secret ? 2 : 0) + (counts.ignore ? 1 : 0);
  for (const kind of PROOFS) sum += (counts[kind] ? 0.7 : 0) + (subject.has(kind) ? 2 : 0);
  return sum;
}

function shapeWeight({ code, shape }: RawCode): number {
  if (shape === 'digits' || shape === 'groups' || shape === 'single')
    return SHAPES[shape] + (DIGIT_COUNTS[code.length] ?? RARE_COUNT);
  if (WORD_AND_COUNT.test(code)) return SHAPES[shape] + SLOGAN;
  return SHAPES[shape] + (code.length < 6 ? -0.5 : 0) + (isMixed(code) ? MIXED : 0);
}

/** Whether what a number is for may decide: nothing says that it is another number. */
const isFree = (name: Name | null) => !name || CODES.has(name.hit.term.kind);

const isMixed = (code: string) => (code.match(TURN)?.length ?? 0) >= TURNS;

/** Names of codes win over distance; names of other numbers have to be close. */
function nameWeight({ hit, distance }: Name, place: Place): number {
  const kind = belongsToOther(place.page, hit) ? 'otherCode' : hit.term.kind;
  const fade = distance / 25;
  if (kind === 'code') return Math.max(2, 6 - fade);
  if (kind === 'maybeCode') return Math.max(1, 4.2 - fade);
  if (kind === 'digits') return Math.max(0, 2.2 - fade);
  if (kind === 'otherCode') return -5;
  if (kind === 'backup') return -1;
  if (distance <= 12) return -5;
  return place.alone ? -3 : -1;
}

/** "Meeting ID: 882 9104 Passcode: …", "booking code": the word is part of another thing's name. */
function belongsToOther({ text, hits }: Page, name: Hit): boolean {
  const before = hits[firstHitFrom(hits, name.start) - 1];
  if (!before || name.start - before.end > OTHER_REACH) return false;
  const gap = text.slice(before.end, name.start);
  const isGeneral = name.term.kind === 'maybeCode';
  if (NUMBERS.has(before.term.kind)) return isGeneral && /^[ -]?$/.test(gap);
  if (before.term.kind !== 'otherCode' || endsSentence(gap)) return false;
  return isGeneral || /\d/.test(gap);
}

/** The purpose is told on the same line, or around a number that has a line of its own. */
function purposeWeight({ page, raw, lineIndex, alone }: Place): number {
  const line = sentenceLines(page, lineIndex);
  const from = alone ? raw.start - REACH : Math.max(line.start, raw.start - REACH);
  const to = alone ? raw.end + REACH_AFTER : Math.min(line.end, raw.end + REACH);
  let weight = 0;
  for (let i = firstHitFrom(page.hits, from); i < page.hits.length; i++) {
    const { start, end, term } = page.hits[i]!;
    if (start > to) break;
    if (PURPOSES.has(term.kind)) {
      const fade = Math.max(0, distanceOf(raw, start, end) - NEAR) / PURPOSE_FADE;
      weight = Math.max(weight, (alone ? USED_FOR - 1 : USED_FOR) - fade);
    }
    if (term.kind === 'enter') weight = Math.max(weight, enterWeight(raw, start, end));
  }
  return weight;
}

/** "Enter 482913 there": the nearer the verb, the surer. */
function enterWeight(raw: RawCode, start: number, end: number): number {
  return distanceOf(raw, start, end) <= ENTER_REACH ? ENTERED : 0;
}

const distanceOf = (raw: RawCode, start: number, end: number) =>
  end <= raw.start ? raw.start - end : start - raw.end;

const PURPOSES: ReadonlySet<TermKind> = new Set(['verify', 'signIn', 'reset']);

/** How the candidate is set off from what is around it. */
function standingWeight(place: Place, name: Name | null): number {
  const { page, raw, alone } = place;
  const setting = page.source === 'subject' ? IN_SUBJECT : alone ? aloneWeight(raw) : 0;
  const labelled = name && isLabelled(page, raw, name) ? LABELLED : 0;
  const announced = name && announces(place, name) ? ANNOUNCED : 0;
  const spelled = raw.shape !== 'letters' ? 0 : isSpelled(place, name) ? SPELLED : UNANNOUNCED;
  return setting + labelled + announced + spelled + emphasisWeight(page, raw);
}

const aloneWeight = ({ shape }: RawCode) => (shape === 'single' ? ALONE + BOXES : ALONE);

/** A mark that holds the candidate alone counts in full, one that holds a sentence hardly. */
function emphasisWeight(page: Page, raw: RawCode): number {
  const mark = markAround(page, raw);
  if (!mark) return 0;
  const isOwn = mark.end - mark.start <= raw.end - raw.start + 4;
  return Math.min(1.5, (isOwn ? mark.emphasis : 0.3) * STANDS_OUT);
}

function markAround({ marks }: Page, { start, end }: RawCode): Mark | undefined {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.end < end) low = middle + 1;
    else high = middle;
  }
  const mark = marks[low];
  return mark && mark.start <= start ? mark : undefined;
}

/** "… : 482913" */
function isLabelled({ text }: Page, { start }: RawCode, { leads, hit }: Name): boolean {
  return leads && CODES.has(hit.term.kind) && /[:：]\s{0,3}$/.test(text.slice(start - 4, start));
}

/** The line begins with the number and says what it is. */
function announces({ page, raw, lineIndex, alone }: Place, { leads, hit }: Name): boolean {
  if (alone || leads || !CODES.has(hit.term.kind)) return false;
  return page.text.slice(page.lines[lineIndex]!.start, raw.start).trim() === '';
}

/** Capitals are a code only where one is announced: `code: QWXZ`, "Enter this code:" above them. */
function isSpelled({ page, raw, alone }: Place, name: Name | null): boolean {
  if (!name?.leads || !CODES.has(name.hit.term.kind)) return false;
  if (alone && raw.code.includes('-')) return true;
  const lead = page.text.slice(name.hit.end, raw.start).trimEnd();
  return /[:：]["'“«「]?$/.test(lead) || (alone && lead === '');
}

/** What stands right beside the number. */
function contextWeight(place: Place, name: Name | null): number {
  const { page, raw } = place;
  const sign = /[#№]\s?$/.test(page.text.slice(Math.max(0, raw.start - 4), raw.start));
  return (
    (sign ? NUMBER_SIGN : 0) +
    (measures(page, raw) ? DURATION : 0) +
    (isNamedCode(place, name) ? 0 : likenessWeight(page, raw)) +
    (!name && followsPlace(page, raw) ? POSTAL_OF_PLACE : 0)
  );
}

function isNamedCode({ alone }: Place, name: Name | null): boolean {
  return name !== null && CODES.has(name.hit.term.kind) && (alone || name.distance <= 8);
}

/** "Ankara 06680", "Budapest, 1051": a name that is no term stands right before. */
function followsPlace({ text, hits }: Page, { start, shape }: RawCode): boolean {
  if (shape !== 'digits') return false;
  const place = /\p{Lu}[\p{Ll}\p{M}]{2,},? $/u.exec(text.slice(Math.max(0, start - 24), start));
  if (!place) return false;
  const from = start - place[0].length;
  const hit = hits[firstHitFrom(hits, from)];
  return !hit || hit.start >= start;
}

/** Numbers that look like something else, unless they are called a code. */
function likenessWeight({ text }: Page, raw: RawCode): number {
  if (isYear(raw)) return YEAR;
  if (isDate(raw)) return DATE;
  const after = text.slice(raw.end, raw.end + 24);
  return raw.code.length === 5 && /^,? \p{Lu}\p{Ll}/u.test(after) ? POSTAL : 0;
}

const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode', 'digits']);
const UNITS: ReadonlySet<TermKind> = new Set(['second', 'minute', 'hour', 'day', 'week']);

function measures({ hits, text }: Page, { end }: RawCode): boolean {
  const next = hits[firstHitFrom(hits, end)];
  if (!next || next.start - end > 1 || text[end] === '\n') return false;
  // "Half an hour" counts itself.
  return UNITS.has(next.term.kind) && next.term.count === null;
}

const isYear = ({ code, shape }: RawCode) => shape === 'digits' && /^(?:19|20)\d\d$/.test(code);

const isDate = ({ code, shape }: RawCode) =>
  shape !== 'upper' && /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(code);
