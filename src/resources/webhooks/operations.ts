import { z } from 'zod';
import { fromWire } from '../../operations/wire.js';
import { deleted, deletion, operationWith } from '../../operations/operation.js';
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
  webhookPage,
  webhookPath,
  webhookQuery,
  webhookWithSecret,
} from './schema.js';
import type { WebhookService } from './service.js';

const operation = operationWith<{ readonly webhooks: WebhookService }>();

const WEBHOOKS = '/v1/webhooks';
const WEBHOOK = `${WEBHOOKS}/:id` as const;
const DELIVERIES = `${WEBHOOK}/deliveries` as const;

/** The answer shows the signing secret, which no later one does. */
export const createWebhook = operation({
  name: 'createWebhook',
  summary: 'Subscribe an https address to events; the answer alone shows the signing secret.',
  access: 'webhooks:manage',
  input: newWebhook,
  output: webhookWithSecret,
  http: { method: 'POST', path: WEBHOOKS, status: 201 },
  creates: true,
  tool: { name: 'create_webhook' },
  async run({ caller, services }, input) {
    const made = await services.webhooks.create(caller, fromWire(input));
    return { ...presentWebhook(made.webhook), secret: made.secret };
  },
});

/** Webhooks the key may use, newest first. */
export const listWebhooks = operation({
  name: 'listWebhooks',
  summary: 'List webhooks, newest first.',
  access: 'webhooks:manage',
  input: webhookQuery,
  output: webhookPage,
  http: { method: 'GET', path: WEBHOOKS },
  tool: { name: 'list_webhooks', readOnly: true },
  async run({ caller, services }, paging) {
    const found = await services.webhooks.list(caller, paging);
    return { ...found, data: found.data.map(presentWebhook) };
  },
});

/** What is made at the first call is the same for everybody. */
export const listEventKinds = operation({
  name: 'listEventKinds',
  summary: 'List the kinds of events with an example and the JSON Schema of each.',
  access: 'public',
  input: z.object({}),
  output: eventKinds,
  http: { method: 'GET', path: `${WEBHOOKS}/events` },
  async run() {
    return { data: [...describedKinds()] };
  },
});

const getWebhook = operation({
  name: 'getWebhook',
  summary: 'Get a webhook.',
  access: 'webhooks:manage',
  input: webhookPath,
  output: webhook,
  http: { method: 'GET', path: WEBHOOK },
  async run({ caller, services }, { id }) {
    return presentWebhook(await services.webhooks.get(caller, id));
  },
});

const updateWebhook = operation({
  name: 'updateWebhook',
  summary: 'Change the address, the subscription or the state of a webhook.',
  access: 'webhooks:manage',
  input: webhookChange,
  output: webhook,
  http: { method: 'PATCH', path: WEBHOOK },
  tool: { name: 'update_webhook' },
  async run({ caller, services }, { id, ...change }) {
    return presentWebhook(await services.webhooks.update(caller, id, fromWire(change)));
  },
});

/** What it was still to be told is cancelled. */
export const deleteWebhook = operation({
  name: 'deleteWebhook',
  summary: 'Delete a webhook; what is not delivered yet is dropped.',
  access: 'webhooks:manage',
  input: webhookPath,
  output: deletion,
  http: { method: 'DELETE', path: WEBHOOK },
  tool: { name: 'delete_webhook', destructive: true },
  async run({ caller, services }, { id }) {
    await services.webhooks.remove(caller, id);
    return deleted(id);
  },
});

/** Repeated with the same `Idempotency-Key` it shows the same secret. */
export const rotateWebhookSecret = operation({
  name: 'rotateWebhookSecret',
  summary: 'Give a webhook a new signing secret; the old one stays valid for 24 hours.',
  access: 'webhooks:manage',
  input: webhookPath,
  output: webhookWithSecret,
  http: { method: 'POST', path: `${WEBHOOK}/rotate-secret` },
  tool: { destructive: true },
  creates: true,
  async run({ caller, services }, { id }) {
    const rotated = await services.webhooks.rotateSecret(caller, id);
    return { ...presentWebhook(rotated.webhook), secret: rotated.secret };
  },
});

/** Events are kept for it meanwhile. */
export const pauseWebhook = operation({
  name: 'pauseWebhook',
  summary: 'Pause a webhook: events are kept for it and delivered when it is resumed.',
  access: 'webhooks:manage',
  input: webhookPath,
  output: webhook,
  http: { method: 'POST', path: `${WEBHOOK}/pause` },
  tool: { idempotent: true },
  async run({ caller, services }, { id }) {
    return presentWebhook(await services.webhooks.pause(caller, id));
  },
});

/** What was kept for it is delivered first. */
export const resumeWebhook = operation({
  name: 'resumeWebhook',
  summary: 'Resume a paused webhook and deliver what happened meanwhile.',
  access: 'webhooks:manage',
  input: webhookPath,
  output: webhook,
  http: { method: 'POST', path: `${WEBHOOK}/resume` },
  tool: { idempotent: true, openWorld: true },
  async run({ caller, services }, { id }) {
    return presentWebhook(await services.webhooks.resume(caller, id));
  },
});

/** Works for paused and disabled webhooks too. Answers 200 also when the attempt failed. */
export const testWebhook = operation({
  name: 'testWebhook',
  summary: 'Send a webhook a test event now, once, and tell what came back.',
  access: 'webhooks:manage',
  input: webhookPath,
  output: testResult,
  http: { method: 'POST', path: `${WEBHOOK}/test` },
  creates: true,
  inOneTransaction: false,
  tool: { name: 'test_webhook', openWorld: true },
  async run({ caller, services }, { id }) {
    return services.webhooks.test(caller, id);
  },
});

const listWebhookDeliveries = operation({
  name: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook with every attempt, newest first.',
  access: 'webhooks:manage',
  input: deliveryQuery,
  output: deliveryPage,
  http: { method: 'GET', path: DELIVERIES },
  tool: { name: 'list_webhook_deliveries', readOnly: true, defaults: { limit: 5 } },
  async run({ caller, services }, { id, limit, cursor, ...filter }) {
    return services.webhooks.deliveries(caller, id, filter, { limit, cursor });
  },
});

/** The event keeps its id, so a receiver that has it can tell. */
export const redeliverWebhookDelivery = operation({
  name: 'redeliverWebhookDelivery',
  summary: 'Deliver the event of a delivery once more.',
  access: 'webhooks:manage',
  input: deliveryPath,
  output: delivery,
  http: { method: 'POST', path: `${DELIVERIES}/:whd/redeliver`, status: 202 },
  tool: { openWorld: true },
  creates: true,
  async run({ caller, services }, { id, whd }) {
    return services.webhooks.redeliver(caller, id, whd);
  },
});

/** Events keep their ids. */
export const replayWebhook = operation({
  name: 'replayWebhook',
  summary: 'Deliver the events of a time span to a webhook once more.',
  access: 'webhooks:manage',
  input: replayOrder,
  output: replayed,
  http: { method: 'POST', path: `${WEBHOOK}/replay`, status: 202 },
  tool: { openWorld: true },
  creates: true,
  inOneTransaction: false,
  async run({ caller, services }, { id, ...order }) {
    return { webhook_id: id, ...(await services.webhooks.replay(caller, id, order)) };
  },
});

/** Subscriptions, deliveries, attempts. */
export const webhookOperations = [
  createWebhook,
  listWebhooks,
  listEventKinds,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  pauseWebhook,
  resumeWebhook,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhookDelivery,
  replayWebhook,
];
