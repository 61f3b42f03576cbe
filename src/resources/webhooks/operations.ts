import { anyPage, byId } from '../../operations/shapes.js';
import { z } from 'zod';
import { fromWire } from '../../operations/wire.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { describedKinds } from './event-catalogue.js';
import {
  delivery,
  deliveryPage,
  deliveryPath,
  deliveryQuery,
  eventKinds,
  newWebhook,
  presentWebhook,
  replayed,
  replayOrder,
  testResult,
  webhook,
  webhookChange,
  webhookWithSecret,
} from './schema.js';
import type { WebhookService } from './service.js';

const WEBHOOKS = '/v1/webhooks';
const WEBHOOK = `${WEBHOOKS}/:id` as const;
const DELIVERIES = `${WEBHOOK}/deliveries` as const;

const { operation, list, get, update, remove, act } = operationsOn<{
  readonly webhooks: WebhookService;
}>()({
  path: WEBHOOKS,
  access: 'webhooks:manage',
  item: webhook,
  present: presentWebhook,
});

/** Subscriptions, deliveries, attempts. */
export const webhookOperations = [
  /** The answer shows the signing secret, which no later one does. */
  operation({
    name: 'createWebhook',
    summary: 'Subscribe an https address to events; the answer alone shows the signing secret.',
    input: newWebhook,
    output: webhookWithSecret,
    http: { method: 'POST', path: WEBHOOKS, status: 201 },
    creates: true,
    async run({ caller, services }, input) {
      const made = await services.webhooks.create(caller, fromWire(input));
      return { ...presentWebhook(made.webhook), secret: made.secret };
    },
  }),

  /** Webhooks the key may use, newest first. */
  list({
    name: 'listWebhooks',
    summary: 'List webhooks, newest first.',
    input: anyPage,
    run: ({ caller, services }, paging) => services.webhooks.list(caller, paging),
  }),

  /** What is made at the first call is the same for everybody. */
  operation({
    name: 'listEventKinds',
    summary: 'List the kinds of events with an example and the JSON Schema of each.',
    access: 'public',
    input: z.object({}),
    output: eventKinds,
    http: { method: 'GET', path: `${WEBHOOKS}/events` },
    run: async () => ({ data: [...describedKinds()] }),
  }),

  get({
    name: 'getWebhook',
    summary: 'Get a webhook.',
    input: byId,
    run: ({ caller, services }, { id }) => services.webhooks.get(caller, id),
  }),

  update({
    name: 'updateWebhook',
    summary: 'Change the address, the subscription or the state of a webhook.',
    input: webhookChange,
    run: ({ caller, services }, { id, ...change }) =>
      services.webhooks.update(caller, id, fromWire(change)),
  }),

  /** What it was still to be told is cancelled. */
  remove({
    name: 'deleteWebhook',
    summary: 'Delete a webhook; what is not delivered yet is dropped.',
    input: byId,
    run: ({ caller, services }, { id }) => services.webhooks.remove(caller, id),
  }),

  /** Repeated with the same `Idempotency-Key` it shows the same secret. */
  operation({
    name: 'rotateWebhookSecret',
    summary: 'Give a webhook a new signing secret; the old one stays valid for 24 hours.',
    input: byId,
    output: webhookWithSecret,
    http: { method: 'POST', path: `${WEBHOOK}/rotate-secret` },
    tool: { destructive: true },
    creates: true,
    async run({ caller, services }, { id }) {
      const rotated = await services.webhooks.rotateSecret(caller, id);
      return { ...presentWebhook(rotated.webhook), secret: rotated.secret };
    },
  }),

  /** Events are kept for it meanwhile. */
  act('pause', {
    name: 'pauseWebhook',
    summary: 'Pause a webhook: events are kept for it and delivered when it is resumed.',
    input: byId,
    tool: { idempotent: true },
    run: ({ caller, services }, { id }) => services.webhooks.pause(caller, id),
  }),

  /** What was kept for it is delivered first. */
  act('resume', {
    name: 'resumeWebhook',
    summary: 'Resume a paused webhook and deliver what happened meanwhile.',
    input: byId,
    tool: { idempotent: true, openWorld: true },
    run: ({ caller, services }, { id }) => services.webhooks.resume(caller, id),
  }),

  /** Works for paused and disabled webhooks too. Answers 200 also when the attempt failed. */
  operation({
    name: 'testWebhook',
    summary: 'Send a webhook a test event now, once, and tell what came back.',
    input: byId,
    output: testResult,
    http: { method: 'POST', path: `${WEBHOOK}/test` },
    creates: true,
    inOneTransaction: false,
    tool: { openWorld: true },
    run: ({ caller, services }, { id }) => services.webhooks.test(caller, id),
  }),

  operation({
    name: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook with every attempt, newest first.',
    input: deliveryQuery,
    output: deliveryPage,
    http: { method: 'GET', path: DELIVERIES },
    tool: { defaults: { limit: 5 } },
    run: ({ caller, services }, { id, limit, cursor, ...filter }) =>
      services.webhooks.deliveries(caller, id, filter, { limit, cursor }),
  }),

  /** The event keeps its id, so a receiver that has it can tell. */
  operation({
    name: 'redeliverWebhookDelivery',
    summary: 'Deliver the event of a delivery once more.',
    input: deliveryPath,
    output: delivery,
    http: { method: 'POST', path: `${DELIVERIES}/:whd/redeliver`, status: 202 },
    tool: { openWorld: true },
    creates: true,
    run: ({ caller, services }, { id, whd }) => services.webhooks.redeliver(caller, id, whd),
  }),

  /** Events keep their ids. */
  operation({
    name: 'replayWebhook',
    summary: 'Deliver the events of a time span to a webhook once more.',
    input: replayOrder,
    output: replayed,
    http: { method: 'POST', path: `${WEBHOOK}/replay`, status: 202 },
    tool: { openWorld: true },
    creates: true,
    inOneTransaction: false,
    run: async ({ caller, services }, { id, ...order }) => ({
      webhook_id: id,
      ...(await services.webhooks.replay(caller, id, order)),
    }),
  }),
];
