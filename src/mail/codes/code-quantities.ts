import type { CodeName } from './code-names.js';
import type { CodePlace } from './code-place.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';

const COUNTED: ReadonlySet<string> = new Set(foldedWords('counted'));
/** The word behind a number; where it begins the next line, no capital and no label. */
const NEXT_WORD =
  /^[ \u00a0]([\p{L}\p{M}]{2,24})|^[ \t]{0,4}\n{1,3}([\p{Ll}\p{Lo}][\p{L}\p{M}]{1,24})(?!\s?[:：])/u;
/** In scripts without blanks what is counted follows at once, and goes on. */
const NEXT_COUNTER = /^\s{0,3}(?:人(?![工物名])|名(?![前字称稱单單义義])|票|명|คน|ราย)/u;
const MAX_NEXT = 28;

/** "3947 people ran with us", the number in a line of its own as well. */
export function isCount(
  { page: { text }, raw: { end } }: CodePlace,
  name: CodeName | null,
): boolean {
  const kind = name?.hit.term.kind;
  if (kind === 'code' || kind === 'maybeCode') return false;
  const next = text.slice(end, end + MAX_NEXT);
  const [, word, below = ''] = NEXT_WORD.exec(next) ?? [];
  return COUNTED.has(fold(word ?? below)) || NEXT_COUNTER.test(next);
}
