import { goesWith, type Table } from '../../store/tables.js';

/** Tables of organizations and of what they use. */
export const orgTables: readonly Table[] = [
  { table: 'orgs', ids: ['org'], holds: 'organizations, with their wrapped data key', columns: {} },
  {
    table: 'service_keys',
    holds: 'keys of the service itself, wrapped by the master key',
    columns: {},
  },
  {
    table: 'storage_usage',
    holds: 'bytes of mail and drafts that an organization keeps: the sum of its rows',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'monthly_usage',
    holds: 'counts of a month, in 16 shards, so that accepts do not queue for one row',
    columns: { org_id: goesWith('orgs') },
    keptFor: {
      outdated: `month < date_trunc('month', now() AT TIME ZONE 'UTC') - interval '13 months'`,
    },
  },
];
