import { run } from '../../store/run.js';

/** A bulk send: what of it is left to do is in its rows. */
export interface SendBulkInput {
  readonly bulkId: string;
  readonly orgId: string;
}

declare module '../../store/run.js' {
  interface RunInputs {
    readonly sendBulk: SendBulkInput;
  }
}

/** Sends the mails of a bulk send, behind single ones. */
export const sendBulkRun = run({
  workflow: 'sendBulk',
  input: ([bulkId], [orgId]) => ({ bulkId: bulkId!, orgId: orgId! }),
  signals: ['pause', 'resume', 'cancel'],
  priority: 4,
  phase: 'sending',
  lost: [
    {
      rows: `
SELECT b.id, b.org_id FROM bulks b
WHERE b.completed_at IS NULL AND b.status <> 'PAUSED'
  AND greatest(b.touched_at, b.look_at) < now() - $age`,
    },
  ],
});
