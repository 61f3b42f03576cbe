import { endedWith } from '../../store/grants.js';
import { notify, statement } from '../../store/statement.js';
import { goesWith, ORG_OF_INBOX, type Table } from '../../store/tables.js';

// Keys of this inbox alone go; a key of several is left with the others.
const OF_INBOX = [
  statement([
    `gone AS (
       DELETE FROM api_keys WHERE org_id = ${ORG_OF_INBOX} AND allowed_inbox_ids = ARRAY[$1]
       RETURNING id)`,
    notify('key_revoked', endedWith('gone')),
  ]),
  `UPDATE api_keys SET allowed_inbox_ids = array_remove(allowed_inbox_ids, $1)
   WHERE org_id = ${ORG_OF_INBOX} AND $1 = ANY (allowed_inbox_ids)`,
];

/** Tables of API keys. */
export const apiKeyTables: readonly Table[] = [
  {
    table: 'api_keys',
    ids: ['key'],
    holds: 'keys as hash, prefix, scopes, allow-list',
    columns: {
      org_id: goesWith('orgs'),
      allowed_inbox_ids: goesWith('inboxes', { statements: OF_INBOX }),
    },
  },
];
