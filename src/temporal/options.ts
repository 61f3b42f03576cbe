import { readFileSync } from 'node:fs';
import type { TLSConfig } from '@temporalio/client';
import type { Config } from '../config.js';

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
