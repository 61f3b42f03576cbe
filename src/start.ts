import { Closers } from './closers.js';
import { openApplication, type Application } from './composition/application.js';
import { ensureFirstOrganization } from './composition/first-organization.js';
import { openCertificates } from './composition/certificates.js';
import { openFoundation } from './composition/foundation.js';
import { addCertificateGauge, addGauges } from './composition/gauges.js';
import {
  providePostgres,
  provideSecrets,
  provideTemporal,
} from './composition/provided-servers.js';
import { needsNoServices, startRoles, type StartWorker } from './composition/roles.js';
import type { Config } from './config.js';
import { withDeadline } from './deadline.js';
import type { Log } from './log.js';
import { Metrics, startMetrics } from './metrics.js';
import { firstWelcome, laterWelcome, type Addresses } from './welcome.js';

/** A running process of the service. */
export interface RunningService {
  /** Stops within ten seconds: front ends first, embedded servers last. */
  stop(): Promise<void>;
}

// Milliseconds after the beginning of a stop by which the metrics are over, the roles, what they share, and
// embedded servers.
const METRICS_BY_MS = 200;
const ROLES_BY_MS = 4_800;
const APPLICATION_BY_MS = 6_800;
const SERVERS_BY_MS = 9_000;

interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  /** Null where no role is a worker. */
  readonly startWorker: StartWorker | null;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
}

type Starting = ServiceOptions & { readonly signal: AbortSignal };

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
async function startParts(options: Starting, closers: Closers): Promise<void> {
  const { config, log, startWorker, signal } = options;
  const certificates = await openCertificates(config, log);
  closers.add('certificates', SERVERS_BY_MS, async () => certificates.close());
  const secrets = needsNoServices(config) ? null : await provideSecrets(config);
  const [{ url: databaseUrl }, temporal] = await provideServers(options, closers);
  signal.throwIfAborted();
  const foundation = await openFoundation({ config, log, databaseUrl });
  closers.add('foundation', APPLICATION_BY_MS, () => foundation.close());
  const opened = { config, log, foundation, temporal };
  const application =
    secrets && (await openApplication({ ...opened, secrets }, closers, APPLICATION_BY_MS));
  signal.throwIfAborted();
  const metrics = new Metrics();
  addGauges(metrics, foundation, application?.services.open ?? null);
  addCertificateGauge(metrics, certificates);
  const roles = await startRoles({ ...opened, application, startWorker, certificates, metrics });
  closers.add('roles', ROLES_BY_MS, () => roles.close());
  const metricsServer = await startMetrics(metrics, {
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
  });
  closers.add('metrics', METRICS_BY_MS, () => metricsServer.close());
  await announce(options, application, {
    ...roles.addresses,
    temporal: temporal?.address ?? null,
    temporalUi: temporal?.uiUrl ?? null,
    metrics: `http://${config.METRICS_HOST}:${metricsServer.port}/metrics`,
    mailOut: mailOut(config),
  });
}

/** Prints where everything is; the first start prints the key of the first organization as well. */
async function announce(
  { config, log }: ServiceOptions,
  application: Application | null,
  addresses: Addresses,
): Promise<void> {
  const first =
    application && config.ROLES.includes('api')
      ? await ensureFirstOrganization(config, application.services.requests, log)
      : null;
  process.stdout.write(first ? firstWelcome(first, addresses) : laterWelcome(addresses));
  log.info({ roles: config.ROLES, ...addresses }, 'ready');
}

/** Both at once: Temporal may be downloading while Postgres starts. */
async function provideServers({ config, log, signal }: Starting, closers: Closers) {
  const parts = [
    providePostgres(config, log, signal),
    provideTemporal(config, log, signal),
  ] as const;
  closers.add('servers', SERVERS_BY_MS, (left) =>
    Promise.all(parts.map(async (part) => (await part.catch(() => null))?.stop(left))),
  );
  return Promise.all(parts);
}

function mailOut({ OUTBOUND_URL: url, OUTBOUND_DIRECT: direct }: Config): string {
  if (url !== undefined) return `by ${new URL(url).host}`;
  return direct ? 'to the mail exchangers of its recipients' : 'kept, not sent (see OUTBOUND_URL)';
}
