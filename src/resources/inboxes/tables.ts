import { goesWith, otherwise, type Table } from '../../store/tables.js';

/** Tables of inboxes. */
export const inboxTables: readonly Table[] = [
  {
    table: 'inboxes',
    ids: ['inb'],
    holds: 'inboxes, and those whose mail is still being removed',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'addresses',
    holds:
      'who had an address first, so that nobody else ever gets it; UIDVALIDITY of what is there',
    columns: { org_id: otherwise('the address is never given to another organization') },
  },
  {
    table: 'inbox_counters',
    holds:
      'one narrow row an inbox: next number, last mail, what left its mailboxes, whether mail is withheld or missing',
    // Mail is stored under the lock of this row: without it no more comes in.
    columns: { inbox_id: goesWith('inboxes', { immediate: true }) },
  },
];
