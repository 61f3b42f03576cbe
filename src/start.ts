import { join } from 'node:path';
import type { RunningWorker } from './temporal/work.js';
import { Closers } from './closers.js';
import { withDeadline } from './deadline.js';
import type { Config, Role } from './config.js';
import { prepareDataDir } from './embedded/data-dir.js';
import { replacePrivate } from './embedded/private-file.js';
import type { Secrets } from './embedded/secrets.js';
import { createIntake, openFoundation, type Foundation } from './composition/foundation.js';
import type { RestOptions, RestServer } from './composition/front-ends.js';
import type { Infrastructure } from './composition/infrastructure.js';
import {
  providePostgres,
  provideSecrets,
  provideTemporal,
  readCertificate,
  type TemporalPart,
} from './composition/provided-servers.js';
import type { ProcessServices, Services } from './composition/services.js';
import { serviceSettings } from './composition/settings.js';
import type { Log } from './log.js';
import { Metrics, startMetrics } from './metrics.js';
import { eventsLagSeconds } from './live/events/held-up.js';
import { readHold } from './restores/hold.js';
import { Semaphore } from './semaphore.js';
import type { RunningNameserver } from './nameserver/server.js';
import { PeerRates } from './smtp/peer-rates.js';
import { startSmtp, type Certificate, type RunningSmtp } from './smtp/server.js';
import { deliveryLagSeconds } from './temporal/dispatch/delivery-claim.js';
import { temporalOptions, type TemporalOptions } from './temporal/options.js';
import { outboxLagSeconds } from './temporal/outbox-lag.js';
import { firstWelcome, laterWelcome, type Addresses } from './welcome.js';

/** A running process of the service. */
export interface RunningService {
  /** Stops within ten seconds: front ends first, embedded servers last. */
  stop(): Promise<void>;
}

// Milliseconds for requests and messages under way.
const DRAIN = 4_000;
// Milliseconds after the beginning of a stop by which the metrics are over, the roles, what they share, and
// embedded servers.
const METRICS_BY = 200;
const ROLES_BY = 4_800;
const APP_BY = 6_800;
const SERVERS_BY = 9_000;
const FIRST_ORG = 'First organization';

/** Starts a worker. Given by the process entry, the only place that knows workers. */
export type StartWorker = (
  infrastructure: Infrastructure,
  services: ProcessServices,
  temporal: TemporalOptions,
) => RunningWorker;

/** What a process is started with. */
export interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  /** Null where no role is a worker. */
  readonly startWorker: StartWorker | null;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
}

type Started = ServiceOptions & { readonly signal: AbortSignal };

/** Starts the roles of `config` and what they need. @throws Error that says what is missing. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const closers = new Closers(options.log);
  const stop = () => closers.closeAll();
  const { signal = new AbortController().signal } = options;
  try {
    await withDeadline(signal, startParts({ ...options, signal }, closers));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts everything; what has to be closed is added to `closers`, innermost last. */
async function startParts(options: Started, closers: Closers): Promise<void> {
  const { config, log, signal } = options;
  const certificate = await readCertificate(config);
  const secrets = await provideSecrets(config);
  const [postgres, temporal] = await provideServers(options, closers);
  signal.throwIfAborted();
  const databaseUrl = postgres.url;
  const foundation = await openFoundation({ config, log, databaseUrl });
  closers.add('foundation', APP_BY, () => foundation.close());
  const app = needsNoServices(config)
    ? null
    : await openApp(options, { foundation, secrets, temporal }, closers);
  signal.throwIfAborted();
  const metrics = new Metrics();
  watch(metrics, foundation, app?.services.open);
  const parts = { foundation, app, temporal, secrets, certificate, metrics };
  const roles = await startRoles(options, parts);
  closers.add('roles', ROLES_BY, () => roles.close());
  const metricsServer = await startMetrics(metrics, {
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
  });
  closers.add('metrics', METRICS_BY, () => metricsServer.close());
  await announce(options, app?.services.requests, {
    ...roles.addresses,
    temporal: temporal?.address ?? null,
    temporalUi: temporal?.uiUrl ?? null,
    metrics: `http://${config.METRICS_HOST}:${metricsServer.port}/metrics`,
    mailOut: mailOut(config),
  });
}

function mailOut({ OUTBOUND_URL: url, OUTBOUND_DIRECT: direct }: Config): string {
  if (url !== undefined) return `by ${new URL(url).host}`;
  return direct ? 'to the mail exchangers of its recipients' : 'kept, not sent (see OUTBOUND_URL)';
}

// Roles that need no more than the foundation.
const LIGHT: readonly Role[] = ['smtp', 'dns'];
const needsNoServices = ({ ROLES }: Config) => ROLES.every((role) => LIGHT.includes(role));

/** Services and what they work on, which take as long to load as all that takes mail. */
async function openApp(
  { config }: Started,
  { foundation, secrets, temporal }: Pick<ProcessParts, 'foundation' | 'secrets' | 'temporal'>,
  closers: Closers,
): Promise<App> {
  const [{ openInfrastructure }, { createServices }] = await Promise.all([
    import('./composition/infrastructure.js'),
    import('./composition/services.js'),
  ]);
  const infrastructure = await openInfrastructure(foundation, {
    ...{ config, secrets },
    temporal: temporal && temporalOptions(config, temporal.address),
  });
  closers.add('infrastructure', APP_BY, () => infrastructure.close());
  const publicUrl = config.PUBLIC_URL ?? `http://${config.HTTP_HOST}:${config.HTTP_PORT}`;
  const temporalUiUrl = temporal?.uiUrl ?? null;
  const settings = serviceSettings(config, { publicUrl, temporalUiUrl });
  const services = createServices(infrastructure, settings);
  closers.add('services', APP_BY, (left) => services.close(left));
  return { infrastructure, services };
}

interface App {
  readonly infrastructure: Infrastructure;
  readonly services: ProcessServices;
}

interface ProcessParts {
  readonly foundation: Foundation;
  /** Null where mail is taken and nothing else is done. */
  readonly app: App | null;
  readonly temporal: TemporalPart | null;
  readonly secrets: Secrets;
  readonly certificate: Certificate | null;
  readonly metrics: Metrics;
}

/** Starts what `ROLES` names. */
async function startRoles({ config, log, startWorker }: ServiceOptions, parts: ProcessParts) {
  const { app, temporal } = parts;
  const has = (role: Role) => config.ROLES.includes(role);
  const worker =
    app && startWorker && temporal
      ? startWorker(app.infrastructure, app.services, temporalOptions(config, temporal.address))
      : null;
  const { smtp, dns } = await listen(config, log, parts);
  // Where mail is stored alone, others read what was put off.
  app?.services.background.pending.start();
  const rest = has('api')
    ? await startApi({ ...parts, config, log, running: { worker, smtp } })
    : null;
  return {
    addresses: {
      rest: rest?.publicUrl ?? null,
      smtp: smtp && { host: config.SMTP_HOST, port: smtp.port },
      dns: dns && { host: config.DNS_HOST, port: dns.port },
    },
    // Together: each of them may take its time, and the whole has ten seconds.
    close: () =>
      Promise.all([rest?.close(DRAIN), smtp?.close(DRAIN), dns?.close(), worker?.shutdown()]),
  };
}

async function startApi({
  app,
  ...options
}: Omit<RestOptions, keyof App> & Pick<ProcessParts, 'app'>): Promise<RestServer | null> {
  if (!app) return null;
  const { startRest } = await import('./composition/front-ends.js');
  const { infrastructure, services } = app;
  return startRest({ ...options, infrastructure, services: services.requests });
}

/** What other machines speak to beside REST. */
async function listen(config: Config, log: Log, parts: ProcessParts) {
  const has = (role: Role) => config.ROLES.includes(role);
  return {
    smtp: has('smtp') ? await listenForMail(config, log, parts) : null,
    dns: has('dns') ? await startDns(config, parts) : null,
  };
}

/** Null without a port, unless nothing else is asked for. @throws Error then */
async function startDns(
  config: Config,
  { foundation }: Pick<ProcessParts, 'foundation'>,
): Promise<RunningNameserver | null> {
  const { DNS_PORT: port, ROLES: roles } = config;
  if (port === undefined) {
    if (roles.length === 1) throw new Error('Set DNS_PORT: the role dns listens on it');
    return null;
  }
  const nameserver = await import('./composition/nameserver.js');
  return nameserver.startDns(config, foundation, port);
}

/** Both at once: Temporal may be downloading while Postgres starts. */
async function provideServers({ config, log, signal }: Started, closers: Closers) {
  const parts = [
    providePostgres(config, log, signal),
    provideTemporal(config, log, signal),
  ] as const;
  closers.add('servers', SERVERS_BY, (left) =>
    Promise.all(parts.map(async (part) => (await part.catch(() => null))?.stop(left))),
  );
  return Promise.all(parts);
}

function listenForMail(
  config: Config,
  log: Log,
  { foundation, app, metrics, certificate }: ProcessParts,
): Promise<RunningSmtp> {
  const { SMTP_HOST: host, SMTP_PORT: port, MAIL_DOMAIN: mailDomain } = config;
  return startSmtp({
    acceptance:
      app?.services.requests.inbound ??
      createIntake({ ...foundation, mailDomain, largeTurns: new Semaphore(1) }),
    budget: foundation.budget,
    rates: new PeerRates(config.INBOUND_PEER_PERCENT),
    log,
    metrics,
    config: { host, port, serverName: mailDomain, ...(certificate && { certificate }) },
  });
}

function watch(
  metrics: Metrics,
  { databases, budget }: Foundation,
  open: ProcessServices['open'] | undefined,
): void {
  const { front } = databases;
  metrics.gauge('restante_open_waits', 'Long polls that are open.', () => open?.waits.size ?? 0);
  metrics.gauge('restante_outbox_lag_seconds', 'Age of the oldest outbox row that is due.', () =>
    outboxLagSeconds(front),
  );
  metrics.gauge(
    'restante_held_bytes',
    'Bytes of messages and request bodies that this process holds.',
    () => budget.held,
  );
  metrics.gauge(
    'restante_open_streams',
    'Streams of events that are open.',
    () => open?.streams.size ?? 0,
  );
  metrics.gauge(
    'restante_attached_waits',
    'Requests that are attached to durable waits.',
    () => open?.attachedWaits.size ?? 0,
  );
  metrics.gauge(
    'restante_delivery_lag_seconds',
    'Age of the oldest delivery to a webhook that no run has taken.',
    () => deliveryLagSeconds(front),
  );
  metrics.gauge(
    'restante_events_lag_seconds',
    'How long the oldest event waits that streams and ordered webhooks cannot be told of yet.',
    () => eventsLagSeconds(front),
  );
  metrics.gauge(
    'restante_outgoing_held',
    'Whether outgoing mail is held until an operator resumes it: 1 or 0.',
    async () => ((await readHold(front)) ? 1 : 0),
  );
}

/** The first start makes the first organization and prints its key, once. */
async function announce(
  { config, log }: ServiceOptions,
  services: Pick<Services, 'orgs' | 'inboxes' | 'domains'> | undefined,
  addresses: Addresses,
): Promise<void> {
  let welcome = laterWelcome(addresses);
  if (services && config.ROLES.includes('api')) {
    const { orgs, inboxes, domains } = services;
    const keptIn = join(config.DATA_DIR, 'api-key');
    const first = await orgs.createFirst(FIRST_ORG, async (apiKey) => {
      await prepareDataDir(config.DATA_DIR);
      await replacePrivate(keptIn, `${apiKey}\n`);
    });
    if (first) welcome = firstWelcome(first.apiKey, keptIn, addresses);
    const own = first?.org.id ?? (await orgs.firstId());
    if (own !== null) {
      await inboxes.ensureSystemInboxes(own);
      // Made once, and nobody waits for it: until then mail of the service's domain leaves without a signature.
      domains
        .ensureServiceKey(own)
        .catch((err: unknown) => log.warn({ err }, 'no key for MAIL_DOMAIN'));
    }
  }
  process.stdout.write(welcome);
  log.info({ roles: config.ROLES, ...addresses }, 'ready');
}
