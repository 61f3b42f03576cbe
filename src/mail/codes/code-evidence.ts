import type { RawCode } from './code-forms.js';
import { isRefuted } from './code-context.js';
import { belongsToOther, CALLED, holdsNumber, MAX_DIRECT } from './code-labels.js';
import { CODE_NAMES, NUMBERS, nearestName, type CodeName } from './code-names.js';
import { endsSentence, IS, LABEL_MARK } from './name-leads.js';
import { placeOf, type CodePlace } from './code-place.js';
import { purposeOf, type Purpose } from './code-purpose.js';
import type { TextPage } from '../text/page.js';

/** What words say of a candidate at one place. */
export interface ReadCode {
  readonly place: CodePlace;
  /** The nearest term that names it, or another thing. */
  readonly name: CodeName | null;
  /** Whether that calls it a code, or the number of another thing. */
  readonly named: 'code' | 'other' | null;
  /** What it is for, where nothing names it another thing. */
  readonly purpose: Purpose | null;
  /** Whether what stands beside it makes something else of it. */
  readonly isRefuted: boolean;
}

/** From the name of another number to what it names. */
const NUMBER_REACH = 12;
const MAX_VERB = 12;

/** Reads what words say of a candidate. */
export function readCode(page: TextPage, raw: RawCode): ReadCode {
  const place = placeOf(page, raw);
  const name = nearestName(place);
  const named = name && calledBy(place, name);
  const isFree = named === 'code' || !name;
  return {
    place,
    name,
    named,
    purpose: isFree ? purposeOf(place) : null,
    isRefuted: isRefuted(place, name),
  };
}

function calledBy({ page, alone }: CodePlace, name: CodeName): ReadCode['named'] {
  const { kind } = name.hit.term;
  if (CODE_NAMES.has(kind)) return belongsToOther(page, name) ? 'other' : 'code';
  return kind === 'otherCode' || (NUMBERS.has(kind) && (alone || name.distance <= NUMBER_REACH))
    ? 'other'
    : null;
}

/** How much words say for a candidate; less than 0 where they say nothing, or that it is something else. */
export function scoreOf({ place, named, purpose, isRefuted: refuted }: ReadCode): number {
  if (refuted) return -3;
  if (named === 'other') return -2;
  if (named === 'code' || purpose === 'asked') return place.alone || purpose ? 2 : 1;
  return purpose ? 0 : place.alone ? -0.5 : -1;
}

/** "Your code is x7k9q2": the verb may be part of the name. */
export const isSaidToBe = ({ page, raw }: CodePlace, name: CodeName): boolean =>
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

/** "… : 482913" */
function isLabelled({ text }: TextPage, { start }: RawCode, { leads, hit }: CodeName): boolean {
  if (!leads || !CODE_NAMES.has(hit.term.kind)) return false;
  if (!LABEL_MARK.test(text.slice(Math.max(0, start - 6), start))) return false;
  // "We ask for a security code from now on. Device: SM-S921B"
  return !endsSentence(text.slice(hit.end, start));
}

/** "The code that you sign the contract with is 4821": nothing stands between the two but words. */
export function isLedToBy({ page, raw }: CodePlace, name: CodeName): boolean {
  if (!name.leads) return false;
  const gap = page.text.slice(name.hit.end, raw.start);
  if (gap.length > MAX_DIRECT || endsSentence(gap) || gap.includes('\n')) return false;
  const isSaid = IS.test(gap.slice(-8));
  // "The one-time code for the payment with card 7720 is 482913"
  if (holdsNumber(gap)) return isSaid && name.hit.term.kind === 'code';
  return isSaid || isLabelled(page, raw, name);
}
