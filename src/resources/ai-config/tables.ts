import { goesWith, olderThan, type Table } from '../../store/tables.js';

/** Tables of models. */
export const aiConfigTables: readonly Table[] = [
  {
    table: 'ai_configs',
    holds: 'the model of an organization; its key is sealed',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'ai_usage',
    holds: 'tokens of models that were used, and reserved, by month',
    columns: { org_id: goesWith('orgs') },
    keptFor: { outdated: olderThan('month', '2 years') },
  },
  {
    table: 'undescribed_emails',
    holds: 'mails that a model is to summarize or to sort, once they were announced',
    columns: { email_id: goesWith('emails'), org_id: goesWith('orgs') },
  },
];
