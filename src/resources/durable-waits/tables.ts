import { goesWith, olderThan, otherwise, type Table } from '../../store/tables.js';

/** Tables of waits that outlive their request. */
export const durableWaitTables: readonly Table[] = [
  {
    table: 'durable_waits',
    ids: ['wt'],
    holds: 'waits that outlive their request',
    columns: {
      org_id: goesWith('orgs'),
      inbox_id: goesWith('inboxes'),
      email_id: otherwise('it says which mail was to be answered'),
      thread_id: otherwise('with its inbox, or 30 days after its end'),
      since_email_id: otherwise('it says where the wait began'),
    },
    keptFor: { outdated: olderThan('ended_at', '30 days') },
  },
  {
    table: 'durable_wait_matches',
    holds: 'what they found; a foreign key takes it along with its wait',
    columns: {
      email_id: goesWith('emails', {
        rows: 'email_id = ANY ($1) AND (code IS NOT NULL OR link IS NOT NULL)',
        emptied: 'code = NULL, link = NULL',
      }),
    },
  },
];
