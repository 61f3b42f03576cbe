import type { ApiKeyService } from '../resources/api-keys/service.js';
import type { BulkRuns } from '../resources/bulk/runs.js';
import type { BulkService } from '../resources/bulk/service.js';
import type { ContactListService } from '../resources/contact-lists/service.js';
import type { DraftService } from '../resources/drafts/service.js';
import type { DurableWaitService } from '../resources/durable-waits/service.js';
import type { DurableWaitStore } from '../resources/durable-waits/store.js';
import type { EmailService } from '../resources/emails/service.js';
import type { EventStreams } from '../resources/events/service.js';
import type { InboundProcessing } from '../resources/inbound/processing.js';
import type { PendingMail } from '../resources/inbound/pending.js';
import type { MailReleasing } from '../resources/inbound/releasing.js';
import type { InboundService } from '../resources/inbound/service.js';
import type { InboxService } from '../resources/inboxes/service.js';
import type { ListService } from '../resources/lists/service.js';
import type { OrgService } from '../resources/orgs/service.js';
import type { RetentionService } from '../store/retention/retention.js';
import type { RoutingService } from '../resources/routing/service.js';
import type { SendAttempts } from '../resources/sending/attempts.js';
import type { Reminding } from '../resources/sending/reminding.js';
import type { SendingService } from '../resources/sending/service.js';
import type { SmtpConfigService } from '../resources/smtp-configs/service.js';
import type { SuppressionService } from '../resources/suppressions/service.js';
import type { ThreadService } from '../resources/threads/service.js';
import type { WaitService } from '../resources/waits/service.js';
import type { DeliveryAttempts } from '../resources/webhooks/attempts.js';
import type { WebhookService } from '../resources/webhooks/service.js';

/** What operations and protocols are given. Made in `app.ts`. */
export interface Services {
  readonly orgs: OrgService;
  readonly apiKeys: ApiKeyService;
  readonly inboxes: InboxService;
  readonly lists: ListService;
  readonly suppressions: SuppressionService;
  readonly emails: EmailService;
  readonly threads: ThreadService;
  readonly waits: WaitService;
  readonly durableWaits: DurableWaitService;
  readonly events: EventStreams;
  readonly routing: RoutingService;
  readonly webhooks: WebhookService;
  readonly inbound: InboundService;
  readonly smtpConfigs: SmtpConfigService;
  readonly contactLists: ContactListService;
  readonly sending: SendingService;
  readonly drafts: DraftService;
  readonly bulk: BulkService;
}

/** What activities are given: the same rules on a pool whose statements may take longer. */
export interface BackgroundServices {
  readonly processing: InboundProcessing;
  readonly pending: PendingMail;
  readonly releasing: MailReleasing;
  readonly inboxes: InboxService;
  readonly retention: RetentionService;
  readonly deliveries: DeliveryAttempts;
  readonly durableWaits: DurableWaitStore;
  readonly reminding: Reminding;
  readonly sending: SendAttempts;
  readonly bulks: BulkRuns;
}
