import { goesWith, olderThan, type Table } from '../../store/tables.js';

/** Tables of browser sessions. */
export const browserSessionTables: readonly Table[] = [
  {
    table: 'browser_sessions',
    ids: ['brs'],
    holds: 'sessions of browsers, each held by a process with a lease',
    columns: { org_id: goesWith('orgs'), inbox_id: goesWith('inboxes') },
    keptFor: { outdated: olderThan('ended_at', '7 days') },
  },
  {
    table: 'browser_steps',
    ids: ['bst'],
    holds:
      'what is to be done in a session, and what it came to, sealed; pictures; gone with their session',
    columns: {},
  },
];
