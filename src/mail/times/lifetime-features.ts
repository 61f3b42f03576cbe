import type { LifetimeCase } from './lifetime-case.js';
import { TIME_WORDS } from './time-terms.js';
import { byShare, features, magnitude } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import { UNIT_LENGTHS } from './units.js';

const { minute: MINUTE, hour: HOUR, day: DAY } = UNIT_LENGTHS;

const structure = features<LifetimeCase>({
  // It is 3 minutes to an hour. `15 minutes`
  minutes: ({ ms }) => ms >= 3 * MINUTE && ms <= HOUR,
  // It is more than a day. `14 days`
  days: ({ ms }) => ms > DAY,
  // No other time stands between the code and it. `482913. 10 minutes. 24 hours.`
  first: ({ between }) => between === 0,
  // It is the first time behind the code. `482913. 10 minutes.`
  'first-behind': (one) => one.isBehind === true && one.between === 0,
  // How far the code is. `482913 … 10 minutes`
  distance: (one) => (one.isBehind === null ? 0 : magnitude(one.distance)),
  // The mail names no other time. `482913. 10 minutes.`
  only: ({ count }) => count === 1,
  // It is the shortest of several. `10 minutes, 24 hours`
  shortest: ({ count, isShortest }) => count > 1 && isShortest,
  // It is a time of day. `14:05`
  point: ({ isPoint }) => isPoint,
});

/** What words tell to be an end is one wherever it stands, more or less: what structure says of it has weights of its own. */
const standing = byShare(structure, {
  read: ({ terms, unread }) => (terms.isTold ? 0 : 1 - unread),
  unread: ({ terms, unread }) => (terms.isTold ? 0 : unread),
  told: ({ terms }) => Number(terms.isTold),
});

/** How near there is what words tell of a time, before it and behind it. */
const ofWords = TIME_WORDS.flatMap((word) =>
  features<LifetimeCase>({
    [`before/${word}`]: ({ terms }) => terms.before.get(word) ?? 0,
    [`behind/${word}`]: ({ terms }) => terms.behind.get(word) ?? 0,
  }),
);

/** All that is asked of what may be the lifetime of a code. */
export const LIFETIME_FEATURES: readonly Feature<LifetimeCase>[] = [...standing, ...ofWords];
