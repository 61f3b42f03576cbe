import { goesWith, otherwise, type Table } from '../../store/tables.js';

/** Tables of mail that leaves. */
export const sendingTables: readonly Table[] = [
  {
    table: 'sends',
    holds: 'the ledger: a mail that leaves, its recipients, what became of it',
    columns: {
      email_id: goesWith('emails'),
      org_id: goesWith('orgs'),
      inbox_id: otherwise('with its email'),
    },
  },
  {
    table: 'send_attempts',
    holds: 'each time a mail was to leave, written before; when its first byte did',
    columns: { email_id: goesWith('emails') },
  },
  {
    table: 'daily_sends',
    holds: 'what inboxes with a limit sent on a day',
    columns: { inbox_id: goesWith('inboxes') },
    keptFor: { outdated: 'day < current_date - 7' },
  },
];
