import type { Database } from '../../db/database.js';
import { recording, recordingOf, type NewEvent, type Subscriber } from '../events/log.js';
import { CANCEL } from './attempt-statements.js';
import type { DeliveryStatus } from './delivery-listing.js';
import type { WebhookEntity } from './entities.js';
import { ONCE } from './ladder.js';

/** What makes the attempt that is due of a delivery and writes down what came of it. */
export interface Attempting {
  /** Null when the endpoint was busy until `signal`. After the last step of `ladder` a failure is final. */
  attempt(
    delivery: { readonly id: string; readonly webhookId: string; readonly orgId: string },
    run: { readonly ladder: readonly number[]; readonly workflowId: null },
    signal: AbortSignal,
  ): Promise<unknown>;
}

/** What became of a test. */
export interface TestResult {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly status: DeliveryStatus;
  readonly response_status: number | null;
  readonly duration_ms: number | null;
}

const RUN = { ladder: ONCE, workflowId: null };
// Milliseconds to wait for a turn at an endpoint where others are under way.
const TURN_WITHIN = 15_000;

const RECORD = `WITH ${recording('$1', '$2')}
SELECT id, (SELECT count(*) FROM announced) AS announced, (SELECT count(*) FROM offered) AS offered
FROM addressed`;
const RESULT = `
  SELECT delivery.id AS delivery_id, event_id, status, response_status, duration_ms
  FROM webhook_deliveries AS delivery LEFT JOIN LATERAL (
    SELECT response_status, duration_ms FROM webhook_attempts
    WHERE delivery_id = delivery.id ORDER BY number DESC LIMIT 1) AS attempt ON true
  WHERE delivery.id = $1`;

/** Tells a webhook of a test, whatever it is subscribed to and whether or not it is active. */
export async function testWebhook(
  database: Pick<Database, 'query'>,
  attempts: Attempting,
  webhook: WebhookEntity,
): Promise<TestResult> {
  const parameters = recordingOf([testEvent(webhook)], [onlySubscriber(webhook)]);
  const [recorded] = await database.query<{ id: string }>(RECORD, parameters);
  const { id } = recorded!;
  const delivery = { id, webhookId: webhook.id, orgId: webhook.orgId };
  const made = await attempts.attempt(delivery, RUN, AbortSignal.timeout(TURN_WITHIN));
  // A test that had no turn is not made later.
  if (made === null) await database.query(CANCEL, [[id]]);
  const [result] = await database.query<TestResult>(RESULT, [id]);
  return result!;
}

const testEvent = ({ id, orgId }: WebhookEntity): NewEvent => ({
  kind: 'webhook.test',
  orgId,
  inboxId: null,
  resourceId: id,
  data: { webhook_id: id, message: 'This is a test' },
});

// As if it were paused: nobody else is to take this delivery.
const onlySubscriber = ({ id, orgId }: WebhookEntity): Subscriber => ({
  id,
  org_id: orgId,
  events: ['webhook.test'],
  inbox_ids: null,
  ordered: false,
  paused: true,
});
