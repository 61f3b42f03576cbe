import type { LifetimeCase } from './lifetime-case.js';
import type { OtherLength } from './stated-durations.js';
import type { TimeSaying } from './time-saying.js';
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

/** What words say of it. */
const told = (
  name: string,
  says: string,
  example: string,
  of: (saying: TimeSaying, one: LifetimeCase) => boolean,
): LifetimeFeature => is(`told/${name}`, says, example, (one) => of(one.saying, one));

const OTHERWISE: Readonly<Record<OtherLength, readonly [says: string, example: string]>> = {
  thing: ['of something that has a name', 'Your plan runs for 30 days.'],
  days: ['of days, and something else has a name', 'Reservations lapse after 5 days.'],
  duty: ['of what has to be done within days', 'Activate the card within 60 days.'],
  others: ['for who asked for nothing', 'If it was not you, you have 24 hours to report it.'],
  link: ['of a link', 'The download link works for 24 hours.'],
  wait: ['of waiting', 'You can try again in 5 minutes.'],
  next: ['until the next code', 'You can order a new one after 10 minutes.'],
  else: ['of what else happens, or does not', 'Your driver arrives in 6 minutes.'],
  taking: ['of what takes so long', 'Setting up takes 5 minutes.'],
  'going-on': ['of what goes on so long', 'The installation lasts two hours.'],
  outcome: ['of what is cancelled then', 'Transfers are cancelled after 24 hours.'],
  span: ['of what lasts otherwise', 'We hold your seats for 15 minutes.'],
  ahead: ['ahead of something', 'Be there 30 minutes before.'],
  kept: ['of what is kept', 'You can see them for 30 days.'],
};

const otherwise: readonly LifetimeFeature[] = Object.entries(OTHERWISE).map(
  ([kind, [says, example]]) =>
    told(`other/${kind}`, `It is ${says}.`, example, (saying) => saying.otherwise === kind),
);

const words: readonly LifetimeFeature[] = [
  ...otherwise,
  says('lasts', 'valid for 10 minutes'),
  says('waits', 'Wait 10 minutes.'),
  told(
    'lasts',
    'A word says that it ends, and none that something else does.',
    'valid for 10 minutes',
    ({ lasts, otherwise }) => lasts !== null && otherwise === null,
  ),
  {
    name: 'told/lasts-distance',
    says: 'How far that word is.',
    example: 'valid, as we have said before, for 10 minutes',
    of: ({ saying: { lasts, otherwise } }) => (lasts === null || otherwise ? 0 : magnitude(lasts)),
  },
  told(
    'rival',
    'Words tell of another time that it is the end, and not of this one.',
    'It is valid for 10 minutes. Reply within 24 hours.',
    ({ lasts, otherwise: other, ends }, { hasRival }) =>
      hasRival && ends === null && (lasts === null || other !== null),
  ),
  told(
    'plain',
    'That word stands right beside it.',
    'valid for 10 minutes',
    ({ isPlain, otherwise }) => isPlain && otherwise === null,
  ),
  told(
    'brackets',
    'It stands in brackets behind the code.',
    '482913 (10 min)',
    ({ isBracketed }) => isBracketed,
  ),
  told(
    'follows',
    'It stands behind the code, and no other number between them.',
    '482913. Be quick: 10 minutes.',
    ({ follows, otherwise }) => follows && otherwise === null,
  ),
  told(
    'typed',
    'Its sentence says to type something.',
    'Type it in within 10 minutes.',
    ({ isTyped, otherwise }) => isTyped && otherwise === null,
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
    'goods',
    'Its sentence speaks of offers, orders, backups or help.',
    'Our offer lasts for 3 days.',
    ({ isOfGoods }) => isOfGoods,
  ),
  told(
    'offered',
    'It is short, and its sentence speaks of an offer.',
    'Join within 10 minutes and save.',
    ({ isOffered }) => isOffered,
  ),
  told(
    'loose',
    'It is days, of which the sentence of the code says nothing.',
    'You have 14 days to send it back.',
    ({ isLoose }) => isLoose,
  ),
  told(
    'until',
    'It is a point in time at a word of validity.',
    'valid until 14:05',
    ({ ends }) => ends === 'lasts',
  ),
  told(
    'until-code',
    'The same, and its sentence names a code.',
    'The code is valid until 14:05.',
    ({ ends, isOfCode }) => ends === 'lasts' && isOfCode,
  ),
  told(
    'until-goods',
    'The same, and its sentence speaks of offers, orders, backups or help.',
    'The offer is valid until 14:05.',
    ({ ends, isOfGoods }) => ends === 'lasts' && isOfGoods,
  ),
  told(
    'deed',
    'It is a point in time until which something has to be done.',
    'Type it in before 14:05.',
    ({ ends }) => ends === 'deed',
  ),
  told(
    'end-beside',
    'It is a point in time in brackets or a row behind the code.',
    '482913 (until 14:05)',
    ({ ends }) => ends === 'beside',
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
export const LIFETIME_FEATURES: readonly LifetimeFeature[] = [
  unread(({ unread: share }) => share),
  ...ofUntold,
  ...ofTold,
  ...words,
];
