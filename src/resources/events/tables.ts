import { TOLD_ONCE } from '../../store/events/record.js';
import { goesWith, olderThan, otherwise, type Table } from '../../store/tables.js';

// What tells of a mail, or of a wait that found it.
const OF_EMAILS = `(kind IN (${TOLD_ONCE}) OR kind LIKE 'email.%') AND resource_id = ANY (
  $1 || ARRAY(SELECT wait_id FROM durable_wait_matches WHERE email_id = ANY ($1)))`;

/** Tables of events. */
export const eventTables: readonly Table[] = [
  {
    table: 'events',
    ids: ['evt'],
    holds: 'what happened: the bytes that are told, in the order of commits',
    columns: {
      org_id: goesWith('orgs'),
      inbox_id: otherwise('an inbox that is gone is told of all the same'),
      // Emptied rather than deleted: a reader may go on after it.
      resource_id: goesWith('emails', { rows: OF_EMAILS, emptied: `body = ''` }),
    },
    keptFor: { outdated: olderThan('created_at', '30 days'), bytes: 'octet_length(body)' },
  },
  {
    table: 'fan_outs',
    holds: 'events whose webhooks have no deliveries yet',
    columns: { org_id: goesWith('orgs') },
  },
];
