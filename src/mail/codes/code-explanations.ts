import { isCalledCode } from './code-labels.js';
import { CODE_NAMES, NUMBERS, type CodeName } from './code-names.js';
import type { CodePlace } from './code-place.js';
import type { Hit } from '../text/lexicon.js';
import { firstHitFrom } from '../text/page.js';
import { holdsStem, phrases } from '../text/phrases.js';

const REACH = 60;
const QUEUES = phrases('queue');
/** "4471, that is your": what leads from a number to what the sentence says it is. */
const THAT_IS =
  /(?:^|[\s,–—-])(?:it is|it['’]s|that is|that['’]s|this is|which is|das ist|es ist|dies ist|c['’]est|il s['’]agit de|es su|es tu|es el|es la|esto es|è il|è la|questo è|é o|é a|é seu|isto é|dat is|dit is|het is|to twój|to jest|to pana|to pani|to numer|это|це|itu|ini|det är|đó là|đây là|وهو|فهو|وهي|هذا|זה|זהו)$/iu;
/** The same where the verb comes last. */
const IS_LAST = /^(?:です|でございます|になります|입니다|이에요|예요| है| हैं|dır|dir| budur)/;

/** What the sentence of a number, or the short one behind it, says it is: "Type 4471, it is your place in the queue". */
export function isExplained(place: CodePlace, name: CodeName | null): boolean {
  if (isNamed(name)) return false;
  const { page, raw } = place;
  const { hits } = page;
  const { start, end } = page.lines[place.lineIndex]!;
  const from = Math.max(start, raw.start - REACH);
  const around = page.text.slice(from, Math.min(end, raw.end + REACH));
  if (holdsStem(around, QUEUES)) return true;
  for (let i = firstHitFrom(hits, raw.end); i < hits.length; i++) {
    const hit = hits[i]!;
    if (hit.start - raw.end > REACH) return false;
    if (NUMBERS.has(hit.term.kind) && isTold(place, hit)) return true;
  }
  return false;
}

/** A name of a code, or a word for any number that leads to it. */
const isNamed = (name: CodeName | null) =>
  name !== null &&
  CODE_NAMES.has(name.hit.term.kind) &&
  (name.hit.term.kind !== 'digits' || isCalledCode(name));

function isTold({ page: { text }, raw: { end } }: CodePlace, hit: Hit): boolean {
  const gap = text.slice(end, hit.start);
  return !/\d/.test(gap) && (leadsTo(gap) || IS_LAST.test(text.slice(hit.end, hit.end + 6)));
}

/** "That is", and a word or two such as "your". */
function leadsTo(gap: string): boolean {
  const words = gap.trimEnd().split(' ');
  return [0, 1, 2].some((more) => THAT_IS.test(words.slice(0, words.length - more).join(' ')));
}
