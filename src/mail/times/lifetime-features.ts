import type { LifetimeCase } from './lifetime-case.js';
import type { OtherTime, TimeSaying } from './time-saying.js';
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
];

const sentence: readonly LifetimeFeature[] = [
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

const OTHERS: Readonly<Record<OtherTime, readonly [says: string, example: string]>> = {
  thing: ['what else lasts or happens, and no code', 'Your driver arrives in 6 minutes.'],
  sure: ['who stays signed in, or what nobody can do', 'You stay signed in for 12 hours.'],
  far: ['what has to be done within hours or days', 'You have 14 days to send it back.'],
  misses: ['what is locked after wrong attempts', 'Three misses and we lock for an hour.'],
  again: ['after it another code', 'You can order a new one after 10 minutes.'],
  beside: ['every, first, takes or ago right beside it', 'The first 24 hours'],
  wait: ['waiting, nearer than what lasts', 'You can try again in 5 minutes.'],
};

const otherwise: readonly LifetimeFeature[] = Object.entries(OTHERS).map(
  ([kind, [says, example]]) =>
    told(`other/${kind}`, `Its clause names ${says}.`, example, ({ others }) =>
      others.has(kind as OtherTime),
    ),
);

const words: readonly LifetimeFeature[] = [
  ...otherwise,
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
    'joined',
    'Nothing but a word like "within" tells that it is the end.',
    'within 10 minutes',
    ({ isJoined, others }) => isJoined && others.size === 0,
  ),
  told(
    'follows',
    'It stands behind the code, and no other number between them.',
    '482913. Be quick: 10 minutes.',
    ({ follows, others }) => follows && others.size === 0,
  ),
  told(
    'beside-goods',
    'Its sentence names goods or payments.',
    'Your order arrives in 10 minutes.',
    ({ isBesideGoods }) => isBesideGoods,
  ),
  told(
    'code',
    'Its clause names a code, or says to type something.',
    'The code lasts 10 minutes.',
    ({ isOfCode }) => isOfCode,
  ),
  told(
    'days',
    'It is more than a day, and its clause names no code.',
    'You have 14 days to send it back.',
    ({ isOfCode }, { ms, isPoint }) => !isPoint && ms > DAY && !isOfCode,
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
