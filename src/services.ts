import type { ApiKeyService } from './resources/api-keys/service.js';
import type { DurableWaitService } from './resources/durable-waits/service.js';
import type { DurableWaitStore } from './resources/durable-waits/store.js';
import type { EmailService } from './resources/emails/service.js';
import type { EventStreams } from './resources/events/streams.js';
import type { InboundProcessing } from './resources/inbound/processing.js';
import type { MailReleasing } from './resources/inbound/releasing.js';
import type { InboundService } from './resources/inbound/service.js';
import type { InboxService } from './resources/inboxes/service.js';
import type { ListService } from './resources/lists/service.js';
import type { OrgService } from './resources/orgs/service.js';
import type { RetentionService } from './resources/retention/service.js';
import type { WaitService } from './resources/waits/service.js';
import type { DeliveryAttempts } from './resources/webhooks/attempts.js';
import type { WebhookService } from './resources/webhooks/service.js';

/** What operations and protocols are given. Made in `app.ts`. */
export interface Services {
  readonly orgs: OrgService;
  readonly apiKeys: ApiKeyService;
  readonly inboxes: InboxService;
  readonly lists: ListService;
  readonly emails: EmailService;
  readonly waits: WaitService;
  readonly durableWaits: DurableWaitService;
  readonly events: EventStreams;
  readonly webhooks: WebhookService;
  readonly inbound: InboundService;
}

/** What activities are given: the same rules on a pool whose statements may take longer. */
export interface BackgroundServices {
  readonly processing: InboundProcessing;
  readonly releasing: MailReleasing;
  readonly inboxes: InboxService;
  readonly retention: RetentionService;
  readonly deliveries: DeliveryAttempts;
  readonly durableWaits: DurableWaitStore;
}
