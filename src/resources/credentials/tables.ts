import { goesWith, type Table } from '../../store/tables.js';

/** Tables of the vault. */
export const credentialTables: readonly Table[] = [
  {
    table: 'credentials',
    ids: ['cred'],
    holds: 'secrets that agents use and never see, sealed',
    columns: { org_id: goesWith('orgs'), inbox_id: goesWith('inboxes') },
  },
  {
    table: 'audit_entries',
    ids: ['aud'],
    holds: 'what was done with credentials, chained; kept for ever, a trigger refuses changes',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'audit_heads',
    holds: 'the last entry of each chain, locked while the next is written',
    columns: { org_id: goesWith('orgs') },
  },
];
