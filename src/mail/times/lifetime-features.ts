import type { LifetimeCase } from './lifetime-case.js';
import { WORDS_OF_TIMES, type TimeWord } from './time-terms.js';
import { byReading, flag, magnitude } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import { UNIT_LENGTHS } from './cldr.js';

const { minute: MINUTE, hour: HOUR, day: DAY } = UNIT_LENGTHS;

type LifetimeFeature = Feature<LifetimeCase>;
type FeatureRow = readonly [
  name: string,
  says: string,
  example: string,
  of: (one: LifetimeCase) => boolean | number,
];

const toFeature = ([name, says, example, of]: FeatureRow): LifetimeFeature => ({
  ...{ name, says, example },
  of: (one) => Number(of(one)),
});

const ROWS: readonly FeatureRow[] = [
  [
    'minutes',
    'It is 3 minutes to an hour.',
    '15 minutes',
    ({ ms }) => ms >= 3 * MINUTE && ms <= HOUR,
  ],
  ['days', 'It is more than a day.', '14 days', ({ ms }) => ms > DAY],
  [
    'first',
    'No other time stands between the code and it.',
    '482913. 10 minutes. 24 hours.',
    ({ between }) => between === 0,
  ],
  [
    'first-behind',
    'It is the first time behind the code.',
    '482913. 10 minutes.',
    (one) => one.isBehind === true && one.between === 0,
  ],
  [
    'distance',
    'How far the code is.',
    '482913 … 10 minutes',
    (one) => (one.isBehind === null ? 0 : magnitude(one.distance)),
  ],
  ['only', 'The mail names no other time.', '482913. 10 minutes.', ({ count }) => count === 1],
  [
    'shortest',
    'It is the shortest of several.',
    '10 minutes, 24 hours',
    ({ count, isShortest }) => count > 1 && isShortest,
  ],
  ['point', 'It is a time of day.', '14:05', ({ isPoint }) => isPoint],
  ['range', 'It is the last of two times.', '14:00–14:10', ({ endsRange }) => endsRange],
  [
    'begun',
    'It is the last of two times, and the first is when the mail was sent.',
    '10:05–10:15',
    ({ hasBegun }) => hasBegun,
  ],
];
const structure = ROWS.map(toFeature);

/** What words tell to be an end is one wherever it stands, more or less: what structure says of it has weights of its own. */
const ofTold = structure.map((feature): LifetimeFeature => ({
  ...feature,
  name: `told/${feature.name}`,
  says: `${feature.says} Words tell that it is the end.`,
  of: (one) => (one.terms.isTold ? feature.of(one) : 0),
}));

const ofUntold = byReading(
  structure.map((feature): LifetimeFeature => ({
    ...feature,
    of: (one) => (one.terms.isTold ? 0 : feature.of(one)),
  })),
  ({ unread: share }) => share,
);

const ofWords = (Object.keys(WORDS_OF_TIMES) as TimeWord[]).flatMap((word) =>
  (['before', 'behind'] as const).map((side): LifetimeFeature => ({
    name: `${side}/${word}`,
    says: `How near there is ${WORDS_OF_TIMES[word].says}, ${side} it.`,
    example: WORDS_OF_TIMES[word].example,
    of: ({ terms }) => terms[side].get(word) ?? 0,
  })),
);

/** All that is asked of what may be the lifetime of a code. */
export const LIFETIME_FEATURES: readonly LifetimeFeature[] = [
  ...ofUntold,
  ...ofTold,
  ...ofWords,
  {
    name: 'rival',
    says: 'Words tell of another time that it is the end, and not of this one.',
    example: 'It is valid for 10 minutes. Reply within 24 hours.',
    of: ({ anyTold, terms }) => flag(anyTold && !terms.isTold),
  },
];
