import { goesWith, olderThan, otherwise, type Table } from '../../store/tables.js';

/** Tables of threads. */
export const threadTables: readonly Table[] = [
  {
    table: 'thread_agents',
    ids: ['ta'],
    holds: 'who has which part in a thread; gone with the last mail that the thread shows',
    columns: {
      org_id: goesWith('orgs'),
      inbox_id: goesWith('inboxes'),
      thread_id: goesWith('threads'),
    },
  },
  {
    table: 'missing_messages',
    holds: 'what mails refer to and is not there, for 30 days: whoever it is joins their thread',
    columns: {
      inbox_id: goesWith('inboxes'),
      thread_id: otherwise('a mail that comes late joins the thread, whatever was deleted of it'),
    },
    keptFor: { outdated: olderThan('noted_at', '30 days') },
  },
];
