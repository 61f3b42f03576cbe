import { run } from '../../store/run.js';

declare module '../../store/run.js' {
  interface RunInputs {
    /** What it waits for is in its row. */
    readonly waitForEmail: { readonly waitId: string };
  }
}

/**
 * Looks in time. A wait whose time is up shows that nobody looked; of one that is open only Temporal
 * knows whether its run is there: each is asked for in turn, and counts as asked for then.
 */
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
    {
      suspects: `
UPDATE durable_waits SET checked_at = now()
WHERE id = ANY (ARRAY(
  SELECT id FROM durable_waits
  WHERE ended_at IS NULL AND checked_at < now() - $age
  ORDER BY checked_at LIMIT $limit FOR UPDATE SKIP LOCKED))
RETURNING ARRAY[id] AS ids, 'waitForEmail:' || id AS workflow_id, false AS given_up`,
      rows: `
SELECT id, org_id FROM durable_waits WHERE id = ANY ($ids) AND status = 'waiting'`,
    },
  ],
});
