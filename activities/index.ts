import { bulkActivities, type BulkActivities, type Bulks } from './bulks.js';
import {
  inboundActivities,
  type InboundActivities,
  type MailProcessing,
  type Releasing,
} from './inbound.js';
import { inboxActivities, type InboxActivities, type InboxEnds } from './inboxes.js';
import { retentionActivities, type Retention, type RetentionActivities } from './retention.js';
import { sendingActivities, type Sending, type SendingActivities } from './sending.js';
import {
  waitActivities,
  type WaitActivities,
  type WaitMatching,
  type WaitReminding,
} from './waits.js';
import { webhookActivities, type WebhookActivities, type WebhookDeliveries } from './webhooks.js';

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
export type Activities = InboundActivities &
  InboxActivities &
  RetentionActivities &
  WebhookActivities &
  WaitActivities &
  SendingActivities &
  BulkActivities;

/** All activities, flat: the name of a function is the activity's name. */
export const createActivities = (services: ActivityServices): Activities => ({
  ...inboundActivities(services.processing, services.releasing),
  ...inboxActivities(services.inboxes),
  ...retentionActivities(services.retention),
  ...webhookActivities(services.deliveries),
  ...waitActivities(services.durableWaits, services.reminding),
  ...sendingActivities(services.sending),
  ...bulkActivities(services.bulks),
});
