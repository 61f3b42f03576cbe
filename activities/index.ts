import { bulkActivities, type Bulks } from './bulks.js';
import { inboundActivities, type MailProcessing, type Releasing } from './inbound.js';
import { inboxActivities, type InboxEnds } from './inboxes.js';
import { retentionActivities, type Retention } from './retention.js';
import { sendingActivities, type Sending } from './sending.js';
import { waitActivities, type WaitMatching, type WaitReminding } from './waits.js';
import { webhookActivities, type WebhookDeliveries } from './webhooks.js';

/** What activities are given: the services' parts that work in the background. */
export interface ActivityServices {
  readonly processing: MailProcessing;
  readonly releasing: Releasing;
  readonly inboxes: InboxEnds;
  readonly retention: Retention;
  readonly deliveries: WebhookDeliveries;
  readonly durableWaits: WaitMatching;
  readonly reminding: WaitReminding;
  readonly sending: Sending;
  readonly bulks: Bulks;
}

/** Everything a workflow may call. */
export type Activities = ReturnType<typeof createActivities>;

/** All activities, flat: the name of a function is the activity's name. */
export const createActivities = (services: ActivityServices) => ({
  ...inboundActivities(services.processing, services.releasing),
  ...inboxActivities(services.inboxes),
  ...retentionActivities(services.retention),
  ...webhookActivities(services.deliveries),
  ...waitActivities(services.durableWaits, services.reminding),
  ...sendingActivities(services.sending),
  ...bulkActivities(services.bulks),
});
