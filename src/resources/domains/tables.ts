import { goesWith, otherwise, type Table } from '../../store/tables.js';

/** Tables of domains. */
export const domainTables: readonly Table[] = [
  {
    table: 'domain_changes',
    holds: 'what changed of the records of a domain, and what each resolver said',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'dkim_keys',
    holds: 'keys that sign mail of domains, sealed; their labels are never used again',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'domains',
    ids: ['dom'],
    holds: 'domains of organizations: how they are looked after, what the last looks came to',
    columns: {
      org_id: goesWith('orgs'),
      catch_all_inbox_id: otherwise('an inbox that is gone takes no mail, its domain stays'),
    },
  },
];
