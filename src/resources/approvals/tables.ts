import { goesWith, olderThan, type Table } from '../../store/tables.js';

/** Tables of approvals. */
export const approvalTables: readonly Table[] = [
  {
    table: 'approval_policies',
    holds: 'which mail of an organization or an inbox needs approval, and who is told',
    columns: { org_id: goesWith('orgs'), inbox_id: goesWith('inboxes') },
  },
  {
    table: 'written_addresses',
    holds: 'whom an organization wrote to, where a policy asks for it',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'approvals',
    ids: ['apr'],
    holds: 'what a person decides before it happens: who asked, who decided, how and when',
    columns: { org_id: goesWith('orgs'), inbox_id: goesWith('inboxes') },
    keptFor: { outdated: olderThan('decided_at', '1 year') },
  },
];
