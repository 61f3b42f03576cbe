import { readFile } from 'node:fs/promises';
import { isMasterKey, standsAlone, type Config } from '../config.js';
import { ensureSecrets, type Secrets } from '../embedded/secrets.js';
import type { Log } from '../log.js';

/** A server that is there: started here, or somebody else's. */
export interface ProvidedServer {
  /** Ends it if it was started here, in about so many milliseconds. */
  stop(milliseconds?: number): Promise<void>;
}

/** Where Temporal is, and where operators see it. */
export interface TemporalPart extends ProvidedServer {
  readonly address: string;
  readonly uiUrl: string | null;
}

// Servers of one's own are loaded where they are started.
const notOurs = { stop: async () => undefined };

/** The Postgres of `DATABASE_URL`, or an embedded one. */
export async function providePostgres(
  config: Config,
  log: Log,
  signal?: AbortSignal,
): Promise<ProvidedServer & { url: string }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, ...notOurs };
  const { startEmbeddedPostgres } = await import('../embedded/postgres.js');
  return startEmbeddedPostgres({ dataDir: config.DATA_DIR, log, signal });
}

/** The Temporal of `TEMPORAL_ADDRESS`, or an embedded development server; null where no role needs one. */
export async function provideTemporal(
  config: Config,
  log: Log,
  signal?: AbortSignal,
): Promise<TemporalPart | null> {
  const uiUrl = config.TEMPORAL_UI_URL ?? null;
  if (config.TEMPORAL_ADDRESS) return { address: config.TEMPORAL_ADDRESS, uiUrl, ...notOurs };
  if (!config.ROLES.includes('worker')) return null;
  const { startEmbeddedTemporal } = await import('../embedded/temporal.js');
  const { isHealthy } = await import('../temporal/client.js');
  const server = await startEmbeddedTemporal({
    dataDir: config.DATA_DIR,
    log,
    signal,
    uiPort: config.TEMPORAL_UI_PORT,
    namespace: config.TEMPORAL_NAMESPACE,
    isHealthy: (address) => isHealthy(address, { namespace: config.TEMPORAL_NAMESPACE }),
    cli: config.TEMPORAL_CLI,
    cacheDir: config.RESTANTE_CACHE_DIR,
  });
  return { ...server, uiUrl: uiUrl ?? server.uiUrl };
}

/** Secrets that a process is given; that of the mail server is null where nobody needs it. */
export interface ProvidedSecrets extends Pick<Secrets, 'MASTER_KEY' | 'MASTER_KEY_PREVIOUS'> {
  readonly INBOUND_SECRET: string | null;
}

/**
 * The secrets of the settings; an installation that stands alone makes those that are missing.
 * @throws Error that names everything that is missing.
 */
export async function provideSecrets(config: Config): Promise<ProvidedSecrets> {
  const given = {
    INBOUND_SECRET: config.INBOUND_SECRET,
    MASTER_KEY: config.MASTER_KEY ?? (await keyFile(config.MASTER_KEY_FILE)),
  };
  const { MASTER_KEY_PREVIOUS } = config;
  if (standsAlone(config)) {
    const made = await ensureSecrets(config.DATA_DIR);
    return {
      INBOUND_SECRET: given.INBOUND_SECRET ?? made.INBOUND_SECRET,
      MASTER_KEY: given.MASTER_KEY ?? made.MASTER_KEY,
      MASTER_KEY_PREVIOUS,
    };
  }
  const { INBOUND_SECRET = null, MASTER_KEY } = given;
  // It is the REST interface that mail servers hand mail in to.
  const lacksInbound = INBOUND_SECRET === null && config.ROLES.includes('api');
  if (lacksInbound || !MASTER_KEY) throw missing({ lacksInbound, lacksMaster: !MASTER_KEY });
  return { INBOUND_SECRET, MASTER_KEY, MASTER_KEY_PREVIOUS };
}

function missing(lacks: { readonly lacksInbound: boolean; readonly lacksMaster: boolean }): Error {
  const names = [
    ...(lacks.lacksInbound ? ['INBOUND_SECRET'] : []),
    ...(lacks.lacksMaster ? ['MASTER_KEY'] : []),
  ];
  return new Error(
    `Set ${names.join(' and ')}: secrets are made only where all servers ` +
      'are embedded and listen on loopback. A good value: openssl rand -base64 32',
  );
}

async function keyFile(path: string | undefined): Promise<string | undefined> {
  if (!path) return undefined;
  const text = (await readFile(path, 'utf8')).trim();
  if (!isMasterKey(text))
    throw new Error('MASTER_KEY_FILE must hold base64 of 32 bytes, or aws-kms: and a key');
  return text;
}
