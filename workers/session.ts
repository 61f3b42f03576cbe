import type { NativeConnection } from '@temporalio/worker';
import type { Activities } from '../activities/index.js';
import type { Database } from '../src/db/database.js';
import type { Log } from '../src/log.js';
import type { EagerStart } from '../src/eager-attempts.js';
import { OutboxClaims } from '../src/temporal/dispatch/claim.js';
import { createClient, type TemporalOptions } from '../src/temporal/client.js';
import {
  DeliveryClaims,
  type DeliverySource,
  type EndpointLoad,
} from '../src/temporal/dispatch/delivery-claim.js';
import {
  startDeliveryDispatcher,
  type DeliveryDispatcher,
} from '../src/temporal/dispatch/delivery-dispatcher.js';
import {
  startOutboxDispatcher,
  type OutboxDispatcher,
} from '../src/temporal/dispatch/outbox-dispatcher.js';
import { startReconciler } from '../src/temporal/reconciler.js';
import { ensureSchedules } from '../src/temporal/schedules.js';
import { ensureSearchAttributes } from '../src/temporal/search-attributes.js';
import { createStarter } from '../src/temporal/starter.js';
import { lastPoll } from './last-poll.js';
import { createSdkWorker } from './sdk-worker.js';

/** What works on one connection to Temporal. */
export interface SessionOptions {
  readonly temporal: TemporalOptions;
  readonly activities: Activities;
  /** The pool of background work: as many connections as local activities run at once. */
  readonly database: Database;
  /** Where attempts of this process are under way. */
  readonly endpoints: EndpointLoad;
  /** Begins first attempts while their runs are being started; without it they wait for them. */
  readonly eagerStart?: EagerStart;
  readonly log: Log;
  /** The prebuilt workflows. */
  readonly bundlePath: string;
  /** Seconds between looks for lost work. */
  readonly reconcileEvery: number;
}

/** A worker and the dispatcher beside it, on one connection to Temporal. */
export interface Session {
  /** There are new rows in the outbox. */
  accepted(): void;
  /** There are deliveries to be made: of new events, or queued ones. */
  expectDeliveries(source: DeliverySource): void;
  /** When Temporal last saw the worker ask for work; null when it does not say. */
  lastPoll(): Promise<Date | null>;
  /** Rejects when the worker cannot go on; resolves after `close`. */
  readonly finished: Promise<void>;
  /** Ends what is under way, then the connection. */
  close(): Promise<void>;
}

// Milliseconds for Temporal to answer.
const DEADLINE = 5_000;

/** Opens a session. The connection stays the caller's when this fails. */
export async function openSession(
  connection: NativeConnection,
  options: SessionOptions,
): Promise<Session> {
  const { temporal, database, log, activities, bundlePath } = options;
  const { namespace, taskQueue } = temporal;
  const client = createClient(connection, temporal);
  const prepare = () =>
    connection.withDeadline(Date.now() + DEADLINE, async () => {
      await ensureSearchAttributes(connection, namespace, log);
      await ensureSchedules(client, taskQueue);
    });

  await prepare();
  const beside: { dispatcher?: OutboxDispatcher; deliveries?: DeliveryDispatcher } = {};
  const worker = await createSdkWorker(connection, {
    namespace,
    taskQueue,
    activities,
    bundlePath,
    onActivityEnded: (workflowId) => {
      beside.dispatcher?.ended(workflowId);
      beside.deliveries?.ended(workflowId);
    },
  });
  const finished = worker.run();

  const starter = createStarter({ client, taskQueue, log });
  const { eagerStart } = options;
  const dispatcher = startOutboxDispatcher({
    claims: new OutboxClaims(database),
    starter,
    eagerStart,
    log,
    // A server that lost its store lost them too.
    onReturn: () => void prepare().catch((err: unknown) => log.warn({ err }, 'no schedules made')),
  });
  beside.dispatcher = dispatcher;
  const deliveries = startDeliveryDispatcher({
    claims: new DeliveryClaims(database, options.endpoints),
    starter,
    eagerStart,
    log,
  });
  beside.deliveries = deliveries;
  const reconciler = startReconciler({ database, starter, log }, options.reconcileEvery);

  return {
    accepted() {
      dispatcher.accepted();
      deliveries.accepted();
    },
    expectDeliveries: (source) => deliveries.expect(source),
    lastPoll: () => lastPoll(connection, temporal, worker.identity),
    finished,
    async close() {
      await Promise.all([dispatcher.stop(), deliveries.stop(), reconciler.stop()]);
      worker.shutdown();
      await finished.catch(() => undefined);
      await connection.close();
    },
  };
}
