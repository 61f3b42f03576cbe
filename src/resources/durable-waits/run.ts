import { askedInTurn, run } from '../../store/run.js';

declare module '../../store/run.js' {
  interface RunInputs {
    /** What it waits for is in its row. */
    readonly waitForEmail: { readonly waitId: string };
  }
}

/** Looks in time. A wait whose time is up shows that nobody looked. */
export const waitForEmailRun = run({
  workflow: 'waitForEmail',
  input: ([waitId]) => ({ waitId: waitId! }),
  signals: ['emailArrived'],
  phase: 'waiting',
  inbox: '(SELECT inbox_id FROM durable_waits WHERE durable_waits.id = resource_id)',
  lost: [
    {
      rows: `
SELECT id, org_id FROM durable_waits WHERE ended_at IS NULL AND expires_at < now() - $age`,
      signal: 'emailArrived',
    },
    askedInTurn('waitForEmail', 'durable_waits', 'ended_at IS NULL'),
  ],
});
