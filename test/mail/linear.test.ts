import { describe, expect, it } from '@jest/globals';
import { BAITS, type Bait } from '../../bench/bait.js';
import { analyse } from '../../src/mail/reading/analyse.js';
import { countWork } from './work.js';

const CONTEXT = { receivedAt: new Date('2026-11-20T10:00:03Z') };
/** Below the lengths at which parts of the analysis stop reading. */
const SIZE = 4 * 1024;
const MAX_FACTOR = 2.2;
/** Of one byte: the analysis goes over a text a fixed number of times. */
const MAX_VISITS = 400;

const workFor = ({ make }: Bait, bytes: number) => {
  const raw = make(bytes);
  return countWork(() => analyse(raw, CONTEXT));
};

describe('the work of an analysis', () => {
  it.each(BAITS.map((bait) => ({ name: `${bait.target}: ${bait.what}`, bait })))(
    'at most doubles with twice the $name',
    async ({ bait }) => {
      await workFor(bait, 1024);
      const size = Math.max(SIZE, bait.limitAt ?? 0);
      const once = await workFor(bait, size);
      const twice = await workFor(bait, 2 * size);
      const four = await workFor(bait, 4 * size);

      expect(once).toBeGreaterThan(0);
      expect(twice / once).toBeLessThanOrEqual(MAX_FACTOR);
      expect(four / twice).toBeLessThanOrEqual(MAX_FACTOR);
      expect(four / (4 * size)).toBeLessThan(bait.limitAt ? Infinity : MAX_VISITS);
    },
  );
});
