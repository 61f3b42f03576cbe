import { cldrLanguages, splitEntries } from './cldr.js';
import { fold } from '../text/fold.js';
import { clip } from '../text/safe-text.js';

type Half = 'am' | 'pm';

let loaded: ReadonlyMap<string, Half> | undefined;

/** Parts of the day in all languages, without those that are before noon in one and behind it in another. */
function readHalves(): ReadonlyMap<string, Half> {
  const languages = Object.values(cldrLanguages());
  const namesOf = (half: Half) =>
    new Set(languages.flatMap((words) => splitEntries(words[half]).map(fold)));
  const [before, behind] = [namesOf('am'), namesOf('pm')];
  return new Map([
    ...[...before].filter((name) => !behind.has(name)).map((name) => [name, 'am'] as const),
    ...[...behind].filter((name) => !before.has(name)).map((name) => [name, 'pm'] as const),
  ]);
}

/** "5:30 μ.μ.", "ບ່າຍ 5:30": the word right behind a time of day, else the one before it. */
const BEHIND = /^[ \n]?([\p{L}\p{M}.]{2,20})/u;
const BEFORE = /([\p{L}\p{M}.]{2,20})[ \n]?$/u;
const MAX_WORD = 24;

/** A text in which the part of the day beside a time is written as in English; `start` to `end` is the time. */
export function withEnglishHalf(text: string, start: number, end: number): string {
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  const next = BEHIND.exec(clip(behind, MAX_WORD));
  const last = BEFORE.exec(before.slice(-MAX_WORD));
  const half = halfOf(next) ?? halfOf(last);
  return half === undefined ? text : `${before}${text.slice(start, end)} ${half} ${behind}`;
}

function halfOf(word: RegExpExecArray | null): Half | undefined {
  return word ? (loaded ??= readHalves()).get(fold(word[1]!)) : undefined;
}
