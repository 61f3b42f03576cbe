import type { RawCode } from './code-forms.js';
import { isOfQueue, isUsedByHand } from './code-physical-use.js';
import { isCount } from './code-quantities.js';
import { CODE_NAMES, isSaidOf, type CodeName } from './code-names.js';
import type { CodePlace } from './code-place.js';
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
/** "Text BLOCK 4471 to 567676", "text YES to 46612" */
const KEYWORD_BEFORE =
  /\b(?:BLOCK|STOP|VOTE|HOTLIST|LOCK|CANCEL|JOIN|START|INFO|SMS|TEXT|HELP|(?:[Tt]ext|[Ss]end|[Rr]eply|SMS) [A-Za-z]{2,10} to) $/;
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

/** What makes something else of a candidate: a date, a sign for numbers, what is past, opens a door or is counted. */
const REFUTING: readonly Condition[] = [
  ({ page, raw }) => isYear(raw) && isYearOfDate(page, raw),
  isNumbered,
  ({ page, raw }) => isOfPast(page, raw) || isCited(page, raw) || isOnPaper(page, raw),
  (place, name) => !name && followsStreet(place),
  isUsedByHand,
  isOfQueue,
  isCount,
];

/** Whether what stands right beside a candidate, or what it looks like, makes something else of it. */
export const isRefuted: Condition = (place, name) => REFUTING.some((is) => is(place, name));

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

const isYear = ({ code, shape }: RawCode) =>
  shape === 'digits' && /^(?:19\d\d|20[0-4]\d)$/.test(code);

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
