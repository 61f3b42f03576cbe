import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY = 25;
// Milliseconds. Ends what never comes: machines are slow at times.
const GUARD = 100_000;

/** The first answer of `look` that is not null or false, asked for again and again for `within` milliseconds. */
export async function eventually<T>(
  look: () => Promise<T | null | false> | T | null | false,
  within = GUARD,
): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`not within ${within} ms: ${look.toString()}`);
    await sleep(LOOK_EVERY);
  }
}
