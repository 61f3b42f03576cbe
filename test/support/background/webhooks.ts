import { HOUR_AGO, type BackgroundWork } from '../background-work.js';

const delivery = (ordered: boolean) => `
  WITH webhook AS (
    INSERT INTO webhooks (id, org_id, url, events, sealed_secret, ordered)
    VALUES ('wh_' || $1, 'org_1', '', '{*}', '', ${ordered}) RETURNING id)
  INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued, touched_at)
  SELECT 'whd_' || $1, 'org_1', id, 'evt_' || $1, 'email.received', false, ${HOUR_AGO} FROM webhook`;

export const background: BackgroundWork = {
  idle: {
    deliveries: {
      attempt: async (delivery) => ({ ...delivery, said: 'answered 200', lookIn: null }),
      attemptTogether: async (deliveries) =>
        deliveries.map((delivery) => ({ ...delivery, said: 'answered 200', lookIn: null })),
      settle: async () => [],
      attemptInOrder: async () => ({ head: null, more: 'none' }),
    },
  },
  left: {
    deliverWebhook: { rows: delivery(false), of: (id) => `whd_${id}` },
    deliverInOrder: { rows: delivery(true), of: (id) => `wh_${id}` },
  },
};
