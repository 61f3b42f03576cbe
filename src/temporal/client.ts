import { Client, Connection, type ConnectionLike } from '@temporalio/client';
import { withTimeout } from '../deadline.js';
import { connectionOptions, type TemporalOptions } from './options.js';

/** A client on a connection that belongs to the caller. */
export const createClient = (connection: ConnectionLike, { namespace }: TemporalOptions): Client =>
  new Client({ connection, namespace });

// Milliseconds for an answer to "are you there".
const HEALTH_DEADLINE = 1_000;

/** Asks a server again and again whether it answers, on one connection. */
export interface HealthProbe {
  /** Whether the server answers and has the namespace. */
  isHealthy(): Promise<boolean>;
  close(): Promise<void>;
}

/** A probe of a server that need not be there. */
export function createHealthProbe(
  options: Pick<TemporalOptions, 'address'> & Partial<TemporalOptions>,
): HealthProbe {
  const { namespace = 'default' } = options;
  // Without the client's own retries: whoever asks asks again, and one that comes after `close` throws.
  const connection = Connection.lazy({ ...connectionOptions(options), interceptors: [] });
  return {
    isHealthy() {
      const asked = connection
        .withDeadline(Date.now() + HEALTH_DEADLINE, () =>
          connection.workflowService.describeNamespace({ namespace }),
        )
        .then(
          () => true,
          () => false,
        );
      return withTimeout(HEALTH_DEADLINE, asked, false);
    },
    close: () => connection.close().catch(() => undefined),
  };
}

/**
 * Whether the server at `address` answers and has the namespace. (An open port is not enough: a
 * development server opens it before it is ready.)
 */
export async function isHealthy(
  address: string,
  options: Partial<TemporalOptions> = {},
): Promise<boolean> {
  const probe = createHealthProbe({ ...options, address });
  const healthy = await probe.isHealthy();
  await probe.close();
  return healthy;
}
