import { cldrLanguages } from './cldr.js';
import { fold } from '../text/fold.js';
import { splitTerms } from '../text/lexicon.js';

type Half = 'am' | 'pm';

let loaded: ReadonlyMap<string, Half> | undefined;

/** Parts of the day in all languages, without those that are before noon in one and behind it in another. */
function readHalves(): ReadonlyMap<string, Half> {
  const halves = new Map<string, Half>();
  const mixed = new Set<string>();
  for (const words of Object.values(cldrLanguages()))
    for (const half of ['am', 'pm'] as const)
      for (const name of splitTerms(words[half]).map(fold)) {
        if ((halves.get(name) ?? half) !== half) mixed.add(name);
        halves.set(name, half);
      }
  for (const name of mixed) halves.delete(name);
  return halves;
}

/** "5:30 μ.μ.", "ບ່າຍ 5:30": the word right behind a time of day, else the one before it. */
const BEHIND = /^[ \n]?([\p{L}\p{M}.]{2,20})/u;
const BEFORE = /([\p{L}\p{M}.]{2,20})[ \n]?$/u;
const MAX_WORD = 24;

/** A text in which the part of the day beside a time is written as in English; `start` to `end` is the time. */
export function withEnglishHalf(text: string, start: number, end: number): string {
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  const next = BEHIND.exec(behind.slice(0, MAX_WORD));
  const last = BEFORE.exec(before.slice(-MAX_WORD));
  const half = halfOf(next) ?? halfOf(last);
  return half === undefined ? text : `${before}${text.slice(start, end)} ${half} ${behind}`;
}

function halfOf(word: RegExpExecArray | null): Half | undefined {
  return word ? (loaded ??= readHalves()).get(fold(word[1]!)) : undefined;
}
