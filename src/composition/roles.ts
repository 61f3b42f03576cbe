import { join } from 'node:path';
import type { Config, Role } from '../config.js';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import type { RunningNameserver } from '../nameserver/server.js';
import { Semaphore } from '../semaphore.js';
import { PeerRates } from '../smtp/peer-rates.js';
import type { RunningImap } from '../imap/server.js';
import { startSmtp, type RunningSmtp } from '../smtp/server.js';
import { temporalOptions, type TemporalOptions } from '../temporal/options.js';
import type { RunningWorker } from '../temporal/work.js';
import type { Addresses } from '../welcome.js';
import type { Application } from './application.js';
import type { Certificates } from './certificates.js';
import { createIntake, type Foundation } from './foundation.js';
import type { RestOptions, RestServer } from './front-ends.js';
import type { Infrastructure } from './infrastructure.js';
import type { TemporalPart } from './provided-servers.js';
import type { ProcessServices } from './services.js';

/** Starts a worker. Given by the process entry, the only place that knows workers. */
export type StartWorker = (
  infrastructure: Infrastructure,
  services: ProcessServices,
  temporal: TemporalOptions,
) => RunningWorker;

interface RoleOptions {
  readonly config: Config;
  readonly log: Log;
  readonly foundation: Foundation;
  /** Null where all roles are {@link needsNoServices light}. */
  readonly application: Application | null;
  /** Null where no role is a worker. */
  readonly startWorker: StartWorker | null;
  readonly temporal: TemporalPart | null;
  readonly certificates: Certificates;
  readonly metrics: Metrics;
}

/** The roles of this process, under way. */
export interface RunningRoles {
  readonly addresses: Pick<Addresses, 'rest' | 'smtp' | 'imap' | 'dns'>;
  close(): Promise<unknown>;
}

// Roles that need no more than the foundation.
const LIGHT: readonly Role[] = ['smtp', 'imap', 'dns'];
// Milliseconds for requests and messages under way.
const DRAIN_MS = 4_000;

/** Whether all roles of `config` do without services, which take long to load. */
export const needsNoServices = ({ ROLES }: Config): boolean =>
  ROLES.every((role) => LIGHT.includes(role));

/** Starts what `ROLES` names. */
export async function startRoles(options: RoleOptions): Promise<RunningRoles> {
  const { config, application } = options;
  const has = (role: Role) => config.ROLES.includes(role);
  const worker = startWorkerRole(options);
  const smtp = has('smtp') ? await startSmtpRole(options) : null;
  const imap = has('imap') ? await startImapRole(options) : null;
  const dns = has('dns') ? await startDnsRole(options) : null;
  const browser = has('browser') ? await startBrowsers(options) : null;
  // Where mail is stored alone, others read what was put off.
  application?.services.background.pending.start();
  const rest = has('api') ? await startApiRole(options, { worker, smtp, imap }) : null;
  return {
    addresses: addressesOf(config, { rest, smtp, imap, dns }),
    // Together: each of them may take its time, and the whole has ten seconds.
    close: () =>
      Promise.all([
        ...[rest?.close(DRAIN_MS), smtp?.close(DRAIN_MS), imap?.close(DRAIN_MS)],
        ...[dns?.close(), worker?.shutdown(), browser?.close()],
      ]),
  };
}

interface Listening {
  readonly rest: RestServer | null;
  readonly smtp: RunningSmtp | null;
  readonly imap: RunningImap | null;
  readonly dns: RunningNameserver | null;
}

const addressesOf = (
  config: Config,
  { rest, smtp, imap, dns }: Listening,
): RunningRoles['addresses'] => ({
  rest: rest?.publicUrl ?? null,
  smtp: smtp && { host: config.SMTP_HOST, port: smtp.port },
  imap: imap && { host: config.IMAP_HOST, port: imap.port, certFile: selfSigned(config) },
  dns: dns && { host: config.DNS_HOST, port: dns.port },
});

function startWorkerRole({
  config,
  application,
  startWorker,
  temporal,
}: RoleOptions): RunningWorker | null {
  if (!application || !startWorker || !temporal) return null;
  const { infrastructure, services } = application;
  services.background.looksBesideRuns.start();
  services.background.searchMerging.start();
  return startWorker(infrastructure, services, temporalOptions(config, temporal.address));
}

async function startBrowsers({ config, application }: RoleOptions) {
  if (!application) return null;
  const { startBrowserRole } = await import('./browser.js');
  return startBrowserRole(config, application.infrastructure);
}

async function startApiRole(
  { application, ...options }: RoleOptions,
  running: RestOptions['running'],
): Promise<RestServer | null> {
  if (!application) return null;
  const { startRest } = await import('./front-ends.js');
  const { infrastructure, services, secrets, address } = application;
  const parts = { ...options, infrastructure, secrets, services: services.requests, running };
  const rest = await startRest(parts);
  address.listensOn(rest.publicUrl);
  return rest;
}

async function startSmtpRole(options: RoleOptions): Promise<RunningSmtp> {
  const { config, foundation, application, certificates, log, metrics } = options;
  const certificate = certificates.smtp;
  const { SMTP_HOST: host, SMTP_PORT: port, MAIL_DOMAIN: mailDomain } = config;
  const smtp = await startSmtp({
    acceptance:
      application?.services.requests.inbound ??
      createIntake({ ...foundation, mailDomain, largeTurns: new Semaphore(1) }),
    budget: foundation.budget,
    rates: new PeerRates(config.INBOUND_PEER_PERCENT),
    log,
    metrics,
    config: { host, port, serverName: mailDomain, certificate: certificate?.current },
  });
  certificate?.onChanged((renewed) => smtp.useCertificate(renewed));
  return smtp;
}

async function startImapRole({
  config,
  foundation,
  application,
  certificates,
  log,
  metrics,
}: RoleOptions): Promise<RunningImap | null> {
  const certificate = certificates.imap;
  if (!certificate) return null;
  const [{ startImap }, { createMailboxes }] = await Promise.all([
    import('../imap/server.js'),
    import('./mailboxes.js'),
  ]);
  const own = application ? null : createMailboxes(foundation);
  const imap = await startImap({
    storage: (own ?? application!.services).requests.mailboxes,
    ...{ host: config.IMAP_HOST, port: config.IMAP_PORT, log, metrics },
    certificate: certificate.current,
  });
  certificate.onChanged((renewed) => imap.useCertificate(renewed));
  return {
    ...imap,
    async close(deadline) {
      await imap.close(deadline);
      own?.close();
    },
  };
}

/** The file of a certificate that programs have to be told to trust; null where authorities do so. */
const selfSigned = ({ TLS_CERT_FILE, DATA_DIR }: Config): string | null =>
  TLS_CERT_FILE === undefined ? join(DATA_DIR, 'tls.crt') : null;

/** Null without a port, unless nothing else is asked for. @throws Error then */
async function startDnsRole({
  config,
  foundation,
}: RoleOptions): Promise<RunningNameserver | null> {
  const { DNS_PORT: port, ROLES: roles } = config;
  if (port === undefined) {
    if (roles.length === 1) throw new Error('Set DNS_PORT: the role dns listens on it');
    return null;
  }
  const { startDns } = await import('./nameserver.js');
  return startDns(config, foundation, port);
}
