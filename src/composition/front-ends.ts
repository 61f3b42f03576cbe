import { createAuthenticator } from '../auth/authenticate.js';
import { createClientAddress } from '../auth/client-address.js';
import { createIdentify } from '../auth/identify.js';
import type { Config } from '../config.js';
import { createJsonThread } from '../http/json-thread.js';
import { startHttp, type HttpServer } from '../http/server.js';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import { catalogue } from '../catalogue.js';
import { elsewhere, readReadiness, type Checks } from '../readiness.js';
import { warnOfBlockingTransactions } from '../live/events/blocking-transaction.js';
import { selectToolset } from '../mcp/tools/toolset.js';
import type { RunningImap } from '../imap/server.js';
import type { RunningSmtp } from '../smtp/server.js';
import { HealthProbe } from '../temporal/client.js';
import { temporalOptions } from '../temporal/options.js';
import { outboxLagSeconds } from '../temporal/outbox-lag.js';
import type { RunningWorker, WorkerStatus } from '../temporal/work.js';
import { executorOf } from './executor.js';
import type { Infrastructure } from './infrastructure.js';
import { mountOAuth } from './oauth.js';
import type { ProvidedSecrets, TemporalPart } from './provided-servers.js';
import type { Services } from './services.js';
import { mountTools } from './tools.js';

/** What the REST front end is started with. */
export interface RestOptions {
  readonly config: Config;
  readonly log: Log;
  readonly infrastructure: Pick<
    Infrastructure,
    'databases' | 'vault' | 'hashKey' | 'budget' | 'listener' | 'egress'
  >;
  readonly services: Services;
  readonly secrets: ProvidedSecrets;
  readonly metrics: Metrics;
  readonly temporal: TemporalPart | null;
  /** What else this process runs. */
  readonly running: {
    readonly worker: RunningWorker | null;
    readonly smtp: RunningSmtp | null;
    readonly imap: RunningImap | null;
  };
}

/** The REST front end as the process sees it. */
export type RestServer = Pick<HttpServer, 'port' | 'publicUrl' | 'close'>;

/** Starts the REST interface. */
export async function startRest(options: RestOptions): Promise<RestServer> {
  const { config, log, infrastructure, services, secrets, metrics } = options;
  const { databases, budget } = infrastructure;
  const database = databases.front;
  const jsonThread = createJsonThread(new URL('../http/json-worker.js', import.meta.url));
  const executor = executorOf(infrastructure, services);
  const tools = mountTools({
    ...{ ...infrastructure, executor, log, budget, jsonThread },
    listensOn: config.HTTP_HOST,
    allowedOrigins: config.MCP_ALLOWED_ORIGINS,
  });
  // Made before somebody waits for it.
  selectToolset(catalogue, {});
  const checks = checksOf(options);
  const authenticator = createAuthenticator(database);
  const server = await startHttp<Services>({
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    ...(config.PUBLIC_URL && { publicUrl: config.PUBLIC_URL }),
    catalogue,
    unsubscribing: services.contactLists,
    deciding: services.approvalLinks,
    log,
    executor,
    mounts: [tools, mountOAuth({ infrastructure, authenticator }, config)],
    identify: createIdentify({
      authenticator,
      inboundSecret: secrets.INBOUND_SECRET,
    }),
    clientAddress: createClientAddress(config.TRUSTED_PROXIES),
    budget,
    jsonThread,
    readiness: () => readReadiness(database, checks, () => outboxLagSeconds(database)),
    observe: (operation, status, seconds) =>
      metrics.requests.observe({ operation, status: String(status) }, seconds),
  });
  const endWarning = warnOfBlockingTransactions(databases.background, log);
  return {
    ...server,
    async close(deadline) {
      endWarning();
      await server.close(deadline);
    },
  };
}

function checksOf({ config, temporal, running: { worker, smtp, imap } }: RestOptions): Checks {
  const probe = temporal && new HealthProbe(temporalOptions(config, temporal.address));
  return {
    temporal: probe
      ? async () => ((await probe.isHealthy()) ? 'ok' : 'does not answer')
      : elsewhere,
    worker: worker ? async () => describeWorker(await worker.status()) : elsewhere,
    smtp: smtp ? () => 'ok' : elsewhere,
    imap: imap ? () => 'ok' : elsewhere,
  };
}

const describeWorker = ({ state }: WorkerStatus): string => (state === 'running' ? 'ok' : state);
