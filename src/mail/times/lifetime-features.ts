import type { LifetimeCase } from './lifetime-case.js';
import { byReading, flag, magnitude, unread } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import type { TermKind } from '../words/roles.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long codes last more often than not. */
const USUAL: ReadonlySet<number> = new Set(
  [3, 5, 10, 15, 20, 30, 60, 1440].map((minutes) => minutes * MINUTE),
);

type LifetimeFeature = Feature<LifetimeCase>;

const is = (
  name: string,
  says: string,
  example: string,
  of: (one: LifetimeCase) => boolean,
): LifetimeFeature => ({ name, says, example, of: (one) => flag(of(one)) });

const length: readonly LifetimeFeature[] = [
  is('seconds', 'It is less than a minute.', '30 seconds', ({ ms }) => ms < MINUTE),
  is('moments', 'It is 1 minute or 2.', '60 seconds', ({ ms }) => ms >= MINUTE && ms < 3 * MINUTE),
  is(
    'minutes',
    'It is 3 minutes to an hour.',
    '15 minutes',
    ({ ms }) => ms >= 3 * MINUTE && ms <= HOUR,
  ),
  is(
    'hours',
    'It is more than an hour, and less than a day.',
    '2 hours',
    ({ ms }) => ms > HOUR && ms < DAY,
  ),
  is('days', 'It is more than a day.', '14 days', ({ ms }) => ms > DAY),
  is(
    'usual',
    'Codes last so long more often than not.',
    '10 minutes',
    ({ ms, isPoint }) => !isPoint && USUAL.has(ms),
  ),
];

const place: readonly LifetimeFeature[] = [
  is(
    'behind',
    'The code stands before it.',
    '482913. 10 minutes.',
    ({ isBehind }) => isBehind === true,
  ),
  is(
    'elsewhere',
    'The code does not stand on its page.',
    'A code in the subject.',
    ({ isBehind }) => isBehind === null,
  ),
  is(
    'beside',
    'The code stands in its sentence.',
    '482913 (10 minutes)',
    (one) => one.isBehind !== null && one.sentences === 0,
  ),
  is(
    'next',
    'It stands in the sentence behind that of the code.',
    '482913\n10 minutes',
    (one) => one.isBehind === true && one.sentences > 0 && one.sentences <= 2,
  ),
  is(
    'first',
    'No other time stands between the code and it.',
    '482913. 10 minutes. 24 hours.',
    ({ between }) => between === 0,
  ),
  is(
    'first-behind',
    'It is the first time behind the code.',
    '482913. 10 minutes.',
    (one) => one.isBehind === true && one.between === 0,
  ),
  {
    name: 'distance',
    says: 'How far the code is.',
    example: '482913 … 10 minutes',
    of: ({ isBehind, distance }) => (isBehind === null ? 0 : magnitude(distance)),
  },
  {
    name: 'sentences',
    says: 'How many sentences end between the code and it.',
    example: '482913. Hello. 10 minutes.',
    of: ({ sentences }) => magnitude(sentences),
  },
  {
    name: 'blocks',
    says: 'How many blank lines stand between the code and it.',
    example: '482913\n\n10 minutes',
    of: ({ blocks }) => magnitude(blocks),
  },
  is(
    'address',
    'A web address stands between the code and it.',
    '482913 https://northwind.example 10 minutes',
    ({ hasAddress }) => hasAddress,
  ),
];

const others: readonly LifetimeFeature[] = [
  is('only', 'The mail names no other time.', '482913. 10 minutes.', ({ count }) => count === 1),
  {
    name: 'times',
    says: 'How many times the mail names.',
    example: '10 minutes, 24 hours, 30 days',
    of: ({ count }) => magnitude(count),
  },
  is(
    'shortest',
    'It is the shortest of several.',
    '10 minutes, 24 hours',
    ({ count, isShortest }) => count > 1 && isShortest,
  ),
  is(
    'longest',
    'It is the longest of several.',
    '10 minutes, 24 hours',
    ({ count, isLongest }) => count > 1 && isLongest,
  ),
  is(
    'first-longest',
    'It is the first behind the code, and the longest of several.',
    '482913. 10 minutes. 30 seconds.',
    (one) => one.count > 1 && one.isLongest && one.isBehind === true && one.between === 0,
  ),
];

const sentence: readonly LifetimeFeature[] = [
  is(
    'shared',
    'Its sentence repeats a word that stands beside the code.',
    'Code: 482913. The code lasts 10 minutes.',
    ({ sharesWord }) => sharesWord,
  ),
  {
    name: 'letters',
    says: 'How long its sentence is.',
    example: 'The code lasts 10 minutes.',
    of: ({ letters }) => magnitude(letters),
  },
  {
    name: 'numbers',
    says: 'How many other numbers its sentence has.',
    example: '3 tries in 24 hours',
    of: ({ numbers }) => magnitude(numbers),
  },
];

const point: readonly LifetimeFeature[] = [
  is('point', 'It is a time of day.', '14:05', ({ isPoint }) => isPoint),
  is(
    'point-far',
    'It is a time of day more than an hour away.',
    '18:30',
    ({ isPoint, ms }) => isPoint && ms > HOUR,
  ),
  is(
    'point-beside',
    'It is a time of day in the sentence of the code or the next.',
    '482913. 14:05',
    (one) => one.isPoint && one.isBehind === true && one.sentences <= 2,
  ),
];

const says = (kind: TermKind, example: string): LifetimeFeature =>
  is(`says/${kind}`, `Its sentence has a word of the kind "${kind}".`, example, ({ kinds }) =>
    kinds.has(kind),
  );

const words: readonly LifetimeFeature[] = [
  says('lasts', 'valid for 10 minutes'),
  says('waits', 'Wait 10 minutes.'),
];

/** All that is asked of what may be a lifetime where no words tell of one. */
export const LIFETIME_FEATURES: readonly LifetimeFeature[] = [
  unread(({ unread: share }) => share),
  ...byReading(
    [...length, ...place, ...others, ...sentence, ...point],
    ({ unread: share }) => share,
  ),
  ...words,
];
