import type { Database } from '../../src/db/database.js';
import { newId } from '../../src/ids.js';

/** A row of a delivery, as tests look at it. */
export interface DeliveryState {
  readonly id: string;
  readonly webhook_id: string;
  readonly status: string;
  readonly queued: boolean;
  readonly workflow_id: string | null;
}

/** Ids of so many webhooks. */
export const webhookIds = (count: number): string[] =>
  Array.from({ length: count }, () => newId('wh'));

/** Queues deliveries of mails to a webhook, all at once; answers their ids, oldest first. */
export async function queueDeliveries(
  database: Database,
  webhookId: string,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('whd'));
  await database.query(
    `WITH delivery AS (
       INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued)
       SELECT id, 'org_1', $2, 'evt' || substr(id, 4), 'email.received', true
       FROM unnest($1::text[]) WITH ORDINALITY AS given (id, place) ORDER BY place
       RETURNING event_id)
     INSERT INTO events (id, org_id, kind, inbox_id, resource_id, body)
     SELECT event_id, 'org_1', 'thread.closed', 'inb_1', 'eml_1', '{}' FROM delivery`,
    [ids, webhookId],
  );
  await database.query(`SELECT pg_notify('delivery_queued', '')`);
  return ids;
}

/** All rows, oldest first. */
export const deliveryRows = (database: Database): Promise<DeliveryState[]> =>
  database.query<DeliveryState>(
    `SELECT id, webhook_id, status, queued, workflow_id FROM webhook_deliveries ORDER BY xid, seq`,
  );
