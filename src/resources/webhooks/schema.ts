import { z } from 'zod';
import { toWire, type FromWire } from '../../operations/wire.js';
import { sanitizeName } from '../../operations/sanitize-name.js';
import {
  byId,
  distinct,
  flag,
  idOf,
  label,
  page,
  paging,
  timestamp,
  timestampInput,
  untrusted,
} from '../../operations/shapes.js';
import { EVENT_KINDS } from '../../store/events/kinds.js';
import { isSubscribable } from '../../store/events/subscription.js';
import type { WebhookEntity } from './entities.js';
import { headerProblem } from './headers.js';
import { clip } from '../../mail/text/safe-text.js';

/** A delivery of the webhook of the path. */
export const deliveryPath = byId.extend({ whd: z.string() });

// Checked by the way out, which knows what it may connect to.
const url = z.string().min(1).max(2_048).describe('An https address.');

const MAX_SHOWN = 60;
const pattern = z.string().superRefine((value, issues) => {
  if (isSubscribable(value)) return;
  const message = `must be a kind of event or a wildcard, which ${shown(value)} is not; see GET /v1/webhooks/events`;
  issues.addIssue({ code: 'custom', message });
});
const shown = (value: string) => JSON.stringify(clip(value, MAX_SHOWN));

const events = distinct(pattern, 100).describe(
  'Kinds of events, and wildcards such as `email.*` and `*`.',
);

const NO_INBOXES = 'must not be empty; leave it out for all of the organization';
const inboxIds = distinct(idOf('inbox'), 1_000, NO_INBOXES).describe(
  'Only events of these inboxes; everything of the organization when left out.',
);

const description = label(500);

const headers = z
  .record(z.string(), z.string())
  .superRefine((value, issues) => {
    const problem = headerProblem(value);
    if (problem === null) return;
    const path = problem.name === null ? [] : [sanitizeName(problem.name)];
    issues.addIssue({ code: 'custom', path, message: problem.message });
  })
  .describe('Sent along with each delivery. Never shown again.');

const ordered = flag.describe(
  'One delivery after the other, in the order of events: one that fails holds up those behind it.',
);

/** What a webhook is made from. */
export const newWebhook = z.object({
  url,
  events: events.default(['email.received']),
  active: flag.default(true),
  inbox_ids: inboxIds.nullish(),
  description: description.nullish(),
  headers: headers.nullish(),
  ordered: ordered.default(false),
});

/** What of a webhook can change; `headers` replaces all of them, null clears. */
export const webhookChange = byId.extend({
  url: url.optional(),
  events: events.optional(),
  active: flag
    .optional()
    .describe('False drops what is not delivered yet; true takes back that it was disabled.'),
  inbox_ids: inboxIds.nullish(),
  description: description.nullish(),
  headers: headers.nullish(),
  ordered: ordered.optional(),
});

/** A webhook, without what is secret. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  inbox_ids: z.array(z.string()).nullable(),
  description: z.string().nullable(),
  ordered: z.boolean(),
  header_names: z.array(z.string()).describe('Names of its own headers; values are not shown.'),
  status: z.enum(['active', 'paused', 'disabled']),
  disabled_reason: z.string().nullable().describe('Why the service switched it off.'),
  failing_since: timestamp.nullable().describe('Since when nothing but failures came back.'),
  created_at: timestamp,
});

/** Creation and rotation are the only answers that carry the signing secret. */
export const webhookWithSecret = webhook.extend({ secret: z.string().startsWith('whsec_') });

const DELIVERY_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;
const deliveryStatus = z.enum(DELIVERY_STATUSES);

/** What of a webhook's deliveries is listed. */
export const deliveryQuery = byId.extend({
  status: deliveryStatus.optional(),
  event: z.enum(EVENT_KINDS).optional(),
  since: timestampInput.optional().describe('Deliveries made at or after this time.'),
  ...paging,
});

const attempt = z.object({
  number: z.number().int(),
  started_at: timestamp,
  duration_ms: z.number().int().nullable().describe('Null while it is under way.'),
  response_status: z.number().int().nullable(),
  response_body: untrusted(z.string().nullable().describe('The first 2 KiB.')),
  error: untrusted(z.string().nullable()),
});

/** One event for one webhook, with every attempt to deliver it. */
export const delivery = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  event: z.string(),
  status: deliveryStatus,
  attempt_count: z.number().int(),
  next_attempt_at: timestamp.nullable(),
  redelivery_of: z.string().nullable(),
  workflow_id: z.string().nullable(),
  attempts: z.array(attempt),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
});

/** Deliveries, newest first. */
export const deliveryPage = page(delivery);

/** Which events are delivered once more. */
export const replayOrder = byId.extend({
  from: timestampInput.describe('Events at or after this time.'),
  to: timestampInput.optional().describe('Events before this time; now when left out.'),
  events: events.optional().describe('What the webhook is subscribed to when left out.'),
  status: deliveryStatus
    .optional()
    .describe('Only events whose latest delivery to this webhook has this status.'),
});

/** How much was queued. */
export const replayed = z.object({
  webhook_id: z.string(),
  queued: z.number().int(),
  from: timestamp,
  to: timestamp,
});

/** What became of a test. */
export const testResult = z.object({
  delivery_id: z.string(),
  event_id: z.string(),
  status: deliveryStatus,
  response_status: z.number().int().nullable().describe('Null when no answer came.'),
  duration_ms: z.number().int().nullable(),
});

/** Every kind of event. */
export const eventKinds = z.object({
  data: z.array(
    z.object({
      event: z.string(),
      description: z.string(),
      example: z.unknown().describe('A whole body.'),
      schema: z.record(z.string(), z.unknown()).describe('JSON Schema of a whole body.'),
    }),
  ),
});

/** A webhook as clients see it. */
export const presentWebhook = (row: WebhookEntity): z.input<typeof webhook> => ({
  ...toWire(row),
  status: statusOf(row),
});

function statusOf({ active, pausedAt }: WebhookEntity): z.input<typeof webhook>['status'] {
  if (!active) return 'disabled';
  return pausedAt ? 'paused' : 'active';
}

/** A webhook to be, as the service takes it. */
export type NewWebhook = FromWire<z.output<typeof newWebhook>>;

/** A change of a webhook, as the service takes it; what is undefined stays. */
export type WebhookChange = Partial<FromWire<Omit<z.output<typeof webhookChange>, 'id'>>>;
