import type { CodeCase } from './code-case.js';
import { ofOrigin } from './features-of-origin.js';
import { features, magnitude } from '../model/feature.js';
import { once } from '../text/once.js';
import type { TextPage } from '../text/page.js';
import { clip } from '../text/safe-text.js';
import { durationsOf } from '../times/durations.js';
import { pointsSoon } from '../times/points-in-time.js';
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

/** Times of day soon after the mail was sent. */
const soonOn = ({ page, mail: { signs } }: CodeCase) =>
  signs.sentAt === null ? [] : pointsSoon(page, signs.sentAt);

const CALL = /[!！]/g;
const DATE = /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)|\d{1,2}\.? \p{L}{3,12} 20\d\d/gu;
const CLOCK = /(?<!\d)\d{1,2}:\d\d(?!\d)/g;
const NUMBER_BEFORE = /\d[)\s–-]{1,2}$/;
const NUMBER_BEHIND = /^[\s–-]{1,2}\d/;
const PHONE = /\+\s?\d|\(\d{2,5}\)|\d{2,4}[ -]\d{2,4}[ -]\d{2,4}/;
const BEGIN = 4000;

/** How often a page has something, counted once for all of its candidates. */
function countOf(pattern: RegExp): (one: CodeCase) => number {
  const counted = once(({ text }: TextPage) =>
    magnitude(clip(text, BEGIN).match(pattern)?.length ?? 0),
  );
  return ({ page }) => counted(page);
}

/** What tells something only together with other answers, so that trees alone ask for it. */
export const ofTrees = [
  ...ofOrigin,
  ...features<CodeCase>({
    // Its text tells a length of minutes. `10 minutit`
    'time.minutes': ({ page }) => durationsOf(page).some(isShort),
    // Its text tells a length of hours. `24 tundi`
    'time.hours': ({ page }) => durationsOf(page).some(isOfHours),
    // Its text tells a length of days. `14 päeva`
    'time.days': ({ page }) => durationsOf(page).some(isLong),
    // A length of minutes follows. `482913 … 10 minutit`
    'time.minutes-behind': (one) => lengthBehind(one, isShort),
    // A length of hours follows. `482913 … 24 tundi`
    'time.hours-behind': (one) => lengthBehind(one, isOfHours),
    // A length of minutes stands before it. `10 minutit … 482913`
    'time.minutes-before': ({ page, raw }) =>
      durationsOf(page).some(
        (one) => one.end <= raw.start && raw.start - one.end <= NEAR && isShort(one),
      ),
    // Its text tells a time in the hour after the mail was sent, such as 10:05. `kuni 10:15`
    'time.soon': (one) => soonOn(one).length > 0,
    // One follows. `482913 … kuni 10:15`
    'time.soon-behind': (one) =>
      soonOn(one).some(({ start }) => start >= one.raw.end && start - one.raw.end <= NEAR),
    // Words that lead to it stand in the subject, too.
    // `Subject: Kinnituskood. Kinnituskood: 482913`
    'words.titled': (one) => magnitude(titledWords(one)),
    // Words that lead to it stand behind it once more. `Kood: 482913. Kood kehtib …`
    'words.repeated': (one) => magnitude(repeatedWords(one)),
    // How many exclamation marks its text has. `Tere!`
    'look.calls': countOf(CALL),
    // How many dates its text has. `24.11.2026`
    'look.dates': countOf(DATE),
    // How many times of day its text has. `10:45`
    'look.clocks': countOf(CLOCK),
    // Another number is beside it. `8 800 555`
    'place.beside-number': ({ before, after }) =>
      NUMBER_BEFORE.test(before.slice(-4)) || NUMBER_BEHIND.test(after),
    // Its line has a number with groups, as those of telephones have. `+372 600 4417`
    'place.phone': ({ before, raw, after }) => PHONE.test(`${before}${raw.code}${after}`),
    // No number stands before it in its text. `Tere! Sinu kood on 482913.`
    'place.first': ({ page, raw }) => !/\d/.test(page.text.slice(0, raw.start)),
    // The subject has a number that is not it. `Subject: Tellimus 77120`
    'subject.numbers': ({ mail, raw }) => /\d/.test(mail.subject.replaceAll(raw.code, '')),
    // The subject ends with it. `Subject: Tellimus 482913`
    'subject.ends': ({ mail, raw }) => mail.subject.trimEnd().endsWith(raw.code),
    // How long the subject is. `Subject: Kood`
    'subject.length': ({ mail }) => Math.log2(1 + mail.subject.length) / 8,
    // How long its line is. `Kood: 482913`
    'line.length': ({ before, after }) => (before.length + after.length) / 160,
    // How long the line above is. `Sinu kood`
    'line.above-length': ({ above }) => Math.min(200, above.length) / 200,
    // It stands within a sentence: words on its line, and its end. `Sinu kood on 482913.`
    'line.sentence': ({ before, after }) => /[.。।!]/.test(after) && /\p{L}/u.test(before),
  }),
];
