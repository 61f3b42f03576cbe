import type { z } from 'zod';
import type { Queries } from '../../db/queries.js';
import { newId } from '../../ids.js';
import { eventRows, insertEvents, type NewEvent } from '../../store/events/record.js';
import { statement } from '../../store/statement.js';
import { CANCEL } from './attempt-statements.js';
import type { DeliveryAttempts } from './attempts.js';
import type { WebhookEntity } from './entities.js';
import { ONCE } from './retry-schedule.js';
import type { testResult } from './schema.js';

/** What makes the attempt that is due of a delivery and writes down what came of it. */
export interface Attempting {
  attempt(...asked: Parameters<DeliveryAttempts['attempt']>): Promise<unknown>;
}

/** What became of a test. */
export type WebhookTestResult = z.input<typeof testResult>;

const RUN = { schedule: ONCE, workflowId: null };
// Milliseconds to wait for a turn at an endpoint where others are under way.
const TURN_WITHIN_MS = 15_000;

// Not queued: nobody else is to take it.
const RECORD = statement([
  insertEvents('$1'),
  `delivery AS (
  INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued)
  SELECT $2, org_id, $3, id, kind, false FROM event
)`,
]);
const RESULT = `
  SELECT delivery.id AS delivery_id, event_id, status, response_status, duration_ms
  FROM webhook_deliveries AS delivery LEFT JOIN LATERAL (
    SELECT response_status, duration_ms FROM webhook_attempts
    WHERE delivery_id = delivery.id ORDER BY number DESC LIMIT 1) AS attempt ON true
  WHERE delivery.id = $1`;

/** Tells a webhook of a test, whatever it is subscribed to and whether or not it is active. */
export async function testWebhook(
  database: Queries,
  attempts: Attempting,
  webhook: WebhookEntity,
): Promise<WebhookTestResult> {
  const id = newId('whd');
  await database.query(RECORD, [eventRows([testEvent(webhook)]), id, webhook.id]);
  const delivery = { id, webhookId: webhook.id, orgId: webhook.orgId };
  const made = await attempts.attempt(delivery, RUN, AbortSignal.timeout(TURN_WITHIN_MS));
  // A test that had no turn is not made later.
  if (made === null) await database.query(CANCEL, [[id]]);
  const [result] = await database.query<WebhookTestResult>(RESULT, [id]);
  return result!;
}

const testEvent = ({ id, orgId }: WebhookEntity): NewEvent => ({
  kind: 'webhook.test',
  orgId,
  inboxId: null,
  resourceId: id,
  data: { webhook_id: id, message: 'This is a test' },
});
