import { run } from '../../store/run.js';

declare module '../../store/run.js' {
  interface RunInputs {
    /** Its row is marked deleted. */
    readonly deleteInbox: { readonly inboxId: string };
    /** It ends at a time its row names. */
    readonly expireInbox: { readonly inboxId: string };
  }
}

/** Removes a deleted inbox and everything in it. */
export const deleteInboxRun = run({
  workflow: 'deleteInbox',
  input: ([inboxId]) => ({ inboxId: inboxId! }),
  lost: [{ rows: 'SELECT id, org_id FROM inboxes WHERE deleted_at < now() - $age' }],
});

/** Ends an inbox at its time. */
export const expireInboxRun = run({
  workflow: 'expireInbox',
  input: ([inboxId]) => ({ inboxId: inboxId! }),
  signals: ['expiryChanged'],
  phase: 'waiting',
  wakeBy: 'expiryChanged',
  lost: [
    {
      rows: 'SELECT id, org_id FROM inboxes WHERE deleted_at IS NULL AND expires_at < now() - $age',
    },
  ],
});
