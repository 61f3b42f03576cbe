import type { RawCode } from './code-candidates.js';
import { CODE_NAMES, type Name, type Place } from './code-names.js';
import { firstHitFrom, type Page } from './page.js';
import type { TermKind } from './words/words.js';

const YEAR = -2.5;
const DATE = -2;
const NUMBER_SIGN = -4;
const DURATION = -6;
const POSTAL = -1.5;
const POSTAL_OF_PLACE = -2.5;
/** More than a number behind some other word: it has a line of its own. */
const POSTAL_OF_STREET = -3.5;
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

/** What stands right beside a number or looks like something else, as log odds. */
export function contextWeight(place: Place, name: Name | null): number {
  const { page, raw } = place;
  const sign = /[#№]\s?$/.test(page.text.slice(Math.max(0, raw.start - 4), raw.start));
  return (
    (sign ? NUMBER_SIGN : 0) +
    (measures(page, raw) ? DURATION : 0) +
    (isNamedCode(place, name) ? 0 : likenessWeight(page, raw)) +
    (name ? 0 : postalWeight(place))
  );
}

function postalWeight(place: Place): number {
  if (followsStreet(place)) return POSTAL_OF_STREET;
  return followsPlace(place.page, place.raw) ? POSTAL_OF_PLACE : 0;
}

/** On a line of its own below that of a street and its number. */
function followsStreet({ page: { lines, text, hits }, raw, lineIndex, alone }: Place): boolean {
  const above = lines[lineIndex - 1];
  if (!above || !alone || raw.shape !== 'digits') return false;
  const line = text.slice(Math.max(above.start, above.end - MAX_STREET), above.end);
  if (above.end - above.start > MAX_STREET || !/\p{L}/u.test(line) || !/\d/.test(line))
    return false;
  const hit = hits[firstHitFrom(hits, above.start)];
  return !hit || hit.start >= above.end || !LEADS.has(hit.term.kind);
}

function isNamedCode({ alone }: Place, name: Name | null): boolean {
  return name !== null && CODE_NAMES.has(name.hit.term.kind) && (alone || name.distance <= 8);
}

/** "Ankara 06680", "Budapest, 1051": a name that is no term stands right before. */
function followsPlace({ text, hits }: Page, { start, end, shape }: RawCode): boolean {
  if (shape !== 'digits') return false;
  const before = text.slice(Math.max(0, start - 24), start);
  const place = /\p{Lu}[\p{Ll}\p{M}]{2,},? $/u.exec(before);
  if (!place || isInSentence(before.slice(0, place.index), text.slice(end, end + 3))) return false;
  const from = start - place[0].length;
  const hit = hits[firstHitFrom(hits, from)];
  return !hit || hit.start >= start;
}

/** "With 482913 you are in": the first word of a sentence that goes on is no name. */
const isInSentence = (before: string, after: string) =>
  /^$|[\n.!?:] ?$/.test(before) && /^ \p{Ll}/u.test(after);

/** Numbers that look like something else, unless they are called a code. */
function likenessWeight({ text }: Page, raw: RawCode): number {
  if (isYear(raw)) return YEAR;
  if (isDate(raw)) return DATE;
  const after = text.slice(raw.end, raw.end + 24);
  return raw.code.length === 5 && /^,? \p{Lu}\p{Ll}/u.test(after) ? POSTAL : 0;
}

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
