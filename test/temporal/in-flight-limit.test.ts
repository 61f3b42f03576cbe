import { describe, expect, it } from '@jest/globals';
import { InFlightLimit } from '../../src/temporal/dispatch/in-flight-limit.js';

const settled = async (promise: Promise<unknown>) => {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
};

describe('slots', () => {
  it('let no more than their number in', async () => {
    const slots = new InFlightLimit(2);
    const first = slots.enter('a');
    expect(await settled(slots.available())).toBe(true);
    slots.enter('b');
    const next = slots.available();
    expect(await settled(next)).toBe(false);
    first.leave();
    expect(await settled(next)).toBe(true);
  });

  it('settle when the run got on', async () => {
    const slots = new InFlightLimit(1);
    const waiting = slots.enter('a').settled(60_000);
    slots.ended('b');
    expect(await settled(waiting)).toBe(false);
    slots.ended('a');
    expect(await settled(waiting)).toBe(true);
  });

  it('settle after a while when the run is stuck', async () => {
    await new InFlightLimit(1).enter('a').settled(1);
  });

  it('settle all at the end', async () => {
    const slots = new InFlightLimit(2);
    const waiting = [slots.enter('a').settled(60_000), slots.enter('b').settled(60_000)];
    slots.endAll();
    expect(await settled(Promise.all(waiting))).toBe(true);
  });
});
