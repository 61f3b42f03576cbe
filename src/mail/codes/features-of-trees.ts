import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';
import { ofOrigin } from './features-of-origin.js';
import { flag, magnitude } from '../model/feature.js';
import type { TextPage } from '../text/page.js';
import { clip } from '../text/safe-text.js';
import { durationsOf } from '../times/durations.js';
import { repeatedWords, titledWords } from './tree-case.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const lasts =
  (from: number, to: number) =>
  ({ ms }: { readonly ms: number }) =>
    ms >= from && ms <= to;
const isShort = lasts(MINUTE, HOUR);
const isOfHours = lasts(HOUR + 1, 2 * DAY);
const isLong = lasts(2 * DAY + 1, Number.MAX_VALUE);
const NEAR = 250;

function lengthBehind({ page, raw }: CodeCase, isAsked: (one: { ms: number }) => boolean): boolean {
  return durationsOf(page).some(
    (one) => one.start >= raw.end && one.start - raw.end <= NEAR && isAsked(one),
  );
}

const ofTimes: readonly CodeFeature[] = [
  {
    name: 'time.minutes',
    says: 'Its text tells a length of minutes.',
    example: '10 minutit',
    of: ({ page }) => flag(durationsOf(page).some(isShort)),
  },
  {
    name: 'time.hours',
    says: 'Its text tells a length of hours.',
    example: '24 tundi',
    of: ({ page }) => flag(durationsOf(page).some(isOfHours)),
  },
  {
    name: 'time.days',
    says: 'Its text tells a length of days.',
    example: '14 päeva',
    of: ({ page }) => flag(durationsOf(page).some(isLong)),
  },
  {
    name: 'time.minutes-behind',
    says: 'A length of minutes follows.',
    example: '482913 … 10 minutit',
    of: (one) => flag(lengthBehind(one, isShort)),
  },
  {
    name: 'time.hours-behind',
    says: 'A length of hours follows.',
    example: '482913 … 24 tundi',
    of: (one) => flag(lengthBehind(one, isOfHours)),
  },
  {
    name: 'time.minutes-before',
    says: 'A length of minutes stands before it.',
    example: '10 minutit … 482913',
    of: ({ page, raw }) =>
      flag(
        durationsOf(page).some(
          (one) => one.end <= raw.start && raw.start - one.end <= NEAR && isShort(one),
        ),
      ),
  },
];

const words: readonly CodeFeature[] = [
  {
    name: 'words.titled',
    says: 'Words that lead to it stand in the subject, too.',
    example: 'Subject: Kinnituskood. Kinnituskood: 482913',
    of: (one) => magnitude(titledWords(one)),
  },
  {
    name: 'words.repeated',
    says: 'Words that lead to it stand behind it once more.',
    example: 'Kood: 482913. Kood kehtib …',
    of: (one) => magnitude(repeatedWords(one)),
  },
];

const CALL = /[!！]/g;
const DATE = /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)|\d{1,2}\.? \p{L}{3,12} 20\d\d/gu;
const CLOCK = /(?<!\d)\d{1,2}:\d\d(?!\d)/g;
const NUMBER_BEFORE = /\d[)\s–-]{1,2}$/;
const NUMBER_BEHIND = /^[\s–-]{1,2}\d/;
const PHONE = /\+\s?\d|\(\d{2,5}\)|\d{2,4}[ -]\d{2,4}[ -]\d{2,4}/;
const BEGIN = 4000;

/** How often a page has something, counted once for all of its candidates. */
function countOf(pattern: RegExp): CodeFeature['of'] {
  const counts = new WeakMap<TextPage, number>();
  return ({ page }) => {
    const known = counts.get(page);
    if (known !== undefined) return known;
    const count = magnitude(clip(page.text, BEGIN).match(pattern)?.length ?? 0);
    counts.set(page, count);
    return count;
  };
}

const looks: readonly CodeFeature[] = [
  {
    name: 'look.calls',
    says: 'How many exclamation marks its text has.',
    example: 'Tere!',
    of: countOf(CALL),
  },
  {
    name: 'look.dates',
    says: 'How many dates its text has.',
    example: '24.11.2026',
    of: countOf(DATE),
  },
  {
    name: 'look.clocks',
    says: 'How many times of day its text has.',
    example: '10:45',
    of: countOf(CLOCK),
  },
  {
    name: 'place.beside-number',
    says: 'Another number is beside it.',
    example: '8 800 555',
    of: ({ before, after }) =>
      flag(NUMBER_BEFORE.test(before.slice(-4)) || NUMBER_BEHIND.test(after)),
  },
  {
    name: 'place.phone',
    says: 'Its line has a number with groups, as those of telephones have.',
    example: '+372 600 4417',
    of: ({ before, raw, after }) => flag(PHONE.test(`${before}${raw.code}${after}`)),
  },
  {
    name: 'place.first',
    says: 'No number stands before it in its text.',
    example: 'Tere! Sinu kood on 482913.',
    of: ({ page, raw }) => flag(!/\d/.test(page.text.slice(0, raw.start))),
  },
  {
    name: 'subject.numbers',
    says: 'The subject has a number that is not it.',
    example: 'Subject: Tellimus 77120',
    of: ({ subject, raw }) => flag(/\d/.test(subject.replaceAll(raw.code, ''))),
  },
  {
    name: 'subject.length',
    says: 'How long the subject is.',
    example: 'Subject: Kood',
    of: ({ subject }) => Math.log2(1 + subject.length) / 8,
  },
  {
    name: 'line.length',
    says: 'How long its line is.',
    example: 'Kood: 482913',
    of: ({ before, after }) => (before.length + after.length) / 160,
  },
  {
    name: 'line.above-length',
    says: 'How long the line above is.',
    example: 'Sinu kood',
    of: ({ above }) => Math.min(200, above.length) / 200,
  },
  {
    name: 'line.sentence',
    says: 'It stands within a sentence: words on its line, and its end.',
    example: 'Sinu kood on 482913.',
    of: ({ before, after }) => flag(/[.。।!]/.test(after) && /\p{L}/u.test(before)),
  },
];

/** What tells something only together with other answers, so that trees alone ask for it. */
export const ofTrees: readonly CodeFeature[] = [...ofOrigin, ...ofTimes, ...words, ...looks];
