import { run } from '../../store/run.js';
import { notifying } from '../../store/statement.js';
import type { RetrySchedule } from './retry-schedule.js';

/** A delivery, where it goes and whose it is. */
export interface DeliveryRef {
  readonly id: string;
  readonly webhookId: string;
  readonly orgId: string;
}

/** One delivery, or first attempts of several under load. */
export interface DeliverWebhookInput {
  readonly deliveries: readonly DeliveryRef[];
  /** Seconds until somebody has to look: another run has begun the first attempt of the one delivery. */
  readonly retryInSeconds?: number;
  /** Left out but for tests. */
  readonly schedule?: RetrySchedule;
}

/** A webhook whose events are delivered one after the other. */
export interface DeliverInOrderInput {
  readonly webhookId: string;
  /** Left out but for tests. */
  readonly schedule?: RetrySchedule;
}

declare module '../../store/run.js' {
  interface RunInputs {
    readonly deliverWebhook: DeliverWebhookInput;
    readonly deliverInOrder: DeliverInOrderInput;
  }
}

// Deliveries queued again in one go.
const DELIVERIES = 1_000;

/**
 * Makes deliveries, whose rows are their own queue. Whoever attempts one of a webhook that is gone
 * cancels it; a run that is still at it is met by the start and goes on.
 */
export const deliverWebhookRun = run({
  workflow: 'deliverWebhook',
  phase: 'first attempt',
  lost: [
    {
      requeue: `
UPDATE webhook_deliveries SET queued = true, touched_at = now()
WHERE id IN (
  SELECT d.id FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
  WHERE d.status = 'PENDING' AND NOT d.queued
    AND (w.id IS NULL OR NOT w.active OR d.kind = 'webhook.test'
      OR (NOT w.ordered AND w.paused_at IS NULL))
    AND greatest(d.touched_at, d.next_attempt_at) < now() - $age
  LIMIT ${DELIVERIES} FOR UPDATE OF d SKIP LOCKED)
RETURNING ${notifying('delivery_queued')}`,
    },
  ],
});

/** Makes the deliveries of an ordered webhook; the first one that is open shows whether somebody is at it. */
export const deliverInOrderRun = run({
  workflow: 'deliverInOrder',
  input: ([webhookId]) => ({ webhookId: webhookId! }),
  signals: ['deliveriesAdded'],
  wakeBy: 'deliveriesAdded',
  lost: [
    {
      rows: `
SELECT w.id, w.org_id
FROM webhooks w CROSS JOIN LATERAL (
  SELECT greatest(d.touched_at, d.next_attempt_at) AS since FROM webhook_deliveries d
  WHERE d.webhook_id = w.id AND d.status = 'PENDING' AND NOT d.queued
  ORDER BY d.xid, d.seq LIMIT 1) AS head
WHERE w.ordered AND w.active AND w.paused_at IS NULL AND head.since < now() - $age`,
    },
  ],
});
