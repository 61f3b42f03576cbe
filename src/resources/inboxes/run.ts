import { run } from '../../store/run.js';

/** An inbox whose row is marked deleted. */
export interface DeleteInboxInput {
  readonly inboxId: string;
}

/** An inbox that ends at a time its row names. */
export interface ExpireInboxInput {
  readonly inboxId: string;
}

declare module '../../store/run.js' {
  interface RunInputs {
    readonly deleteInbox: DeleteInboxInput;
    readonly expireInbox: ExpireInboxInput;
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
