import { goesWith, ORG_OF_INBOX, type Table } from '../../store/tables.js';

// As the index has it. Removed once more with the inbox: one may be added while that is being deleted.
const OF_INBOX = `
DELETE FROM address_rules WHERE org_id = ${ORG_OF_INBOX} AND coalesce(inbox_id, '') = $1`;

/** Tables of receive and send lists. */
export const listTables: readonly Table[] = [
  {
    table: 'address_rules',
    holds: 'receive and send lists, of the organization or one inbox',
    columns: {
      org_id: goesWith('orgs'),
      inbox_id: goesWith('inboxes', { statements: [OF_INBOX], immediate: true }),
    },
  },
  {
    table: 'receive_terms',
    holds: 'how often receive lists or plan of an organization changed: the sum of its rows',
    columns: { org_id: goesWith('orgs') },
  },
];
