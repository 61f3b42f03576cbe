import { HOUR_AGO, webhookOnly, type ResourceFacts } from '../resource-facts.js';

const delivery = (ordered: boolean) => `
  WITH webhook AS (
    INSERT INTO webhooks (id, org_id, url, events, sealed_secret, ordered)
    VALUES ('wh_' || $1, 'org_1', '', '{*}', '', ${ordered}) RETURNING id)
  INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued, touched_at)
  SELECT 'whd_' || $1, 'org_1', id, 'evt_' || $1, 'email.received', false, ${HOUR_AGO} FROM webhook`;

export const facts: ResourceFacts = {
  boundKeys: {
    createWebhook: {
      refused: ({ inbox }) => [
        { url: 'https://mine.example.com/' },
        { url: 'https://mine.example.com/', inbox_ids: [inbox] },
      ],
    },
    listWebhooks: { filtered: {} },
    getWebhook: webhookOnly(),
    updateWebhook: {
      refused: ({ inbox, webhook }, shared) => [
        { id: webhook, description: 'mine' },
        { id: shared.webhook, description: 'mine' },
        { id: shared.webhook, inbox_ids: [inbox] },
      ],
    },
    deleteWebhook: webhookOnly(),
    rotateWebhookSecret: webhookOnly(),
    pauseWebhook: webhookOnly(),
    resumeWebhook: webhookOnly(),
    testWebhook: webhookOnly(),
    listWebhookDeliveries: webhookOnly(),
    redeliverWebhookDelivery: {
      refused: ({ webhook, delivery }, shared) => [
        { id: webhook, whd: delivery },
        { id: shared.webhook, whd: shared.delivery },
      ],
    },
    replayWebhook: webhookOnly({ from: '2020-01-01T00:00:00Z' }),
  },
  given: {
    createWebhook: { url: 'https://a.example.com/' },
    updateWebhook: { description: 'new' },
    replayWebhook: { from: '2020-01-01T00:00:00Z' },
  },
  idle: {
    deliveries: {
      attempt: async (delivery) => ({ ...delivery, summary: 'answered 200', retryInSeconds: null }),
      attemptTogether: async (deliveries) =>
        deliveries.map((delivery) => ({
          ...delivery,
          summary: 'answered 200',
          retryInSeconds: null,
        })),
      settle: async () => [],
      attemptInOrder: async () => ({ head: null, more: 'none' }),
    },
  },
  left: {
    deliverWebhook: { rows: delivery(false), of: (id) => `whd_${id}` },
    deliverInOrder: { rows: delivery(true), of: (id) => `wh_${id}` },
  },
};
