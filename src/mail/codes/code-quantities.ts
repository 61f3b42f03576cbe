import { neighbourSentences } from './code-neighbours.js';
import type { CodeName } from './code-names.js';
import type { CodePlace } from './code-place.js';
import { isOnSite } from './code-purpose.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { countsOf, type TextPage } from '../text/page.js';
import { holdsStem, phrases } from '../text/phrases.js';
import type { TermKind } from '../words/roles.js';

const COUNTED: ReadonlySet<string> = new Set(foldedWords('counted'));
const DRAWN = phrases('drawn');
const SAVING = phrases('saving');
const REACH = 90;
const REACH_AFTER = 120;
/** The word behind a number; where it begins the next line, no capital and no label. */
const NEXT_WORD =
  /^[ \u00a0]([\p{L}\p{M}]{2,24})|^[ \t]{0,4}\n{1,3}([\p{Ll}\p{Lo}][\p{L}\p{M}]{1,24})(?!\s?[:：])/u;
/** In scripts without blanks what is counted follows at once, and goes on. */
const NEXT_COUNTER = /^\s{0,3}(?:人(?![工物名])|名(?![前字称稱单單义義])|票|명|คน|ราย)/u;
const MAX_NEXT = 28;
/** What no drawing of lots speaks of. */
const OF_ACCOUNT: readonly TermKind[] = [
  ...(['signIn', 'reset', 'ignore', 'pending', 'direct', 'minute', 'second'] as const),
];

/** How many there are of something, or a number that was drawn by lot, guessed or read off a meter. */
export function isQuantity(place: CodePlace, name: CodeName | null): boolean {
  const kind = name?.hit.term.kind;
  if (kind === 'code') return false;
  return isSaving(place) || (kind !== 'maybeCode' && (isCount(place) || isDrawn(place)));
}

/** "482913", and below it "Enter these digits at the checkout and save 20%". */
function isSaving(place: CodePlace): boolean {
  const { text } = place.page;
  return neighbourSentences(place).some(({ start, end }) => {
    const sentence = text.slice(start, end);
    return PERCENT.test(sentence) || holdsStem(sentence, SAVING);
  });
}

const PERCENT = /\d\s?[%٪]|%\d/;

/** "3947 people ran with us", the number in a line of its own as well. */
function isCount({ page: { text }, raw: { end } }: CodePlace): boolean {
  const next = text.slice(end, end + MAX_NEXT);
  const [, word, below = ''] = NEXT_WORD.exec(next) ?? [];
  return COUNTED.has(fold(word ?? below)) || NEXT_COUNTER.test(next);
}

function isDrawn(place: CodePlace): boolean {
  const { page, raw } = place;
  if (isOfAccount(page)) return false;
  const around = page.text.slice(Math.max(0, raw.start - REACH), raw.end + REACH_AFTER);
  return holdsStem(around, DRAWN) && !isOnSite(place);
}

function isOfAccount(page: TextPage): boolean {
  const counts = countsOf(page);
  return OF_ACCOUNT.some((kind) => counts[kind]);
}
