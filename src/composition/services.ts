import { createIdleShare } from '../temporal/dispatch/idle-share.js';
import type { EagerStart } from '../temporal/work.js';
import { ArrivalHub } from '../live/arrivals/hub.js';
import { EventHub } from '../live/events/hub.js';
import { EventStore } from '../live/events/reading.js';
import { ENDS_OF_BULKS } from '../resources/bulk/ending.js';
import { ApprovalNotices } from '../resources/approvals/notices.js';
import { BulkRuns } from '../resources/bulk/runs.js';
import { BulkService } from '../resources/bulk/service.js';
import { ContactListService } from '../resources/contact-lists/service.js';
import { DkimSigner } from '../dkim/signer.js';
import { DomainHandover } from '../resources/domains/handover.js';
import { DomainLooking } from '../resources/domains/looking.js';
import { DomainNotices } from '../resources/domains/notices.js';
import { DkimRotation } from '../resources/domains/rotation.js';
import { DomainService } from '../resources/domains/service.js';
import { LookThrottle } from '../resources/domains/look-throttle.js';
import { LooksBesideRuns } from '../resources/domains/looks-beside-runs.js';
import { DomainWatches } from '../resources/domains/watches.js';
import { DraftService } from '../resources/drafts/service.js';
import { AttachedWaits } from '../resources/durable-waits/attached.js';
import { DurableWaitService } from '../resources/durable-waits/service.js';
import { DurableWaitStore } from '../resources/durable-waits/store.js';
import { EventStreams } from '../resources/events/service.js';
import { PendingMail } from '../resources/inbound/pending.js';
import { InboundProcessing } from '../resources/inbound/processing.js';
import { MailReleasing } from '../resources/inbound/releasing.js';
import { SearchMerging } from '../resources/inbound/search-merging.js';
import { recipientsReadEachTime } from '../resources/inbound/kept-recipients.js';
import { InboundService } from '../resources/inbound/service.js';
import { SendAttempts } from '../resources/sending/attempts.js';
import { ENDS_OF_SENDS } from '../resources/sending/ends.js';
import { SettledSends } from '../resources/sending/settled-sends.js';
import { Reminders } from '../resources/sending/reminders.js';
import { SendingService } from '../resources/sending/service.js';
import { ServiceMail } from '../resources/sending/service-mail.js';
import { EndWatches } from '../live/end-watches.js';
import { SmtpConfigService } from '../resources/smtp-configs/service.js';
import { SuppressionService } from '../resources/suppressions/service.js';
import { SenderWatches } from '../resources/waits/sender-watch.js';
import { WaitService } from '../resources/waits/service.js';
import { WaitStore } from '../resources/waits/store.js';
import { DeliveryAttempts } from '../resources/webhooks/attempts.js';
import { Endpoints } from '../resources/webhooks/endpoints.js';
import { RETRY_SCHEDULE } from '../resources/webhooks/retry-schedule.js';
import { WebhookService } from '../resources/webhooks/service.js';
import { createIntake } from './foundation.js';
import type { Infrastructure } from './infrastructure.js';
import { createMailboxes } from './mailboxes.js';
import type { ServiceSettings } from './settings.js';
import { browserSessions } from './browser.js';
import { createAgentTools } from './agent-tools.js';
import { approvalsOf, createNoticeLink } from './approvals.js';
import { tasksAndQuestions } from './tasks.js';
import { organizationsWithInboxes } from './organizations.js';
import { sharedParts, type ServiceParts } from './parts.js';

/** All services of a process: those of front ends, those of background work, and what both have open. */
export type ProcessServices = ReturnType<typeof createServices>;

/** What operations and protocols are given. */
export type Services = ProcessServices['requests'];

/** What activities are given: the same rules on a pool whose statements may take longer. */
export type BackgroundServices = ProcessServices['background'];

// Milliseconds that a stop waits for mail and deliveries on their way: what becomes of them would be unknown.
const ATTEMPTS_END_WITHIN_MS = 4_000;
// Milliseconds that the rest of a stop takes.
const REST_ENDS_WITHIN_MS = 500;

/** Builds the services, bottom up. Nothing is started but the polling behind open waits. */
export function createServices(infrastructure: Infrastructure, settings: ServiceSettings) {
  const parts = sharedParts(infrastructure, settings);
  const waits = waitsForMail(parts);
  const mail = arrivingMail(parts, waits.open.waits);
  const own = organizationsWithInboxes(parts, mail.forget);
  const [events, webhooks] = [eventStreams(parts), webhooksAndDeliveries(parts)];
  const domains = domainsOfOrganizations(parts);
  const [mailboxes, browsers] = [createMailboxes(parts), browserSessions(parts, own.requests)];
  const sending = sendingMail(parts, waits.background.durableWaits);
  const withTools = { ...parts, tools: createAgentTools(parts, () => requests) };
  const doing = { ...waits.background, ...own.requests, ...sending.requests, ...browsers.requests };
  const tasks = tasksAndQuestions(withTools, doing);
  const accepting = { ...parts, acceptance: mail.requests.inbound };
  const approvals = approvalsOf(accepting, tasks.deciders, sending.approvalNotices);
  const requests = {
    ...own.requests,
    ...mail.requests,
    ...waits.requests,
    ...events.requests,
    ...webhooks.requests,
    ...domains.requests,
    ...sending.requests,
    ...mailboxes.requests,
    ...tasks.requests,
    ...browsers.requests,
    ...approvals.requests,
  };
  const background = {
    ...own.background,
    ...mail.background,
    ...waits.background,
    ...webhooks.background,
    ...domains.background,
    domainCare: { ...domains.care, notices: sending.notices },
    ...sending.background,
    ...tasks.background,
    ...approvals.background,
  };
  return {
    requests,
    background,
    /** What is open in this process, as it is measured. */
    open: { ...waits.open, ...events.open, ...mailboxes.open, domainWaits: domains.watches },
    /** Where attempts of this process are under way. */
    endpoints: webhooks.endpoints,
    eagerStart: eagerStart(background),
    close: closing([waits, domains, mailboxes, sending, tasks, browsers], background, events.open),
  };
}

interface UnderWay {
  readonly sending: SendAttempts;
  readonly deliveries: DeliveryAttempts;
  readonly pending: PendingMail;
  readonly searchMerging: SearchMerging;
}

/** Ends what waits and what is under way, in about so many milliseconds. */
const closing =
  (
    waiting: readonly { close(): void }[],
    { sending, deliveries, pending, searchMerging }: UnderWay,
    { streams }: { readonly streams: { close(): void } },
  ) =>
  async (milliseconds = Infinity) => {
    for (const part of waiting) part.close();
    const within = Math.min(ATTEMPTS_END_WITHIN_MS, milliseconds - REST_ENDS_WITHIN_MS);
    await Promise.all([sending, deliveries].map((part) => part.settled(within)));
    streams.close();
    searchMerging.close();
    await pending.stop();
  };

/** Mail that comes in: accepted by front ends, finished in the background. */
function arrivingMail(parts: ServiceParts, arrivals: ArrivalHub) {
  const { background: database } = parts.databases;
  const inbound = createIntake({ ...parts, arrivals });
  return {
    requests: { inbound },
    forget: (inboxId: string) => inbound.forget(inboxId),
    background: {
      processing: new InboundProcessing({ ...parts, database }),
      pending: new PendingMail({ ...parts, database }),
      releasing: new MailReleasing(database),
      searchMerging: new SearchMerging({ ...parts, database }),
    },
  };
}

/** Waits of both kinds: those of a request, and those that outlive it. */
function waitsForMail(parts: ServiceParts) {
  const { databases, listener, log } = parts;
  const store = new WaitStore(databases.waits);
  const hub = new ArrivalHub(store, listener, log);
  const senders = new SenderWatches(parts.senders, listener);
  const durable = new DurableWaitStore(databases.front);
  const attached = new AttachedWaits(durable, listener);
  return {
    requests: {
      waits: new WaitService({ ...parts, hub, store, senders }),
      durableWaits: new DurableWaitService({ ...parts, store: durable, attached }),
    },
    background: { durableWaits: new DurableWaitStore(databases.background) },
    open: { waits: hub, attachedWaits: attached },
    close() {
      hub.close();
      attached.close();
    },
  };
}

/** What follows events, and what opens streams of them. */
function eventStreams(parts: ServiceParts) {
  const { streamTiming: timing } = parts;
  const store = new EventStore(parts.databases.waits);
  const hub = new EventHub({ ...parts, store, ...(timing && { timing }) });
  return {
    requests: { events: new EventStreams({ ...parts, hub, store }) },
    open: { streams: hub },
  };
}

/** Webhooks, and what delivers to them: attempts of tests are made in the process that is asked. */
function webhooksAndDeliveries(parts: ServiceParts) {
  const { front, background } = parts.databases;
  const { vault, egress } = parts;
  const endpoints = new Endpoints();
  const deliveries = new DeliveryAttempts({
    database: background,
    vault,
    send: egress.send,
    endpoints,
  });
  return {
    requests: {
      webhooks: new WebhookService({ ...parts, database: front, background, attempts: deliveries }),
    },
    background: { deliveries },
    endpoints,
  };
}

/** Looks at domains alone, which a bench makes too. */
export const domainLooking = (deps: ConstructorParameters<typeof DomainLooking>[0]) =>
  new DomainLooking(deps);

// The idle part of machine or event loop below which what can wait does.
const HARDLY_IDLE = 0.25;

function machineIsBusy(): () => boolean {
  const idleShare = createIdleShare();
  return () => idleShare() < HARDLY_IDLE;
}

/** Domains, and what looks after them. */
function domainsOfOrganizations(parts: ServiceParts) {
  const { databases, listener, zone } = parts;
  const { front: database, background } = databases;
  const watches = new DomainWatches(databases.waits, listener);
  const [looking, isBusy] = [domainLooking({ ...parts, database: background }), machineIsBusy()];
  const beside = new LooksBesideRuns({ database: background, looking, isBusy, log: parts.log });
  const care = {
    looking,
    turns: new LookThrottle(isBusy, (domainId) => beside.add(domainId)),
    handover: new DomainHandover(background, zone),
    rotation: new DkimRotation({ ...parts, database: background }),
  };
  return {
    requests: { domains: new DomainService({ ...parts, ...care, database, watches }) },
    care,
    background: { looksBesideRuns: beside },
    watches,
    close() {
      beside.close();
      watches.close();
    },
  };
}

/** Everything around mail that leaves; reminders leave by the ledger like all mail. */
function sendingMail(parts: ServiceParts, waits: DurableWaitStore) {
  const { databases, listener } = parts;
  const { front: database, intake, background } = databases;
  const watches = new EndWatches(database, listener, ENDS_OF_SENDS);
  const bulkWatches = new EndWatches(database, listener, ENDS_OF_BULKS);
  const settled = new SettledSends();
  const sending = new SendingService({ ...parts, database, ledger: intake, watches, settled });
  const inBackground = { ...parts, database: background };
  // Mail for inboxes of this service takes the way of all inbound mail.
  const recipients = recipientsReadEachTime(background);
  const acceptance = new InboundService({ ...inBackground, recipients });
  const signer = new DkimSigner(inBackground);
  const noticeLink = createNoticeLink(parts);
  const attempts = new SendAttempts({ ...inBackground, acceptance, signer, noticeLink, settled });
  const reminders = new SendingService({ ...inBackground, ledger: background, watches, settled });
  const mail = new ServiceMail({ ...inBackground, sending: reminders });
  return {
    requests: {
      sending,
      drafts: new DraftService({ ...parts, database, files: intake, sending }),
      bulk: new BulkService({ ...parts, database, ledger: intake, watches: bulkWatches }),
      contactLists: new ContactListService({ ...parts, database, background }),
      suppressions: new SuppressionService({ ...parts, database }),
      smtpConfigs: new SmtpConfigService({ ...parts, database }),
    },
    notices: new DomainNotices({ ...inBackground, mail }),
    approvalNotices: new ApprovalNotices({ ...inBackground, acceptance, mail }),
    background: {
      sending: attempts,
      reminding: new Reminders({ database: background, waits, sending: reminders }),
      bulks: new BulkRuns({ ...inBackground, attempts }),
    },
    close() {
      watches.close();
      bulkWatches.close();
    },
  };
}

/** What need not wait for Temporal. */
const eagerStart = ({
  processing,
  deliveries,
  sending,
}: {
  readonly processing: InboundProcessing;
  readonly deliveries: DeliveryAttempts;
  readonly sending: SendAttempts;
}): EagerStart => ({
  process: (emailIds, workflowId) => processing.begin(emailIds, workflowId),
  deliver: (delivery, workflowId) =>
    deliveries.begin(delivery, { schedule: RETRY_SCHEDULE, workflowId }),
  send: (emailId, workflowId) => sending.begin(emailId, workflowId),
});
