import type { RawCode } from './code-forms.js';
import { isUsedByHand } from './code-physical-use.js';
import { isQuantity } from './code-quantities.js';
import { isCalledCode } from './code-labels.js';
import { CODE_NAMES, isSaidOf, type CodeName } from './code-names.js';
import { IS } from './name-leads.js';
import type { CodePlace } from './code-place.js';
import { isAskedFor, isTypedNear } from './code-purpose.js';
import { isExplained } from './code-explanations.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { firstHitFrom, type TextPage } from '../text/page.js';
import type { ListRole, TermKind } from '../words/roles.js';
import { clip } from '../text/safe-text.js';

/** "18 September 2026", "September 18, 2026", "18 de septiembre de 2026": what a year follows in a date. */
const DAY = /^\d{1,2}(?:st|nd|rd|th|er|\.|º)?,?$/;
const MONTH = /^(?:d['’])?\p{L}[\p{L}\p{M}]{2,14}[.,]?$/u;
/** "5. 2. 2026" */
const DAY_IN_NUMBERS = /^\d{1,2}\.$/;
const OF: ReadonlySet<string> = new Set(['de', 'del', 'of', '']);
const MAX_DAY = 30;
/** "BK-204488 numaralı talep", 「議案2204號」: what has the number follows, where it is not a code. */
const NUMBERED_AFTER =
  /^\s(?:numaral[ıi]|no['’]?lu|nolu|say[ıi]l[ıi]|számú)\s(?![^.\n]{0,16}(?:kod|şifre|parola|kód|jelszó))|^(?:号|號|호)(?![码碼출])/iu;
const MAX_REMARK = 16;
/** "Text BLOCK 4471 to 567676", "text YES to 46612" */
const KEYWORD_BEFORE =
  /\b(?:BLOCK|STOP|VOTE|HOTLIST|LOCK|CANCEL|JOIN|START|INFO|SMS|TEXT|HELP|(?:[Tt]ext|[Ss]end|[Rr]eply|SMS) [A-Za-z]{2,10} to) $/;
/** A number of one digit or digits in turn is hardly made by chance. */
const HARDLY_CHANCE = /^(\d)\1+$|^\d0{4,}$/;
const IN_TURN = '01234567890';
/** What speaks of trying things out. */
const TRIALS = foldedWords('trial');
const MAX_TRIAL = 80;
/** "Your code is 482913" in quotation marks: what others write. */
const CITED_BEFORE = /["“„«「『][^"“„«「『»”」』\n]*$/;
const MIN_CITED = 8;
/** "The code [482913] …": fewer letters before it, where the sentence goes on. */
const MIN_CITED_LEAD = 5;
const GOES_ON = /^[\]】』]?[^"“„«»”」』\n]{0,70}?\p{L}{3}[^"“„«»”」』\n]{0,70}["”“»」』]/u;
const CITED_AFTER = /^[^"“„«»\n]{0,70}?["”“»」』]/u;
const MAX_CITED = 72;
const MAX_PHRASE = 24;
/** Letters by which phrases are looked up. */
const KEY = 2;
const STALE = byKey('stale', (phrase) => clip(phrase, KEY));
const EXAMPLES = byKey('example', (phrase) => phrase.slice(-KEY));

/** "You can check that the certificate is genuine with the verification code 8K2Q-X7M4": it bears the code. */
const MAX_PAPER = 120;
const MAX_PAPER_AFTER = 60;
const GENUINE: ReadonlySet<string> = new Set(foldedWords('paper'));

function byKey(role: ListRole, keyOf: (phrase: string) => string): Map<string, string[]> {
  const phrases = new Map<string, string[]>();
  for (const phrase of foldedWords(role))
    phrases.set(keyOf(phrase), [...(phrases.get(keyOf(phrase)) ?? []), phrase]);
  return phrases;
}

const MAX_STREET = 60;
/** From a name that is right beside a number. */
const NEAR = 8;
/** "Springfield, CA 94043" */
const STATE_BEFORE = /\b[A-Z]{2} $/;
/** What a line that leads to a code speaks of. */
const LEADS: ReadonlySet<TermKind> = new Set([
  ...([
    'code',
    'maybeCode',
    'digits',
    'enter',
    'verify',
    'signIn',
    'reset',
    'purpose',
    'lasts',
  ] as const),
]);

/** A question about a candidate at its place. */
type Condition = (place: CodePlace, name: CodeName | null) => boolean;

/** What makes something else of a candidate: a date, a postal code, something past, quoted, printed or counted. */
const REFUTING: readonly Condition[] = [
  ({ page, raw }) => isYear(raw) && isYearOfDate(page, raw),
  isNumbered,
  isPostal,
  ({ page, raw }) => isOfPast(page, raw) || isCited(page, raw) || isOnPaper(page, raw),
  ({ raw, page }) => isByChance(raw) && isTried(page, raw),
  isUsedByHand,
  isQuantity,
  isExplained,
];

/** What may make something else of it. */
const DOUBTING: readonly Condition[] = [
  (place, name) => isYear(place.raw) && isLooseYear(place, name),
  (place, name) => !name && followsPlace(place.page, place.raw) && !isAsked(place),
  // "4829#": pressed on the keypad of a door or a phone.
  ({ page: { text }, raw }) => text[raw.end] === '#' && text[raw.start - 1] !== '#',
  (place, name) => isByChance(place.raw) && !isMeant(place, name),
];

const isAsked = (place: CodePlace) => isAskedFor(place) || isTypedNear(place);

/** Whether what stands right beside a candidate, or what it looks like, makes something else of it. */
export const isRefuted: Condition = (place, name) => REFUTING.some((is) => is(place, name));

/** Whether it may. */
export const isDoubted: Condition = (place, name) => DOUBTING.some((is) => is(place, name));

/** "123456 is your code" */
const isAnnounced = (place: CodePlace, name: CodeName | null) =>
  name !== null && !name.leads && CODE_NAMES.has(name.hit.term.kind) && isSaidOf(place, name);

const isByChance = ({ code }: RawCode) => HARDLY_CHANCE.test(code) || IN_TURN.includes(code);

/** "Your code is 123456": whoever tries a service out has it send that. */
const isMeant = (place: CodePlace, name: CodeName | null) =>
  place.alone || isCalledCode(name) || isAnnounced(place, name) || isAskedFor(place);

function isTried({ text }: TextPage, { start, end }: RawCode): boolean {
  const around = fold(text.slice(Math.max(0, start - MAX_TRIAL), end + MAX_TRIAL));
  return TRIALS.some((word) => around.includes(word));
}

function isOnPaper({ hits, text }: TextPage, { start, end }: RawCode): boolean {
  const last = end + MAX_PAPER_AFTER;
  for (
    let i = firstHitFrom(hits, start - MAX_PAPER);
    i < hits.length && hits[i]!.start < last;
    i++
  ) {
    const hit = hits[i]!;
    if (hit.term.kind !== 'otherCode') continue;
    if (GENUINE.has(fold(text.slice(hit.start, hit.end)))) return true;
  }
  return false;
}

/** A sign for numbers stands before it, or what has the number follows. */
function isNumbered(place: CodePlace, name: CodeName | null): boolean {
  const { page, raw } = place;
  const { start, end } = raw;
  if (isTag(place, name)) return true;
  if (NUMBERED_AFTER.test(page.text.slice(end, end + MAX_PHRASE))) return true;
  const before = page.text.slice(Math.max(0, start - 4), start);
  if (!/[#№]\s?$/.test(before)) return false;
  // "Re: The code does not come [#55120418]"
  if (/[[(【]#$/.test(before)) return true;
  // "#482913 is your code", "Your code is #482913"
  return !isNamedNear(place, name) && !(isCodeName(name) && isSaidOf(place, name));
}

const isCodeName = (name: CodeName | null): name is CodeName =>
  name !== null && CODE_NAMES.has(name.hit.term.kind);

/** "[W-260118] Codes do not arrive": under what a support desk files a subject. */
const isTag = (
  { page: { source, text }, raw: { start, end, code } }: CodePlace,
  name: CodeName | null,
) =>
  source === 'subject' &&
  text[start - 1] === '[' &&
  text[end] === ']' &&
  TAGGED.test(code) &&
  !name?.leads &&
  !IS_NEXT.test(text.slice(end + 1, end + MAX_REMARK));
const TAGGED = /^[A-Z]{1,5}-\d{4,}$/;
/** "[G-482913] is your code" */
const IS_NEXT = /^ (?:is|ist|est|es|è|é|is|to|là|adalah|är|er|on|je|este) /iu;

/** A sentence in quotation marks of its own; what they set off alone is printed so. */
function isCited({ text }: TextPage, { start, end }: RawCode): boolean {
  const [lead = ''] = CITED_BEFORE.exec(text.slice(Math.max(0, start - MAX_CITED), start)) ?? [];
  if (lead.length < MIN_CITED_LEAD || !/^.\s?\p{L}/u.test(lead)) return false;
  const after = text.slice(end, end + MAX_CITED);
  return lead.length < MIN_CITED ? GOES_ON.test(after) : CITED_AFTER.test(after);
}

function isOfPast({ text }: TextPage, { start, end }: RawCode): boolean {
  const before = text.slice(Math.max(0, start - MAX_PHRASE), start);
  if (KEYWORD_BEFORE.test(before)) return true;
  const lead = fold(before).replace(/[\s"'(]{0,4}$/, '');
  if (EXAMPLES.get(lead.slice(-KEY))?.some((phrase) => endsWithWord(lead, phrase))) return true;
  if (ENDS_PARAGRAPH.test(text.slice(end, end + MAX_PARAGRAPH_END))) return false;
  const next = fold(text.slice(end, end + MAX_PHRASE)).replace(/^[\s"')」』】\]”»,،，、]{0,4}/, '');
  return STALE.get(clip(next, KEY))?.some((phrase) => beginsWith(next, phrase)) ?? false;
}

/** "482913", and in the next paragraph "Not received?" */
const ENDS_PARAGRAPH = /^[ \t]{0,4}\n[ \t]{0,4}\n/;
const MAX_PARAGRAPH_END = 10;

/** "Истёк", but not "истекает"; "i got", but not "i gotowe". */
const beginsWith = (text: string, phrase: string) =>
  text.startsWith(phrase) &&
  !/[\p{Script=Cyrillic}\p{Script=Latin}]/u.test(text.charAt(phrase.length));

/** "Like", but not "dislike". */
const endsWithWord = (text: string, word: string) =>
  text.endsWith(word) &&
  !/[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(text.charAt(text.length - word.length - 1));

/** A postal code with a town, a state, or below a street. */
function isPostal(place: CodePlace, name: CodeName | null): boolean {
  if (name) return !(name.leads && name.distance <= NEAR) && isOfTown(place);
  return isOfTown(place) || isOfState(place) || followsStreet(place);
}

/** "101000, Moscow" on a line of its own, or in two cells. */
const TOWN_AFTER = /^(?:,[ \t]|\t)\p{Lu}[\p{Ll}\p{M}]+[ \t]?(?:\n|$)/u;

function isOfTown({ page: { text }, raw: { shape, code, end } }: CodePlace): boolean {
  const fits = shape === 'digits' && (code.length === 5 || code.length === 6);
  return fits && TOWN_AFTER.test(text.slice(end, end + 24));
}

const isOfState = ({ page: { text }, raw: { code, shape, start } }: CodePlace) =>
  shape === 'digits' &&
  code.length === 5 &&
  STATE_BEFORE.test(text.slice(Math.max(0, start - 4), start));

/** On a line of its own below that of a street and its number. */
function followsStreet({ page: { lines, text, hits }, raw, lineIndex, alone }: CodePlace): boolean {
  const above = lines[lineIndex - 1];
  if (!above || !alone || raw.shape !== 'digits') return false;
  const line = text.slice(Math.max(above.start, above.end - MAX_STREET), above.end);
  if (above.end - above.start > MAX_STREET || !/\p{L}/u.test(line) || !/\d/.test(line))
    return false;
  const hit = hits[firstHitFrom(hits, above.start)];
  return !hit || hit.start >= above.end || !LEADS.has(hit.term.kind);
}

function isNamedNear({ alone }: CodePlace, name: CodeName | null): boolean {
  return name !== null && CODE_NAMES.has(name.hit.term.kind) && (alone || name.distance <= 8);
}

/** "Ankara 06680", "Budapest, 1051": a name that is no term stands right before. */
function followsPlace({ text, hits }: TextPage, { start, end, shape }: RawCode): boolean {
  if (shape !== 'digits') return false;
  const before = text.slice(Math.max(0, start - 24), start);
  const place = /\p{Lu}[\p{Ll}\p{M}]{2,},? $/u.exec(before);
  if (!place || isInSentence(before.slice(0, place.index), text.slice(end, end + 3))) return false;
  const next = firstHitFrom(hits, start - place[0].length);
  // "Tippen Sie 482913 ein": a term may end in a word with a capital.
  const last = hits[next - 1];
  return (hits[next]?.start ?? start) >= start && (!last || last.end < start - 2);
}

/** "With 482913 you are in": the first word of a sentence that goes on is no name. */
const isInSentence = (before: string, after: string) =>
  /^$|[\n.!?:] ?$/.test(before) && /^ \p{Ll}/u.test(after);

const isYear = ({ code, shape }: RawCode) =>
  shape === 'digits' && /^(?:19\d\d|20[0-4]\d)$/.test(code);

/** "They drop codes by 2027": no label leads to it, and no "is". */
function isLooseYear(place: CodePlace, name: CodeName | null): boolean {
  const { page, raw, alone } = place;
  if (alone || !name || !isNamedNear(place, name)) return false;
  const gap = page.text.slice(name.hit.end, raw.start);
  return !name.leads || !(gap.trim() === '' || /[:：]\s?$/.test(gap) || IS.test(gap));
}

/** "2026. november 24.", "2026. 11. 24." */
const YEAR_FIRST = /^\.\s(?:\d{1,2}\.\s|\p{Ll}{3,12}\.?\s)\d{1,2}(?!\d)/u;

function isYearOfDate({ text }: TextPage, raw: RawCode): boolean {
  if (YEAR_FIRST.test(text.slice(raw.end, raw.end + MAX_DAY))) return true;
  const before = text.slice(Math.max(0, raw.start - MAX_DAY), raw.start);
  const words = before.split(/\s/).filter((word) => !OF.has(word));
  const [one = '', other = ''] = words.slice(-2);
  if (!/\s$/.test(before)) return false;
  if (DAY_IN_NUMBERS.test(one) && DAY_IN_NUMBERS.test(other)) return true;
  return (DAY.test(one) && MONTH.test(other)) || (MONTH.test(one) && DAY.test(other));
}
