import { goesWith, otherwise, type Table } from '../../store/tables.js';

const SAYS_WHY = otherwise('it says why the address must not be written to, for longer than that');

/** Tables of suppressed addresses and of reports on sent mail. */
export const suppressionTables: readonly Table[] = [
  {
    table: 'suppressions',
    holds: 'addresses nobody of an organization writes to: bounced, complained, or said so',
    columns: { org_id: goesWith('orgs'), inbox_id: SAYS_WHY, email_id: SAYS_WHY },
  },
  {
    table: 'delivery_reports',
    holds: 'what a mail reported of a sent one, once and for all',
    columns: {
      org_id: goesWith('orgs'),
      report_email_id: goesWith('emails'),
      email_id: goesWith('emails'),
    },
  },
];
