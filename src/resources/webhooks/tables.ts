import { goesWith, olderThan, otherwise, type Table } from '../../store/tables.js';

/** Tables of webhooks. */
export const webhookTables: readonly Table[] = [
  {
    table: 'webhooks',
    ids: ['wh'],
    holds: 'subscriptions, with sealed secrets and headers',
    columns: {
      org_id: goesWith('orgs'),
      inbox_ids: otherwise('there is nothing more to tell of an inbox that is gone'),
    },
  },
  {
    table: 'webhook_deliveries',
    ids: ['whd'],
    holds: 'an event for a webhook; `queued` until a run has it',
    columns: { org_id: goesWith('orgs'), event_id: goesWith('events') },
    keptFor: { outdated: olderThan('created_at', '30 days') },
  },
  {
    table: 'webhook_attempts',
    holds: 'each request, written before it is sent',
    columns: { delivery_id: goesWith('webhook_deliveries') },
    keptFor: { outdated: olderThan('started_at', '30 days') },
  },
];
