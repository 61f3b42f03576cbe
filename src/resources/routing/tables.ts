import { goesWith, ORG_OF_INBOX, otherwise, type Table } from '../../store/tables.js';

const COPYING = `org_id = ${ORG_OF_INBOX} AND target_inbox_id = $1`;
// Rules that did nothing but copy into the inbox go; the others lose it.
const TARGETS = [
  // First: every change of rules locks this row before the rules themselves.
  `UPDATE routing_versions SET version = version + 1
   WHERE org_id = ${ORG_OF_INBOX} AND EXISTS (SELECT FROM routing_rules WHERE ${COPYING})`,
  `DELETE FROM routing_rules WHERE ${COPYING} AND target_agent_id IS NULL`,
  `UPDATE routing_rules SET target_inbox_id = NULL, updated_at = clock_timestamp()
   WHERE ${COPYING}`,
];

/** Tables of routing rules. */
export const routingTables: readonly Table[] = [
  {
    table: 'routing_rules',
    ids: ['rule'],
    holds: 'what is done with arriving mail',
    columns: {
      org_id: goesWith('orgs'),
      target_inbox_id: goesWith('inboxes', { statements: TARGETS }),
    },
  },
  {
    table: 'routing_versions',
    holds: 'how often the rules of an organization were changed',
    columns: { org_id: goesWith('orgs') },
  },
  {
    table: 'routed_emails',
    holds: 'what rules did with a mail, once and for all',
    columns: {
      email_id: goesWith('emails'),
      org_id: goesWith('orgs'),
      inbox_id: otherwise('it says where the mail was copied to; with its email'),
    },
  },
];
