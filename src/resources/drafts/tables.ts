import { goesWith, type Table } from '../../store/tables.js';

// The files of a draft are stored as they are: their size is known without reading them.
const BYTES = `pg_column_size(contents) + coalesce(octet_length(text_body), 0)
  + coalesce(octet_length(html_body), 0)`;

/** Tables of drafts. */
export const draftTables: readonly Table[] = [
  {
    table: 'drafts',
    ids: ['drf'],
    holds: 'mails that are not sent yet, with their files',
    columns: { org_id: goesWith('orgs'), inbox_id: goesWith('inboxes', { bytes: BYTES }) },
  },
];
