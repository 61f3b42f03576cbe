import { goesWith, olderThan, otherwise, type Table } from '../../store/tables.js';

const IS_OUTDATED = olderThan('completed_at', '30 days');

/** Tables of bulk sends: a row is outdated once its rejections are gone, so they come first. */
export const bulkTables: readonly Table[] = [
  {
    table: 'bulk_rejections',
    holds: 'messages of a bulk send that were not accepted, and what was wrong with them',
    columns: {},
    keptFor: { outdated: `bulk_id IN (SELECT id FROM bulks WHERE ${IS_OUTDATED})` },
  },
  {
    table: 'bulks',
    ids: ['blk'],
    holds: 'mails sent in one request, or to a contact list',
    columns: {
      org_id: goesWith('orgs'),
      inbox_ids: otherwise('ended with the inbox, and still says what became of its mails'),
    },
    keptFor: {
      outdated: `${IS_OUTDATED}
        AND NOT EXISTS (SELECT FROM bulk_rejections r WHERE r.bulk_id = bulks.id)`,
    },
  },
];
