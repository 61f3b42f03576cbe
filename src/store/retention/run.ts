import { run } from '../run.js';

/** Removes daily what was kept long enough. */
export const purgeExpiredRun = run({
  workflow: 'purgeExpired',
  schedule: { calendars: [{ hour: 3 }], jitter: '1h' },
});
