import { flag } from '../model/feature.js';
import { holdsAny, holdsStem, phrases } from '../text/phrases.js';
import type { ListRole } from '../words/roles.js';
import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';

/** Whether words of these lists begin so many characters before a candidate, or behind it. */
function areNear(roles: readonly ListRole[], before: number, behind: number): CodeFeature['of'] {
  const list = phrases(...roles);
  return ({ page: { text }, raw: { start, end } }: CodeCase) =>
    flag(
      holdsStem(text.slice(Math.max(0, start - before), start), list) ||
        holdsStem(text.slice(end, end + behind), list),
    );
}

const MAX_NEXT = 28;
const ASIDE = /^[\s"')」』】\]”»,،，、]{0,4}/;

/** Whether words of these lists begin right behind a candidate. */
function areNext(roles: readonly ListRole[]): CodeFeature['of'] {
  const list = phrases(...roles);
  return ({ page: { text }, raw: { end } }: CodeCase) => {
    const after = text.slice(end, end + MAX_NEXT);
    const { length } = ASIDE.exec(after)![0];
    return flag(holdsAny(after, list, length, length + 1));
  };
}

/** What lists of words around a candidate say. */
export const listed: readonly CodeFeature[] = [
  {
    name: 'list.thing',
    leans: -1,
    says: 'Around it a door, a counter, a lottery, a queue or a paper is told of.',
    example: 'On the keypad of the locker type 582091',
    of: areNear(['hand', 'drawn', 'queue', 'paper'], 100, 60),
  },
  {
    name: 'list.behind',
    leans: -1,
    says: 'Right behind it is told that nobody can use it any more, or what is counted.',
    example: 'The code 482913 has expired; 3947 people',
    of: areNext(['stale', 'counted']),
  },
  {
    name: 'list.example',
    leans: -1,
    says: 'Right before it is told that it is an example.',
    example: 'A code like 123456',
    of: areNear(['example'], 24, 0),
  },
  {
    name: 'list.missed',
    leans: 1,
    says: 'Behind it is told that it may be typed wrong a few times.',
    example: '3086\\nThree misses and we lock for the day',
    of: areNear(['attempt.missed'], 0, 160),
  },
];
