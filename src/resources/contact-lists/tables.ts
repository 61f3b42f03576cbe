import { goesWith, type Table } from '../../store/tables.js';

/** Tables of contact lists. */
export const contactListTables: readonly Table[] = [
  {
    table: 'contact_lists',
    ids: ['cl'],
    holds: 'whom an organization writes to in bulk',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'contacts',
    holds: 'who is on them; whoever unsubscribed is kept when taken off a list',
    columns: { org_id: goesWith('orgs') },
  },
];
