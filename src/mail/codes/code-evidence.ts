import type { RawCode, Shape } from './code-forms.js';
import { isAskedLaterInLine } from './code-neighbours.js';
import { emphasisWeight } from './code-emphasis.js';
import { belongsToOther, CALLED, MAX_DIRECT, holdsNumber } from './code-labels.js';
import { contextWeight } from './code-context.js';
import { isOpen, type MailWeight } from './code-mail.js';
import { CODE_NAMES, isSaidOf, nearestName, type CodeName } from './code-names.js';
import { endsSentence, IS, LABEL_MARK } from './name-leads.js';
import { placeOf, type CodePlace } from './code-place.js';
import {
  followsVerb,
  isAskedFor,
  isLedTo,
  isOnSite,
  isTypedNear,
  lifetimeWeight,
  purposeWeight,
} from './code-purpose.js';
import type { TextPage } from '../text/page.js';

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
/** Accounts and bills have numbers this long. */
const LONG_COUNT = -1.2;
const LONG = 9;
/** `SAVE20`, `WELCOME2026`: what a shop gives away. */
const WORD_AND_COUNT = /^(?=.{0,3}[AEIOUY])[A-Z]{4,}\d{1,4}$/;
const SLOGAN = -2;
/** `BDAY2026`: the year in which a shop gives it away. */
const WORD_AND_YEAR = /^[A-Z]{3,}20\d\d$/;
const SLOGAN_OF_YEAR = -3.5;
/** Letters and digits in turns are made by chance. */
const TURN = /[A-Z\u0400-\u042f](?=-?\d)|\d(?=-?[A-Z\u0400-\u042f])/g;
const TURNS = 2;
const MIXED = 0.6;
/** "482913 is your code" */
const ANNOUNCED = 1;
const ANNOUNCED_BY_TITLE = 2;
const ALONE = 1.6;
/** A row of boxes with nothing beside them. */
const BOXES = 1.5;
const HELD = 0.8;
const ASKED_LATER = 1.5;
const IN_SUBJECT = 0.5;
const LABELLED = 0.8;
const UNANNOUNCED = -4;
const SPELLED = 1;
/** "Your code is x7k9q2": it is called a code, and cannot be a word of the sentence. */
const SAID_TO_BE = 1;
const IN_PASSING = -2.5;
/** The same for a number: less, as it cannot be taken for a word anyway. */
const TOLD = 0.5;
const MAX_VERB = 12;
/** `YD-4829`: boards and registers number their entries so; codes have one letter. */
const LETTERS_BEFORE = -1.4;
/** Where a colon or "is" leads from a name to a number, the distance between them counts so many times less. */
const DIRECT = 3;
const BOTH = 0.6;
const MIN_BOTH = 1.5;

/** One kind of evidence for or against a candidate, as log odds. */
type EvidenceWeight = (place: CodePlace, name: CodeName | null) => number;

const EVIDENCE: Readonly<Record<string, EvidenceWeight>> = {
  shape: (place) => shapeWeight(place.raw) + lettersWeight(place),
  name: (place, name) => {
    const named = name ? nameWeight(name, place) : 0;
    const purpose = isFree(name, place) ? purposeWeight(place) : -Infinity;
    const isBoth =
      name && isOpenName(name) && isLed(place, name) && isToldOf(place, named, purpose);
    return Math.max(named, purpose) + (isBoth ? BOTH : 0);
  },
  lifetime: (place, name) => (isOpen(kindOf(name)) ? lifetimeWeight(place) : 0),
  standing: standingWeight,
  later: (place, name) =>
    isShortNumber(place, name) && isToldBy(place, name) && isAskedLaterInLine(place)
      ? ASKED_LATER
      : 0,
  held: ({ page, raw }) => (page.source !== 'subject' && isHeld(page, raw) ? HELD : 0),
};
/** "The digits are 482913", but not "call the number 604 118 273". */
const isShortNumber = ({ raw: { code } }: CodePlace, name: CodeName | null): name is CodeName =>
  name?.hit.term.kind === 'digits' && code.length < LONG;
const WEIGHTS = Object.values(EVIDENCE);

/** A candidate with its weight. */
export interface WeighedCode {
  /** Log odds. */
  readonly score: number;
  /** What names it. */
  readonly name: CodeName | null;
  readonly place: CodePlace;
}

/** Weighs a candidate; `mail` is what the mail as a whole speaks of. */
export function weighCode(page: TextPage, raw: RawCode, mail: MailWeight): WeighedCode {
  const place = placeOf(page, raw);
  const name = nearestName(place);
  let score = PRIOR + mail(name, place);
  for (const weigh of WEIGHTS) score += weigh(place, name);
  return { name, place, score: score + contextWeight(place, name) };
}

/** Beside its name something else says what a number is for: "The code for the website is 4829". */
const isToldOf = (place: CodePlace, named: number, purpose: number) =>
  Math.min(named, purpose) >= MIN_BOTH || (named > MIN_BOTH && isOnSite(place));

const isLed = (place: CodePlace, name: CodeName) =>
  leadsTo(place, name) || isSaidToBe(place.page, place.raw, name);

const isOpenName = ({ hit }: CodeName) =>
  hit.term.kind === 'maybeCode' || hit.term.kind === 'digits';

const kindOf = (name: CodeName | null) => name?.hit.term.kind ?? null;

/** "Angkanya 306219": where a language says no "is", the number follows at once. */
const isToldBy = (place: CodePlace, name: CodeName) =>
  leadsTo(place, name) || (name.leads && name.distance <= 1);

/** Why a candidate has its log odds, for those who tune. */
export function explainCode(
  page: TextPage,
  raw: RawCode,
  mail: MailWeight,
): Record<string, unknown> {
  const place = placeOf(page, raw);
  const name = nearestName(place);
  const weights = Object.entries(EVIDENCE).map(([kind, weigh]): [string, number] => [
    kind,
    weigh(place, name),
  ]);
  const named = name && `${name.hit.term.kind} at ${name.distance}`;
  return {
    prior: PRIOR,
    mail: mail(name, place),
    ...Object.fromEntries(weights),
    context: contextWeight(place, name),
    named,
  };
}

const DIGITS_ONLY: ReadonlySet<Shape> = new Set([
  ...(['digits', 'groups', 'uneven', 'dotted', 'single'] as const),
]);

function shapeWeight({ code, shape }: RawCode): number {
  if (DIGITS_ONLY.has(shape)) return SHAPES[shape] + countWeight(code.length);
  if (WORD_AND_YEAR.test(code)) return SHAPES[shape] + SLOGAN_OF_YEAR;
  if (WORD_AND_COUNT.test(code)) return SHAPES[shape] + SLOGAN;
  return SHAPES[shape] + (code.length < 6 ? -0.5 : 0) + (isMixed(code) ? MIXED : 0);
}

/** Letters before a number that is not to be typed. */
const lettersWeight = (place: CodePlace) =>
  place.raw.shape !== 'prefixed' || place.raw.code[1] === '-' || followsVerb(place)
    ? 0
    : LETTERS_BEFORE;

const countWeight = (count: number) =>
  DIGIT_COUNTS[count] ?? (count < LONG ? RARE_COUNT : LONG_COUNT);

/** Whether what a number is for may decide: nothing says that it is another number. */
const isFree = (name: CodeName | null, { page }: CodePlace) =>
  !name || (CODE_NAMES.has(name.hit.term.kind) && !belongsToOther(page, name));

const isMixed = (code: string) => (code.match(TURN)?.length ?? 0) >= TURNS;

/** Names of codes win over distance; names of other numbers have to be close. */
function nameWeight(name: CodeName, place: CodePlace): number {
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

/** How the candidate is set off from what is around it. */
function standingWeight(place: CodePlace, name: CodeName | null): number {
  const { page, raw, alone } = place;
  const setting = alone ? aloneWeight(raw) : page.source === 'subject' ? IN_SUBJECT : 0;
  const spelled = raw.shape !== 'letters' ? 0 : isSpelled(place, name) ? SPELLED : UNANNOUNCED;
  const passing = isInPassing(place, name) ? IN_PASSING : 0;
  const led = alone && raw.shape === 'lower' && isLedTo(place) ? SAID_TO_BE : 0;
  return (
    setting +
    led +
    (name ? sayingWeight(place, name) : 0) +
    spelled +
    passing +
    emphasisWeight(page, raw)
  );
}

/** "Signed in with a code. Device: Redmi 23053RN02Y": letters and digits that nothing leads to are a model. */
function isInPassing(place: CodePlace, name: CodeName | null): boolean {
  if (!name || !mayBeInPassing(place, name) || isLabelled(place.page, place.raw, name))
    return false;
  return !leadsTo(place, name) && !isAskedOf(place, name) && !goesOnWith(place, name);
}

/** Not where the head of its column names it. */
const mayBeInPassing = (place: CodePlace, { hit, leads, distance }: CodeName) =>
  !place.alone &&
  leads &&
  distance > CALLED &&
  (MODELS.has(place.raw.shape) || isCounted(place)) &&
  CODE_NAMES.has(hit.term.kind) &&
  hit.end >= place.page.lines[place.lineIndex]!.start;

/** "Codes stolen from 48291 accounts" */
const isCounted = ({ page: { text }, raw: { shape, end } }: CodePlace) =>
  shape === 'digits' && /^ \p{Ll}{4}/u.test(text.slice(end, end + 5));

/** "Тимчасовий пароль термінала FX-20931": one more word of the name, and then the code. */
const goesOnWith = ({ page: { text }, raw: { start } }: CodePlace, { hit }: CodeName) =>
  hit.term.kind === 'code' && /^\s\p{Ll}{2,16}\s$/u.test(text.slice(hit.end, start));

/** "Enter the access code WKS-2217": its own sentence or the name says to type it. */
const isAskedOf = (place: CodePlace, { hit }: CodeName) =>
  hit.term.isTyped || isAskedFor(place) || followsVerb(place) || isTypedNear(place);

const MODELS: ReadonlySet<Shape> = new Set([...(['upper', 'prefixed'] as const)]);

/** How a name and its number are put together. */
function sayingWeight(place: CodePlace, name: CodeName): number {
  const { page, raw } = place;
  const labelled = isLabelled(page, raw, name) ? LABELLED : 0;
  const announced = announces(place, name) ? announcedWeight(place, name) : 0;
  const direct = isSaidToBe(page, raw, name) ? (raw.shape === 'lower' ? SAID_TO_BE : TOLD) : 0;
  return labelled + announced + direct;
}

/** "Your code is x7k9q2": the verb may be part of the name. */
const isSaidToBe = (page: TextPage, raw: RawCode, name: CodeName) =>
  name.leads &&
  name.distance <= CALLED &&
  CODE_NAMES.has(name.hit.term.kind) &&
  (IS.test(page.text.slice(Math.max(0, raw.start - MAX_VERB), raw.start)) ||
    isCalledAtLast(page, raw, name));

/** "Kodun 2766.": where a language says no "is", the code ends the sentence. */
const isCalledAtLast = ({ text }: TextPage, { start, end }: RawCode, { hit }: CodeName) =>
  hit.term.kind !== 'digits' &&
  ENDING.test(text.slice(hit.end, start)) &&
  (ENDS.test(text.slice(end, end + 2)) ||
    (ENDS_LINE.test(text.slice(end, end + 1)) &&
      OPENS_LINE.test(text.slice(Math.max(0, hit.start - MAX_OPENING), hit.start))));

/** The rest of the word: "kod" of "kodunuz". */
const ENDING = /^\p{Ll}{0,6} $/u;
const ENDS = /^[.!](?:\s|$)/;
const ENDS_LINE = /^(?:\n|$)/;
/** "Your" before the name. */
const OPENS_LINE = /(?:^|\n)[\p{L}\p{M}]{0,8}\s?$/u;
const MAX_OPENING = 10;

/** Brackets or quotation marks of its own: 「482913」, [482913]. */
const isHeld = ({ text }: TextPage, { start, end }: RawCode) =>
  /["“„«「『【[]/.test(text.charAt(start - 1)) && /["”“»」』】\]]/.test(text.charAt(end));

const aloneWeight = ({ shape }: RawCode) => (shape === 'single' ? ALONE + BOXES : ALONE);

/** "… : 482913" */
function isLabelled({ text }: TextPage, { start }: RawCode, { leads, hit }: CodeName): boolean {
  if (!leads || !CODE_NAMES.has(hit.term.kind)) return false;
  if (!LABEL_MARK.test(text.slice(Math.max(0, start - 6), start))) return false;
  // "We ask for a security code from now on. Device: SM-S921B"
  return !endsSentence(text.slice(hit.end, start));
}

/** "The code that you sign the contract with is 4821": nothing stands between the two but words. */
function leadsTo({ page, raw }: CodePlace, name: CodeName): boolean {
  if (!name.leads) return false;
  const gap = page.text.slice(name.hit.end, raw.start);
  if (gap.length > MAX_DIRECT || endsSentence(gap) || gap.includes('\n')) return false;
  const isSaid = IS.test(gap.slice(-8));
  // "The one-time code for the payment with card 7720 is 482913"
  if (holdsNumber(gap)) return isSaid && name.hit.term.kind === 'code';
  return isSaid || isLabelled(page, raw, name);
}

/** "482913 is your code" as the subject is all that some mail says. */
function announcedWeight({ page, raw }: CodePlace, { hit }: CodeName): number {
  if (page.source !== 'subject') return ANNOUNCED;
  const [, verb = ''] = /^["'”»]?\s?(\S{1,10})\s/.exec(page.text.slice(raw.end, hit.start)) ?? [];
  return IS.test(`${verb} `) ? ANNOUNCED_BY_TITLE : ANNOUNCED;
}

/** The line begins with the number and says what it is. */
function announces({ page, raw, lineIndex, alone }: CodePlace, { leads, hit }: CodeName): boolean {
  if (alone || leads || !CODE_NAMES.has(hit.term.kind)) return false;
  // "YD-4829 The sign-in code comes too late": a task with its title.
  if (raw.shape === 'prefixed' && raw.code[1] !== '-') return false;
  if (page.text[raw.end] === '\t') return false;
  return page.text.slice(page.lines[lineIndex]!.start, raw.start).trim() === '';
}

/** Capitals are a code only where one is announced: `code: QWXZ`, "Enter this code:" above them. */
function isSpelled(place: CodePlace, name: CodeName | null): boolean {
  const { raw, alone } = place;
  // "Type: WDJB-MJHT"
  if (!name) return alone && isLedTo(place);
  const { kind } = name.hit.term;
  if (!CODE_NAMES.has(kind)) return false;
  if (alone && raw.code.includes('-')) return true;
  // "MKRTWL is your sign-up code"
  if (!name.leads) return kind === 'code' && isSaidOf(place, name);
  return isSpelledBehind(place, name);
}

function isSpelledBehind({ page, raw, alone }: CodePlace, name: CodeName): boolean {
  if (isSaidToBe(page, raw, name)) return !/[AEIOUY]/.test(raw.code);
  const lead = page.text.slice(name.hit.end, raw.start).trimEnd();
  return /[:：]["'“«「]?$/.test(lead) || (alone && lead === '');
}
