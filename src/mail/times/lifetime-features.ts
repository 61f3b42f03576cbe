import type { LifetimeCase } from './lifetime-case.js';
import type { OtherLength } from './stated-durations.js';
import type { TimeSaying } from './time-saying.js';
import { byReading, flag, magnitude } from '../model/feature.js';
import type { Feature } from '../model/model.js';

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
];

const others: readonly LifetimeFeature[] = [
  is('only', 'The mail names no other time.', '482913. 10 minutes.', ({ count }) => count === 1),
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
];

const sentence: readonly LifetimeFeature[] = [
  is(
    'shared',
    'Its sentence repeats a word that stands beside the code.',
    'Code: 482913. The code lasts 10 minutes.',
    ({ sharesWord }) => sharesWord,
  ),
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

/** What words say of it. */
const told = (
  name: string,
  says: string,
  example: string,
  of: (saying: TimeSaying, one: LifetimeCase) => boolean,
): LifetimeFeature => is(`told/${name}`, says, example, (one) => of(one.saying, one));

const OTHERWISE: Readonly<
  Record<Exclude<OtherLength, 'other'>, readonly [says: string, example: string]>
> = {
  thing: ['of something that has a name', 'Your plan runs for 30 days.'],
  days: ['of days, and something else has a name', 'Reservations lapse after 5 days.'],
  wait: ['of waiting', 'You can try again in 5 minutes.'],
  next: ['until the next code', 'You can order a new one after 10 minutes.'],
  else: ['of what else happens, or does not', 'Your driver arrives in 6 minutes.'],
  span: ['of what lasts otherwise', 'We hold your seats for 15 minutes.'],
  kept: ['of what is kept', 'You can see them for 30 days.'],
};

const otherwise: readonly LifetimeFeature[] = Object.entries(OTHERWISE).map(
  ([kind, [says, example]]) =>
    told(`other/${kind}`, `It is ${says}.`, example, (saying) => saying.otherwise === kind),
);

const words: readonly LifetimeFeature[] = [
  ...otherwise,
  told(
    'waits',
    'Its sentence speaks of waiting, and words do not tell that it is the end.',
    'Wait 10 minutes.',
    (_, { isTold, speaksOfWaiting }) => !isTold && speaksOfWaiting,
  ),
  {
    name: 'told/lasts-distance',
    says: 'How far the word is that tells that it is the end.',
    example: 'valid, as we have said before, for 10 minutes',
    of: ({ isTold, saying: { lasts } }) => (isTold ? magnitude(lasts ?? 0) : 0),
  },
  told(
    'rival',
    'Words tell of another time that it is the end, and not of this one.',
    'It is valid for 10 minutes. Reply within 24 hours.',
    (_, { isTold, hasRival }) => hasRival && !isTold,
  ),
  told(
    'plain',
    'That word stands right beside it.',
    'valid for 10 minutes',
    ({ isPlain, otherwise }) => isPlain && otherwise === null,
  ),
  told(
    'follows',
    'It stands behind the code, and no other number between them.',
    '482913. Be quick: 10 minutes.',
    ({ follows, otherwise }) => follows && otherwise === null,
  ),
  told(
    'beside-goods',
    'Its sentence names goods or payments.',
    'Your order arrives in 10 minutes.',
    ({ isBesideGoods }) => isBesideGoods,
  ),
  told(
    'code',
    'Its sentence names a code.',
    'The code lasts 10 minutes.',
    ({ isOfCode, otherwise }) => isOfCode && otherwise === null,
  ),
  told(
    'loose',
    'It is days, of which the sentence of the code says nothing.',
    'You have 14 days to send it back.',
    ({ isLoose }) => isLoose,
  ),
];

const structure = [...length, ...place, ...others, ...sentence, ...point];

/** What words tell to be an end is one wherever it stands, more or less: what structure says of it has weights of its own. */
const ofTold = structure.map((feature): LifetimeFeature => ({
  ...feature,
  name: `told-as/${feature.name}`,
  says: `${feature.says} Words tell that it is the end.`,
  of: (one) => (one.isTold ? feature.of(one) : 0),
}));

const ofUntold = byReading(
  structure.map((feature): LifetimeFeature => ({
    ...feature,
    of: (one) => (one.isTold ? 0 : feature.of(one)),
  })),
  ({ unread: share }) => share,
);

/** All that is asked of what may be the lifetime of a code. */
export const LIFETIME_FEATURES: readonly LifetimeFeature[] = [...ofUntold, ...ofTold, ...words];
