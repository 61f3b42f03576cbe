import type { Send } from '../../../src/egress/send.js';
import { apiKeyOperations } from '../../../src/resources/api-keys/operations.js';
import { recordEvents, type NewEvent } from '../../../src/store/events/record.js';
import { webhookOperations } from '../../../src/resources/webhooks/operations.js';
import { WebhookService } from '../../../src/resources/webhooks/service.js';
import type { Attempting } from '../../../src/resources/webhooks/testing.js';
import { fanOut } from '../../support/fan-out.js';
import { NO_WAY_OUT } from '../../support/services.js';
import { startApi, type TestApi } from '../../support/start-api.js';

/** What the attempts of a test come to; it gets the id of the delivery. */
export type Outcome = (api: Pick<TestApi, 'database'>, deliveryId: string) => Promise<unknown>;

/** The REST interface of webhooks; nothing is sent, attempts come to what `outcome` says. */
export interface WebhookApi extends TestApi {
  /** What attempts were asked for. */
  readonly asked: Parameters<Attempting['attempt']>[];
  outcome: Outcome;
  /** An event of an inbox, whose deliveries are made but not taken. */
  record(orgId: string, inboxId: string, kind?: InboxKind): Promise<void>;
  deliveriesOf(webhookId: string): Promise<DeliveryState[]>;
  outboxOf(webhookId: string): Promise<string[]>;
  /** Ends a delivery. */
  settle(deliveryId: string, status: string): Promise<void>;
  /** What of a webhook is sealed, opened; null for what is not there. */
  opened(webhookId: string): Promise<OpenedWebhook>;
}

export interface OpenedWebhook {
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly headers: string | null;
  /** Hours the old secret is still valid. */
  readonly hours: number | null;
}

export interface DeliveryState {
  readonly id: string;
  readonly event_id: string;
  readonly kind: string;
  readonly status: string;
  readonly queued: boolean;
  readonly redelivery_of: string | null;
}

export type InboxKind = Extract<NewEvent['kind'], `inbox.${string}`>;

/** An answer of 200. */
export const succeed: Outcome = async ({ database }, id) => {
  await database.query(
    `INSERT INTO webhook_attempts (delivery_id, number, duration_ms, response_status, response_body)
     VALUES ($1, 1, 12, 200, 'ok')`,
    [id],
  );
  await database.query(
    `UPDATE webhook_deliveries
     SET status = 'SUCCEEDED', attempt_count = 1, completed_at = now() WHERE id = $1`,
    [id],
  );
  return {};
};

export async function startWebhookApi(send: Send = NO_WAY_OUT.send): Promise<WebhookApi> {
  const asked: Parameters<Attempting['attempt']>[] = [];
  const api = await startApi({
    parts: { egress: { ...NO_WAY_OUT, send } },
    replaced: (infrastructure) => ({
      webhooks: new WebhookService({
        ...infrastructure,
        database: infrastructure.databases.front,
        background: infrastructure.databases.background,
        attempts: {
          attempt(...given) {
            asked.push(given);
            return all.outcome(all, given[0].id);
          },
        },
      }),
    }),
    config: { catalogue: [...webhookOperations, ...apiKeyOperations] },
  });
  const all: WebhookApi = {
    ...api,
    asked,
    outcome: succeed,
    async record(orgId, inboxId, kind = 'inbox.created') {
      await recordEvents(api.database.source.manager, [eventOf(orgId, inboxId, kind)]);
      await fanOut(api.database);
    },
    deliveriesOf: (webhookId) =>
      api.database.query<DeliveryState>(
        `SELECT id, event_id, kind, status, queued, redelivery_of FROM webhook_deliveries
         WHERE webhook_id = $1 ORDER BY seq`,
        [webhookId],
      ),
    async outboxOf(webhookId) {
      const rows = await api.database.query<{ workflow_id: string }>(
        'SELECT workflow_id FROM outbox WHERE resource_id = $1',
        [webhookId],
      );
      return rows.map((row) => row.workflow_id);
    },
    async settle(deliveryId, status) {
      await api.database.query(
        `UPDATE webhook_deliveries
         SET status = $2, queued = false, completed_at = now() WHERE id = $1`,
        [deliveryId, status],
      );
    },
    opened: (webhookId) => openedWebhook(api, webhookId),
  };
  return all;
}

const eventOf = (orgId: string, inboxId: string, kind: InboxKind): NewEvent => ({
  kind,
  orgId,
  inboxId,
  resourceId: inboxId,
  data: { inbox_id: inboxId, address: 'a@example.test', name: 'a', status: 'ACTIVE' },
});

async function openedWebhook(
  { database, vault }: Pick<TestApi, 'database' | 'vault'>,
  id: string,
): Promise<OpenedWebhook> {
  const [row] = await database.query<{
    org_id: string;
    sealed_secret: Buffer;
    sealed_old_secret: Buffer | null;
    sealed_headers: Buffer | null;
    hours: number | null;
  }>(
    `SELECT *, extract(epoch FROM old_secret_until - now())::float8 / 3600 AS hours
     FROM webhooks WHERE id = $1`,
    [id],
  );
  const { org_id: orgId, hours, ...sealed } = row!;
  const open = async (field: string, text: Buffer | null) =>
    text && (await vault.open(orgId, { id, field }, text));
  return {
    secret: await vault.open(orgId, { id, field: 'secret' }, sealed.sealed_secret),
    oldSecret: await open('old_secret', sealed.sealed_old_secret),
    headers: await open('headers', sealed.sealed_headers),
    hours,
  };
}
