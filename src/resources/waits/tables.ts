import { goesWith, olderThan, type Table } from '../../store/tables.js';

/** Tables of waits of a request. */
export const waitTables: readonly Table[] = [
  {
    table: 'wait_marks',
    holds: 'which mail a key was handed',
    columns: { inbox_id: goesWith('inboxes'), email_id: goesWith('emails') },
    keptFor: { outdated: olderThan('claimed_at', '1 hour') },
  },
  {
    table: 'wait_answers',
    holds: 'which mail answered an `Idempotency-Key` of a wait',
    columns: {
      org_id: goesWith('orgs'),
      inbox_id: goesWith('inboxes'),
      email_id: goesWith('emails'),
    },
    keptFor: { outdated: olderThan('answered_at', '1 hour') },
  },
];
