import type { Duration } from './durations.js';
import type { Hit } from '../text/lexicon.js';
import type { TermKind } from '../words/roles.js';

const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
/** What joins a length of time to the name of a code behind it: "ten-minute code", "10分間だけのコード". */
const BEFORE_CODE =
  /^(?:\p{L}{1,4}(?= )|-|間|间)?(?:だけ|限り|限定|有効)?(?:[の的]|짜리|용| ?वाला| ?वाली| ?वाले|lık|lik|luk|lük| geçerli)?[ -]?$/u;
/** And to the one before it: "code de dix minutes". */
const BEHIND_CODE =
  /^ (?:(?:de|da|di|van|von|für|for|pour|para|per|voor|na|på|på|în|на|แบบ|của|อายุ) )?[לبל]?$/u;

/** "Your ten-minute code": a length of time that a code is called by. */
export const isNamedAfter = (
  text: string,
  hits: readonly Hit[],
  { start, end }: Duration,
): boolean =>
  hits.some(
    (hit) =>
      CODES.has(hit.term.kind) &&
      ((hit.start >= end && BEFORE_CODE.test(text.slice(end, hit.start))) ||
        (hit.end <= start && BEHIND_CODE.test(text.slice(hit.end, start)))),
  );

/** Characters from a code to a length of time that is told by itself. */
const MAX_GAP = 44;
/** The same where words have no blanks between them. */
const MAX_UNSPACED = 20;
const UNSPACED = /[\u0e00-\u0e7f\u3040-\u9fff]/u;
/** A code, and three words at most. */
const FEW_WORDS =
  /^[\p{L}\d-]{3,16}["'”»」)]?(?:[\s.,:：。，;–—-]{1,4}[\p{L}\p{M}'’]{1,14}){0,3}[\s.,:：。，;–—-]{0,4}$/u;
/** The sentence ends behind the length of time. */
const IS_OVER = /^\p{L}{0,4}\s?(?:[.。!！;；,，।\n]|$)/u;

/** "482913. Time limit: four minutes.": a length of time that stands behind a code with no verb of its own. */
export function isStatedAlone(text: string, code: number, { start, end }: Duration): boolean {
  if (code < 0 || start <= code || start - code > MAX_GAP) return false;
  const gap = text.slice(code, start);
  if (UNSPACED.test(gap) && gap.length > MAX_UNSPACED) return false;
  return !gap.includes('\n') && FEW_WORDS.test(gap) && IS_OVER.test(text.slice(end, end + 8));
}
