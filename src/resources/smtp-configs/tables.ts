import { goesWith, type Table } from '../../store/tables.js';

/** Tables of SMTP configurations. */
export const smtpConfigTables: readonly Table[] = [
  {
    table: 'smtp_configs',
    ids: ['smtp'],
    holds: 'through whom an organization sends, with sealed secrets; at most one is the default',
    columns: { org_id: goesWith('orgs') },
  },
];
