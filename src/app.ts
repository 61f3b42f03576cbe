import { ArrivalHub } from './arrivals/hub.js';
import { createBatcher } from './batcher.js';
import type { Config } from './config.js';
import { createCursors, type Cursors } from './db/cursor.js';
import { Database } from './db/database.js';
import { Listener } from './db/listener.js';
import { oncePostgresAnswers } from './db/patience.js';
import type { Secrets } from './embedded/secrets.js';
import type { Log } from './log.js';
import { createParsePool, type ParsePool } from './mail/parse-pool.js';
import { ApiKeyEntity } from './resources/api-keys/entities.js';
import { ApiKeyService } from './resources/api-keys/service.js';
import { AttachedWaits } from './resources/durable-waits/attached.js';
import { DurableWaitService } from './resources/durable-waits/service.js';
import { DurableWaitStore } from './resources/durable-waits/store.js';
import { EmailService, type InboxRef } from './resources/emails/service.js';
import { createResolver, dnsSource } from './dns/resolver.js';
import { createEgress, readAuthorities, type Egress } from './egress/egress.js';
import { EventHub } from './resources/events/hub.js';
import { EventStore } from './resources/events/store.js';
import { EventStreams } from './resources/events/streams.js';
import { InboundProcessing } from './resources/inbound/processing.js';
import { MailReleasing } from './resources/inbound/releasing.js';
import { SenderChecks } from './resources/inbound/sender-checks.js';
import { InboundService } from './resources/inbound/service.js';
import { InboxEntity } from './resources/inboxes/entities.js';
import { InboxService } from './resources/inboxes/service.js';
import { AddressRuleEntity } from './resources/lists/entities.js';
import { ListService } from './resources/lists/service.js';
import { OrgEntity } from './resources/orgs/entities.js';
import { OrgService } from './resources/orgs/service.js';
import { RetentionService } from './resources/retention/service.js';
import { SenderWatches } from './resources/waits/sender-watch.js';
import { WaitService } from './resources/waits/service.js';
import { WaitStore } from './resources/waits/store.js';
import { DeliveryAttempts } from './resources/webhooks/attempts.js';
import { Endpoints } from './resources/webhooks/endpoints.js';
import { WebhookEntity } from './resources/webhooks/entities.js';
import { WebhookService } from './resources/webhooks/service.js';
import { createSenderVerifier } from './sender/verify.js';
import type { BackgroundServices, Services } from './services.js';
import { createOutbox } from './temporal/outbox.js';
import { storedDataKeys } from './vault/data-keys.js';
import { cursorKey, Vault } from './vault/vault.js';

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
  /** Where attempts of this process are under way. */
  readonly endpoints: Endpoints;
  close(): Promise<void>;
}

/** Every table that is reached through repositories. */
export const ENTITIES = [OrgEntity, ApiKeyEntity, InboxEntity, AddressRuleEntity, WebhookEntity];

// Milliseconds until a statement counts as failed: REST answers 503 within 2 s, SMTP 451 within 5 s.
const FRONT_TIMEOUT = 1_100;
const INTAKE_TIMEOUT = 3_000;
const BACKGROUND_TIMEOUT = 60_000;
// Two lanes each for recipients, terms and storing; a claim and a look at once for waits.
const INTAKE_POOL = 6;
// As many as a worker runs activities at once, and one for the dispatcher.
const BACKGROUND_POOL = 17;
const WAITS_POOL = 4;
// Planning the statement that stores a batch takes longer than running it for one mail.
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };
const MAX_LOOKUPS = 200;

/** Opens the database, brings its tables up to date and builds the services bottom up. */
export async function createApp(options: AppOptions): Promise<App> {
  const databases = await openDatabases(options);
  const { log, databaseUrl } = options;
  await oncePostgresAnswers(log, () => databases.background.migrate());
  const listener = await oncePostgresAnswers(log, () => Listener.start(databaseUrl, log));
  const parser = createParsePool({
    threads: options.config.PARSE_THREADS,
    workerFile: new URL('./mail/parse-worker.js', import.meta.url),
  });
  const egress = await openEgress(options.config);
  const built = buildServices(options, databases, { listener, parser, egress });
  return {
    ...built,
    database: databases.front,
    backgroundDatabase: databases.background,
    listener,
    parser,
    async close() {
      built.hub.close();
      built.attachedWaits.close();
      built.eventHub.close();
      await listener.close();
      await parser.close();
      await egress.close();
      const { front, intake, waits, background } = databases;
      await Promise.all([front, intake, waits, background].map((database) => database.close()));
    },
  };
}

interface Databases {
  readonly front: Database;
  readonly intake: Database;
  /** A mark of a wait may be lost in a crash, so it need not wait for the disk. */
  readonly waits: Database;
  readonly background: Database;
}

async function openDatabases({ config, log, databaseUrl: url }: AppOptions): Promise<Databases> {
  const open = (name: string, poolSize: number, queryTimeout: number, settings = {}) =>
    oncePostgresAnswers(log, () =>
      Database.open({
        url,
        poolSize,
        queryTimeout,
        settings,
        entities: ENTITIES,
        applicationName: `restante ${name}`,
      }),
    );
  const background = await open('background', BACKGROUND_POOL, BACKGROUND_TIMEOUT);
  const front = await open('front', config.DATABASE_POOL, FRONT_TIMEOUT);
  const intake = await open('intake', INTAKE_POOL, INTAKE_TIMEOUT, PLANNED_ONCE);
  const waits = await open('waits', WAITS_POOL, FRONT_TIMEOUT, {
    ...PLANNED_ONCE,
    synchronous_commit: 'off',
  });
  return { background, front, intake, waits };
}

function buildServices(
  options: AppOptions,
  databases: Databases,
  { listener, parser, egress }: { listener: Listener; parser: ParsePool; egress: Egress },
) {
  const { config, log, secrets } = options;
  const { front, intake, background } = databases;
  const masterKey = Buffer.from(secrets.MASTER_KEY, 'base64');
  const outbox = createOutbox();
  const cursors = createCursors(cursorKey(masterKey));
  const vault = new Vault({ masterKey, sealedDataKey: storedDataKeys(front) });
  const findInbox = createInboxFinder(front);
  const store = new WaitStore(databases.waits);
  const hub = new ArrivalHub(store, listener, log);
  const durableWaits = new DurableWaitStore(front, outbox);
  const attachedWaits = new AttachedWaits(durableWaits, listener);
  const live = liveEvents(databases.waits, listener, { log, findInbox });
  const verifier = createSenderVerifier(createResolver(config.DOH_URL));
  // Verifying takes as long as the DNS does, so it keeps to the background's connections.
  const checks = new SenderChecks({ database: background, verifier });
  const senders = new SenderWatches(checks, listener);
  const delivering = deliveringServices(databases, { vault, cursors, egress });

  const inboxesOn = (database: Database) => {
    const lists = new ListService({ database, cursors });
    const imap = imapHost(options);
    const { MAIL_DOMAIN: mailDomain } = config;
    return {
      lists,
      inboxes: new InboxService({ database, cursors, lists, imap, mailDomain, outbox }),
    };
  };
  const services: Services = {
    ...inboxesOn(front),
    orgs: new OrgService({ database: front, vault, defaultPlan: config.DEFAULT_PLAN }),
    apiKeys: new ApiKeyService({ database: front, cursors }),
    emails: new EmailService({
      database: front,
      cursors,
      findInbox,
      workflowUrl: workflowUrls(options),
    }),
    waits: new WaitService({ hub, store, senders, findInbox }),
    durableWaits: new DurableWaitService({
      store: durableWaits,
      attached: attachedWaits,
      cursors,
      findInbox,
    }),
    events: live.streams,
    webhooks: delivering.webhooks,
    inbound: new InboundService({ database: intake, parser, mailDomain: config.MAIL_DOMAIN, log }),
  };
  const backgroundServices: BackgroundServices = {
    processing: new InboundProcessing({ database: background, parser, senders: checks }),
    releasing: new MailReleasing({ database: background, outbox }),
    inboxes: inboxesOn(background).inboxes,
    retention: new RetentionService({
      database: background,
      mailRetentionDays: config.MAIL_RETENTION_DAYS,
    }),
    deliveries: delivering.deliveries,
    durableWaits: new DurableWaitStore(background, outbox),
  };
  return {
    services,
    background: backgroundServices,
    vault,
    hub,
    eventHub: live.hub,
    attachedWaits,
    endpoints: delivering.endpoints,
  };
}

/** Webhooks, and what delivers to them: attempts of tests are made in the process that is asked. */
function deliveringServices(
  { front, background }: Databases,
  parts: { readonly vault: Vault; readonly cursors: Cursors; readonly egress: Egress },
) {
  const { vault, egress } = parts;
  const endpoints = new Endpoints();
  const send = egress.send;
  const deliveries = new DeliveryAttempts({ database: background, vault, send, endpoints });
  const webhooks = new WebhookService({
    ...parts,
    database: front,
    background,
    attempts: deliveries,
  });
  return { endpoints, deliveries, webhooks };
}

const openEgress = async ({ EGRESS_ALLOW, EXTRA_CA_FILE, DOH_URL }: Config): Promise<Egress> =>
  createEgress({
    allow: EGRESS_ALLOW,
    authorities: await readAuthorities(EXTRA_CA_FILE),
    dns: dnsSource(DOH_URL),
  });

/** What follows events, and what opens streams of them. */
function liveEvents(
  database: Database,
  listener: Listener,
  { log, findInbox }: { log: Log; findInbox: (id: string) => Promise<InboxRef | null> },
) {
  const store = new EventStore(database);
  const hub = new EventHub({ store, listener, log });
  return { hub, streams: new EventStreams({ hub, store, findInbox }) };
}

/** Inboxes by id, many in one statement when many are asked for. */
function createInboxFinder(database: Database): (id: string) => Promise<InboxRef | null> {
  return createBatcher<string, InboxRef | null>(
    async (ids) => {
      const rows = await database.query<InboxRef>(
        `SELECT id, org_id AS "orgId", status FROM inboxes
         WHERE id = ANY ($1) AND deleted_at IS NULL`,
        [ids],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { maxItems: MAX_LOOKUPS, lanes: 2 },
  );
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
