import { ArrivalHub } from '../live/arrivals/hub.js';
import { createBudget, type ByteBudget } from '../byte-budget.js';
import { Semaphore } from '../semaphore.js';
import type { Config } from '../config.js';
import { createCursors } from '../db/cursor.js';
import type { Database } from '../db/database.js';
import { Listener } from '../live/listener.js';
import { oncePostgresAnswers } from '../db/retry.js';
import { closeDatabases, openDatabases, type Databases } from '../db/pools.js';
import type { Secrets } from '../embedded/secrets.js';
import type { Log } from '../log.js';
import { openEgress, openOutbound } from './outgoing.js';
import { sendingParts } from './sending.js';
import { createInboxFinder } from '../store/inboxes.js';
import { createPolicyStore } from '../store/sts-policies.js';
import type { Outbound } from '../outbound/provider.js';
import { createParsePool, type ParsePool } from '../mail/pool/parse-pool.js';
import { ApiKeyEntity } from '../resources/api-keys/entities.js';
import { ApiKeyService } from '../resources/api-keys/service.js';
import { AttachedWaits } from '../resources/durable-waits/attached.js';
import { ContactListService } from '../resources/contact-lists/service.js';
import { createUnsubscribeTokens } from '../resources/contact-lists/unsubscribe-links.js';
import { DurableWaitService } from '../resources/durable-waits/service.js';
import { DurableWaitStore } from '../resources/durable-waits/store.js';
import { LargeMail } from '../resources/emails/large-mail.js';
import { EmailService } from '../resources/emails/service.js';
import { createResolver, dnsSource } from '../dns/resolver.js';
import type { Egress } from '../egress/egress.js';
import { EventHub } from '../live/events/hub.js';
import { EventStore } from '../live/events/reading.js';
import { EventStreams } from '../resources/events/service.js';
import { InboundProcessing } from '../resources/inbound/processing.js';
import { PendingMail } from '../resources/inbound/pending.js';
import { MailReleasing } from '../resources/inbound/releasing.js';
import { SenderChecks } from '../resources/inbound/sender-checks.js';
import { InboundService } from '../resources/inbound/service.js';
import { InboxEntity } from '../resources/inboxes/entities.js';
import { InboxService } from '../resources/inboxes/service.js';
import { AddressRuleEntity } from '../resources/lists/entities.js';
import { ListService } from '../resources/lists/service.js';
import { OrgEntity } from '../resources/orgs/entities.js';
import { OrgService } from '../resources/orgs/service.js';
import { RetentionService } from '../store/retention/retention.js';
import { RoutingService } from '../resources/routing/service.js';
import type { SendAttempts } from '../resources/sending/attempts.js';
import { ownRelay } from '../resources/suppressions/report-trust.js';
import { SuppressionEntity } from '../resources/suppressions/entities.js';
import { ThreadService } from '../resources/threads/service.js';
import { SenderWatches } from '../resources/waits/sender-watch.js';
import { WaitService } from '../resources/waits/service.js';
import { WaitStore } from '../resources/waits/store.js';
import { DeliveryAttempts } from '../resources/webhooks/attempts.js';
import { Endpoints } from '../resources/webhooks/endpoints.js';
import { WebhookEntity } from '../resources/webhooks/entities.js';
import { RETRY_SCHEDULE } from '../resources/webhooks/retry-schedule.js';
import { WebhookService } from '../resources/webhooks/service.js';
import { RestoreGuard } from '../restores/guard.js';
import { marksDirectory, marksIn } from '../restores/marks.js';
import { createSenderVerifier } from '../sender/verify.js';
import type { BackgroundServices, Services } from './services.js';
import type { EagerStart } from '../eager-attempts.js';
import { createOutbox } from '../store/outbox.js';
import { TABLES } from '../tables.js';
import { storedDataKeys } from '../vault/data-keys.js';
import { cursorKey, unsubscribeKey, Vault } from '../vault/vault.js';

/** What an application is made from. */
export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  /** Where operators see runs; null without a Temporal UI. */
  readonly temporalUiUrl: string | null;
  /** Base address clients use, for what names hosts to them. */
  readonly publicUrl: string | null;
}

/** Everything but the front ends. */
export interface App {
  readonly services: Services;
  readonly background: BackgroundServices;
  /** Statements of front ends: given up before a client would. */
  readonly database: Database;
  /** Statements that may take as long as a large mail does. */
  readonly intakeDatabase: Database;
  /** Statements of background work. */
  readonly backgroundDatabase: Database;
  readonly listener: Listener;
  readonly vault: Vault;
  /** Live streams of events. */
  readonly eventHub: EventHub;
  readonly hub: ArrivalHub<never> | ArrivalHub<Parameters<WaitStore['confirm']>[0]>;
  /** Requests that are attached to durable waits. */
  readonly attachedWaits: AttachedWaits;
  readonly parser: ParsePool;
  /** What messages and bodies hold of this process. */
  readonly budget: ByteBudget;
  /** Where attempts of this process are under way. */
  readonly endpoints: Endpoints;
  readonly eagerStart: EagerStart;
  /** In about so many milliseconds. */
  close(milliseconds?: number): Promise<void>;
}

/** Every table that is reached through repositories. */
export const ENTITIES = [
  OrgEntity,
  ApiKeyEntity,
  InboxEntity,
  AddressRuleEntity,
  WebhookEntity,
  SuppressionEntity,
];

// Milliseconds that a stop waits for mail on its way: what becomes of it would be unknown.
const SENDING_ENDS_WITHIN = 4_000;
// Milliseconds that the rest of a stop takes.
const REST_ENDS_WITHIN = 500;

/** Opens the database, brings its tables up to date and builds the services bottom up. */
export async function createApp(options: AppOptions): Promise<App> {
  const { log, databaseUrl: url, config } = options;
  const frontPool = config.DATABASE_POOL;
  const databases = await openDatabases({ url, log, frontPool, entities: ENTITIES });
  await oncePostgresAnswers(log, () => databases.background.migrate());
  const listener = await oncePostgresAnswers(log, () => Listener.start(url, log));
  const guard = await startGuard(options, databases.background, listener);
  const parser = createParsePool({
    threads: config.PARSE_THREADS,
    workerFile: new URL('../mail/pool/parse-worker.js', import.meta.url),
  });
  const egress = await openEgress(config);
  const outbound = openOutbound(options, egress, createPolicyStore(databases.background));
  const built = buildServices(options, { databases, listener, parser, egress, outbound });
  return {
    ...built,
    database: databases.front,
    intakeDatabase: databases.intake,
    backgroundDatabase: databases.background,
    listener,
    parser,
    async close(milliseconds = Infinity) {
      guard.close();
      built.hub.close();
      built.attachedWaits.close();
      for (const watches of built.sendWatches) watches.close();
      await built.sendAttempts.settled(
        Math.min(SENDING_ENDS_WITHIN, milliseconds - REST_ENDS_WITHIN),
      );
      built.eventHub.close();
      const finished = built.background.pending.stop();
      await listener.close();
      await parser.close();
      await finished;
      await outbound.close();
      await egress.close();
      await closeDatabases(databases);
    },
  };
}

const startGuard = ({ config, log }: AppOptions, database: Database, listener: Listener) =>
  oncePostgresAnswers(log, () =>
    RestoreGuard.start({ database, listener, log, marks: marksIn(marksDirectory(config)) }),
  );

/** What a process opened before its services. */
interface Opened {
  readonly databases: Databases;
  readonly listener: Listener;
  readonly parser: ParsePool;
  readonly egress: Egress;
  readonly outbound: Outbound;
}

/** What several services are given. */
type Shared = ReturnType<typeof sharedParts>;

function sharedParts(options: AppOptions, opened: Opened) {
  const { config, secrets, log } = options;
  const { front, background } = opened.databases;
  const masterKey = Buffer.from(secrets.MASTER_KEY, 'base64');
  const verifier = createSenderVerifier(createResolver(config.DOH_URL));
  return {
    ...opened,
    log,
    budget: createBudget(config),
    outbox: createOutbox(),
    tables: TABLES,
    // One core at most is kept busy by large mail.
    largeTurns: new Semaphore(1),
    cursors: createCursors(cursorKey(masterKey)),
    tokens: createUnsubscribeTokens(unsubscribeKey(masterKey)),
    vault: new Vault({ masterKey, sealedDataKey: storedDataKeys(front) }),
    findInbox: createInboxFinder(front),
    // Verifying takes as long as the DNS does, so it keeps to the background's connections.
    senders: new SenderChecks({ database: background, verifier }),
    relay: ownRelay(config.OUTBOUND_URL, dnsSource(config.DOH_URL)),
  };
}

function buildServices(options: AppOptions, opened: Opened) {
  const { config } = options;
  const shared = sharedParts(options, opened);
  const { databases, cursors, vault, findInbox, budget } = shared;
  const { front, intake, background } = databases;
  const { waits, durableWaits, hub, attachedWaits } = waiting(shared);
  const { streams, eventHub } = following(shared);
  const { webhooks, deliveries, endpoints } = delivering(shared);
  const workflowUrl = workflowUrls(options);
  const largeMail = new LargeMail(background);
  const sending = sendingParts({
    ...shared,
    mailDomain: config.MAIL_DOMAIN,
    publicUrl: options.publicUrl,
    workflowUrl,
  });
  const services: Services = {
    ...inboxesOn(front, options, shared),
    orgs: organizations(config, front, vault),
    apiKeys: new ApiKeyService({ database: front, cursors }),
    routing: new RoutingService({ database: front, cursors }),
    emails: new EmailService({ ...shared, database: front, largeMail, workflowUrl }),
    threads: new ThreadService({ database: front, largeMail, cursors, findInbox }),
    waits,
    durableWaits,
    events: streams,
    webhooks,
    inbound: new InboundService({ ...shared, database: intake, mailDomain: config.MAIL_DOMAIN }),
    contactLists: new ContactListService({ ...shared, database: front, background }),
    ...sending.services,
  };
  return {
    services,
    background: { ...backgroundOf(options, shared), deliveries, ...sending.background },
    vault,
    budget,
    hub,
    eventHub,
    attachedWaits,
    sendWatches: sending.watches,
    sendAttempts: sending.background.sending,
    endpoints,
    eagerStart: eagerStart(deliveries, sending.background.sending),
  };
}

/** What runs work with, but for what sends and delivers. */
function backgroundOf(options: AppOptions, shared: Shared) {
  const { outbox, senders, relay, databases, tables } = shared;
  const { background: database } = databases;
  return {
    processing: new InboundProcessing({ database, senders, relay }),
    pending: pendingMail(shared),
    releasing: new MailReleasing({ database, outbox }),
    inboxes: inboxesOn(database, options, shared).inboxes,
    retention: new RetentionService({
      database,
      tables,
      mailRetentionDays: options.config.MAIL_RETENTION_DAYS,
    }),
    durableWaits: new DurableWaitStore(database, outbox),
  };
}

/** Mail that was put off is finished on the background's connections, as soon as somebody says that there is some. */
function pendingMail({ databases, parser, largeTurns, listener, log }: Shared): PendingMail {
  return new PendingMail({ database: databases.background, parser, largeTurns, listener, log });
}

const eagerStart = (deliveries: DeliveryAttempts, sending: SendAttempts): EagerStart => ({
  deliver: (delivery, workflowId) =>
    deliveries.begin(delivery, { schedule: RETRY_SCHEDULE, workflowId }),
  send: (emailId, workflowId) => sending.begin(emailId, workflowId),
});

const organizations = (
  { DEFAULT_PLAN: defaultPlan, SIGNUP: signup }: Config,
  database: Database,
  vault: Vault,
) => new OrgService({ database, vault, defaultPlan, signup });

function inboxesOn(database: Database, options: AppOptions, { cursors, outbox, tables }: Shared) {
  const lists = new ListService({ database, cursors });
  const imap = imapHost(options);
  const { MAIL_DOMAIN: mailDomain } = options.config;
  return {
    lists,
    inboxes: new InboxService({ database, cursors, lists, imap, mailDomain, outbox, tables }),
  };
}

/** Waits of both kinds: those of a request, and those that outlive it. */
function waiting({ databases, listener, log, outbox, cursors, findInbox, ...shared }: Shared) {
  const store = new WaitStore(databases.waits);
  const hub = new ArrivalHub(store, listener, log);
  const senders = new SenderWatches(shared.senders, listener);
  const durable = new DurableWaitStore(databases.front, outbox);
  const attached = new AttachedWaits(durable, listener);
  return {
    hub,
    attachedWaits: attached,
    waits: new WaitService({ hub, store, senders, findInbox }),
    durableWaits: new DurableWaitService({ store: durable, attached, cursors, findInbox }),
  };
}

/** What follows events, and what opens streams of them. */
function following({ databases, listener, log, findInbox }: Shared) {
  const store = new EventStore(databases.waits);
  const eventHub = new EventHub({ store, listener, log });
  return { eventHub, streams: new EventStreams({ hub: eventHub, store, findInbox }) };
}

/** Webhooks, and what delivers to them: attempts of tests are made in the process that is asked. */
function delivering({ databases: { front, background }, vault, cursors, egress }: Shared) {
  const endpoints = new Endpoints();
  const { send } = egress;
  const deliveries = new DeliveryAttempts({ database: background, vault, send, endpoints });
  const webhooks = new WebhookService({
    database: front,
    background,
    vault,
    cursors,
    egress,
    attempts: deliveries,
  });
  return { endpoints, deliveries, webhooks };
}

const imapHost = ({ config, publicUrl }: AppOptions) => ({
  host: config.IMAP_PUBLIC_HOST ?? (publicUrl ? new URL(publicUrl).hostname : config.MAIL_DOMAIN),
  port: config.IMAP_PUBLIC_PORT,
});

function workflowUrls({ config, temporalUiUrl }: AppOptions) {
  const base = temporalUiUrl?.replace(/\/+$/, '');
  const namespace = encodeURIComponent(config.TEMPORAL_NAMESPACE);
  return (workflowId: string) =>
    base ? `${base}/namespaces/${namespace}/workflows/${encodeURIComponent(workflowId)}` : null;
}
