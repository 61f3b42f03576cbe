import { readFileSync } from 'node:fs';
import { Client, Connection, type ConnectionLike, type TLSConfig } from '@temporalio/client';
import type { Config } from '../config.js';
import { withTimeout } from '../deadline.js';

/** How a Temporal server is reached, by client and worker alike. */
export interface TemporalOptions {
  /** `host:port` */
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly tls?: TLSConfig | true;
  readonly apiKey?: string;
}

type TemporalConfig = Pick<
  Config,
  | 'TEMPORAL_NAMESPACE'
  | 'TEMPORAL_TASK_QUEUE'
  | 'TEMPORAL_API_KEY'
  | 'TEMPORAL_TLS_CA_FILE'
  | 'TEMPORAL_TLS_CERT_FILE'
  | 'TEMPORAL_TLS_KEY_FILE'
>;

/** The options for the server at `address`. @throws Error when a TLS file cannot be read. */
export function temporalOptions(config: TemporalConfig, address: string): TemporalOptions {
  const tls = tlsOptions(config);
  return {
    address,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    ...(tls && { tls }),
    ...(config.TEMPORAL_API_KEY && { apiKey: config.TEMPORAL_API_KEY }),
  };
}

function tlsOptions(config: TemporalConfig): TLSConfig | true | undefined {
  const { TEMPORAL_TLS_CA_FILE: ca, TEMPORAL_TLS_CERT_FILE: crt } = config;
  const key = config.TEMPORAL_TLS_KEY_FILE;
  if (!ca && !crt) return config.TEMPORAL_API_KEY ? true : undefined;
  if (Boolean(crt) !== Boolean(key))
    throw new Error('TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE are needed together');
  return {
    ...(ca && { serverRootCACertificate: readFileSync(ca) }),
    ...(crt && key && { clientCertPair: { crt: readFileSync(crt), key: readFileSync(key) } }),
  };
}

/** The part of the options that says how to connect. */
export function connectionOptions({
  address,
  tls,
  apiKey,
}: Pick<TemporalOptions, 'address' | 'tls' | 'apiKey'>) {
  return { address, ...(tls && { tls }), ...(apiKey && { apiKey }) };
}

/** A client on a connection that belongs to the caller. */
export const createClient = (connection: ConnectionLike, { namespace }: TemporalOptions): Client =>
  new Client({ connection, namespace });

// Milliseconds for an answer to "are you there".
const HEALTH_DEADLINE = 1_000;

/** Asks a server again and again, on one connection, whether it answers; it need not be there. */
export class HealthProbe {
  private readonly connection;
  private readonly namespace;

  constructor(options: Pick<TemporalOptions, 'address'> & Partial<TemporalOptions>) {
    this.namespace = options.namespace ?? 'default';
    // Without the client's own retries: whoever asks asks again, and one that comes after `close` throws.
    this.connection = Connection.lazy({ ...connectionOptions(options), interceptors: [] });
  }

  /** Whether the server answers and has the namespace. */
  isHealthy(): Promise<boolean> {
    const { connection, namespace } = this;
    const ask = () => connection.workflowService.describeNamespace({ namespace });
    const asked = connection.withDeadline(Date.now() + HEALTH_DEADLINE, ask).then(
      () => true,
      () => false,
    );
    return withTimeout(HEALTH_DEADLINE, asked, false);
  }

  close(): Promise<void> {
    return this.connection.close().catch(() => undefined);
  }
}

/**
 * Whether the server at `address` answers and has the namespace. (An open port is not enough: a
 * development server opens it before it is ready.)
 */
export async function isHealthy(
  address: string,
  options: Partial<TemporalOptions> = {},
): Promise<boolean> {
  const probe = new HealthProbe({ ...options, address });
  const healthy = await probe.isHealthy();
  await probe.close();
  return healthy;
}
