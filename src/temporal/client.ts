import { Client, Connection, type ConnectionLike } from '@temporalio/client';
import { withTimeout } from '../deadline.js';
import { connectionOptions, type TemporalOptions } from './options.js';

/** A client on a connection that belongs to the caller. */
export const createClient = (connection: ConnectionLike, { namespace }: TemporalOptions): Client =>
  new Client({ connection, namespace });

// Milliseconds for an answer to "are you there".
const HEALTH_DEADLINE_MS = 1_000;

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
    const asked = connection.withDeadline(Date.now() + HEALTH_DEADLINE_MS, ask).then(
      () => true,
      () => false,
    );
    return withTimeout(HEALTH_DEADLINE_MS, asked, false);
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
