import { run } from '../../store/run.js';

declare module '../../store/run.js' {
  interface RunInputs {
    /** Started by a schedule. */
    readonly upgradeEmails: undefined;
  }
}

/** Makes the JSON of mail that was stored by an earlier version: after an upgrade there is some, else none. */
export const upgradeEmailsRun = run({
  workflow: 'upgradeEmails',
  schedule: { calendars: [{ hour: '*', minute: 7 }], jitter: '1m' },
});
