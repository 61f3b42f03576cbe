import type { Infrastructure } from '../../../src/composition/infrastructure.js';
import { newId } from '../../../src/ids.js';
import type { AnsweredRequest, FailedRequest, OutgoingRequest } from '../../../src/egress/send.js';
import type { DeliveryAttempts } from '../../../src/resources/webhooks/attempts.js';
import type { DeliveryRef } from '../../../src/resources/webhooks/run.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { NO_WAY_OUT, testServices } from '../../support/services.js';

/** What a receiver does with a request. */
export type Receiver = (request: OutgoingRequest) => Answer | Promise<Answer>;
type Answer = AnsweredRequest | FailedRequest;

/** A row of a delivery, as tests look at it. */
export interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly queued: boolean;
  readonly attempt_count: number;
  /** Seconds until the next attempt. */
  readonly next_in: number | null;
  readonly completed: boolean;
  readonly workflow_id: string | null;
}

/** A row of an attempt. */
export interface AttemptRow {
  readonly number: number;
  readonly duration_ms: number | null;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
}

/** A webhook, and what of it differs from others. */
export interface WebhookParts {
  readonly orgId?: string;
  readonly events?: readonly string[];
  readonly ordered?: boolean;
  readonly active?: boolean;
  readonly paused?: boolean;
  /** Days since when it has failed. */
  readonly failingDays?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oldSecret?: string;
  /** Until when the old secret is valid: seconds from now. */
  readonly oldSecretFor?: number;
}

/** A database with webhooks, whose requests `receive` answers. */
export interface AttemptsFixture extends TestDatabase {
  /** All that was sent, oldest first. */
  readonly sent: OutgoingRequest[];
  receive: Receiver;
  /** Attempts as one process makes them. */
  process(): DeliveryAttempts;
  webhook(parts?: WebhookParts): Promise<DeliveryRef & { readonly url: string }>;
  /** Deliveries of events to a webhook, each in a transaction of its own. */
  deliveries(webhook: DeliveryRef, count: number): Promise<DeliveryRef[]>;
  delivery(webhook: DeliveryRef): Promise<DeliveryRef>;
  row(delivery: DeliveryRef): Promise<DeliveryRow>;
  attempts(delivery: DeliveryRef): Promise<AttemptRow[]>;
  /** Forgets everything. */
  clear(): Promise<void>;
}

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** An answer with a status. */
export const answered = (
  status: number,
  parts: Partial<AnsweredRequest> = {},
): AnsweredRequest => ({
  kind: 'answered',
  status,
  headers: {},
  body: Buffer.from('said'),
  isCut: false,
  ...parts,
});

// What is sealed here is in the clear; that it is opened as what it was sealed as is checked all the same.
const seal = (orgId: string, id: string, field: string, text: string) =>
  Buffer.from(JSON.stringify({ orgId, id, field, text }));

const unused = (): never => {
  throw new Error('Nothing is sealed in these tests');
};
const vault: Infrastructure['vault'] = {
  newDataKey: unused,
  seal: unused,
  async open(orgId, { id, field }, sealed) {
    const { text, ...about } = JSON.parse(sealed.toString()) as Record<string, string>;
    const isRight = about['orgId'] === orgId && about['id'] === id && about['field'] === field;
    if (!isRight) throw new Error(`sealed as ${JSON.stringify(about)}`);
    return text!;
  },
};

const ADD_WEBHOOK = `
INSERT INTO webhooks (id, org_id, url, events, ordered, active, paused_at, failing_since,
  sealed_headers, sealed_secret, sealed_old_secret, old_secret_until)
VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7::boolean THEN now() END,
  now() - make_interval(secs => $8::float8 * 86400), $9, $10, $11, now() + make_interval(secs => $12))`;

const ADD_DELIVERY = `
WITH event AS (
  INSERT INTO events (id, org_id, kind, resource_id, body)
  VALUES ($1, $2, 'inbox.created', $3, $4) RETURNING id)
INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued)
SELECT $5, $2, $6, id, 'inbox.created', $7 FROM event`;

/** The values that make one delivery of a new event, for a connection of the test's own. */
export function deliveryStatement(webhook: DeliveryRef, queued = false) {
  const [id, eventId] = [newId('whd'), newId('evt')];
  const body = JSON.stringify({ id: eventId, event: 'inbox.created' });
  const { orgId, webhookId } = webhook;
  const values = [eventId, orgId, newId('inb'), body, id, webhookId, queued];
  return { delivery: { id, webhookId, orgId }, text: ADD_DELIVERY, values };
}

/** Starts with an empty database; requests are answered by 200. */
export async function startAttempts(): Promise<AttemptsFixture> {
  const test = await createTestDatabase();
  const { database } = test;
  const sent: OutgoingRequest[] = [];
  const succeed: Receiver = () => answered(200);
  const egress: Infrastructure['egress'] = {
    ...NO_WAY_OUT,
    async send(request) {
      sent.push(request);
      return fixture.receive(request);
    },
  };

  const fixture: AttemptsFixture = {
    ...test,
    sent,
    receive: succeed,
    process: () => testServices(test, { vault, egress }).background.deliveries,
    async webhook(parts = {}) {
      const { orgId = newId('org'), headers, oldSecret } = parts;
      const id = newId('wh');
      const sealed = (field: string, text: string | undefined) =>
        text === undefined ? null : seal(orgId, id, field, text);
      const url = `https://receiver.example/${id}`;
      await database.query(ADD_WEBHOOK, [
        id,
        orgId,
        url,
        parts.events ?? ['inbox.created'],
        parts.ordered ?? false,
        parts.active ?? true,
        parts.paused ?? false,
        parts.failingDays ?? null,
        sealed('headers', headers && JSON.stringify(headers)),
        sealed('secret', SECRET),
        sealed('old_secret', oldSecret),
        parts.oldSecretFor ?? null,
      ]);
      return { id, webhookId: id, orgId, url };
    },
    async deliveries(webhook, count) {
      const made: DeliveryRef[] = [];
      while (made.length < count) made.push(await fixture.delivery(webhook));
      return made;
    },
    async delivery(webhook) {
      const { delivery, text, values } = deliveryStatement(webhook);
      await database.query(text, values);
      return delivery;
    },
    async row({ id }) {
      const [row] = await database.query<DeliveryRow>(
        `SELECT id, status, queued, attempt_count, completed_at IS NOT NULL AS completed,
           extract(epoch FROM next_attempt_at - now())::float8 AS next_in, workflow_id
         FROM webhook_deliveries WHERE id = $1`,
        [id],
      );
      return row!;
    },
    attempts: ({ id }) =>
      database.query<AttemptRow>(
        `SELECT number, duration_ms, response_status, response_body, error
         FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number`,
        [id],
      ),
    async clear() {
      await database.query(
        'TRUNCATE webhooks, events, webhook_deliveries, webhook_attempts, outbox',
      );
      sent.length = 0;
      fixture.receive = succeed;
    },
  };
  return fixture;
}
