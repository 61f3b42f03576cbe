import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import type { Activities } from '../activities/index.js';
import type { Database } from '../src/db/database.js';
import type { Log } from '../src/log.js';
import type { EagerStart } from '../src/temporal/work.js';
import { OutboxClaims } from '../src/temporal/dispatch/claim.js';
import { createClient } from '../src/temporal/client.js';
import type { TemporalOptions } from '../src/temporal/options.js';
import {
  DeliveryClaims,
  type DeliveryQueue,
  type EndpointLoad,
} from '../src/temporal/dispatch/delivery-claim.js';
import { DeliveryDispatcher } from '../src/temporal/dispatch/delivery-dispatcher.js';
import { OutboxDispatcher } from '../src/temporal/dispatch/outbox-dispatcher.js';
import { Reconciler } from '../src/temporal/reconciler.js';
import { ensureSchedules } from '../src/temporal/schedules.js';
import { ensureSearchAttributes } from '../src/temporal/search-attributes.js';
import { Starter } from '../src/temporal/starter.js';
import { createSdkWorker, type SdkWorker } from './sdk-worker.js';
import { withTimeout } from '../src/deadline.js';

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

// Milliseconds for Temporal to answer.
const DEADLINE_MS = 5_000;

/** What works beside the worker of a session. */
interface WorkerSessionParts {
  readonly dispatcher: OutboxDispatcher;
  readonly deliveries: DeliveryDispatcher;
  readonly reconciler: Reconciler;
}

/** A worker and the dispatchers beside it, on one connection to Temporal. */
export class WorkerSession {
  /** Rejects when the worker cannot go on; resolves after `close`. */
  readonly finished: Promise<void>;
  private readonly parts: WorkerSessionParts;

  private constructor(
    private readonly connection: NativeConnection,
    private readonly options: SessionOptions,
    private readonly client: Client,
    private readonly worker: SdkWorker,
  ) {
    this.finished = worker.run();
    this.parts = this.startParts();
  }

  /** Opens a session. The connection stays the caller's when this fails. */
  static async open(connection: NativeConnection, options: SessionOptions): Promise<WorkerSession> {
    const { temporal, activities, bundlePath } = options;
    const { namespace, taskQueue } = temporal;
    const client = createClient(connection, temporal);
    await prepare(connection, client, options);
    let session: WorkerSession | null = null;
    const onActivityEnded = (workflowId: string) => session?.ended(workflowId);
    const queue = { namespace, taskQueue, activities, bundlePath, onActivityEnded };
    const worker = await createSdkWorker(connection, queue);
    session = new WorkerSession(connection, options, client, worker);
    return session;
  }

  /** There are new rows in the outbox. */
  accepted(): void {
    this.parts.dispatcher.accepted();
    this.parts.deliveries.accepted();
  }

  /** There are rows in the outbox that can wait. */
  putOff(): void {
    this.parts.dispatcher.putOff();
  }

  /** There are deliveries to be made: of new events, or queued ones. */
  expectDeliveries(source: DeliveryQueue): void {
    this.parts.deliveries.expect(source);
  }

  /** When Temporal last saw the worker ask for work; null when it does not say. */
  lastPoll(): Promise<Date | null> {
    return lastPoll(this.connection, this.options.temporal, this.worker.identity);
  }

  /** Ends what is under way, then the connection. */
  async close(): Promise<void> {
    const { dispatcher, deliveries, reconciler } = this.parts;
    await Promise.all([dispatcher.stop(), deliveries.stop(), reconciler.stop()]);
    this.worker.shutdown();
    await this.finished.catch(() => undefined);
    await this.connection.close();
  }

  private startParts(): WorkerSessionParts {
    const { database, endpoints, eagerStart, log, temporal, reconcileEvery } = this.options;
    const starter = new Starter({ client: this.client, taskQueue: temporal.taskQueue, log });
    const shared = { starter, eagerStart, log };
    const claims = new OutboxClaims(database);
    const deliveryClaims = new DeliveryClaims(database, endpoints);
    const deliveries = new DeliveryDispatcher({ ...shared, claims: deliveryClaims });
    endpoints.onRoom(() => deliveries.expect('queued'));
    return {
      dispatcher: new OutboxDispatcher({ ...shared, claims, onReturn: () => this.prepareAgain() }),
      deliveries,
      reconciler: new Reconciler({ database, starter, log }, reconcileEvery),
    };
  }

  /** A server that lost its store lost what was prepared too. */
  private prepareAgain(): void {
    prepare(this.connection, this.client, this.options).catch((err: unknown) =>
      this.options.log.warn({ err }, 'search attributes and schedules could not be made'),
    );
  }

  private ended(workflowId: string): void {
    this.parts.dispatcher.ended(workflowId);
    this.parts.deliveries.ended(workflowId);
  }
}

/** Makes what the server has to know before anything runs, where it is not there yet. */
function prepare(
  connection: NativeConnection,
  client: Client,
  { temporal, log }: SessionOptions,
): Promise<void> {
  return connection.withDeadline(Date.now() + DEADLINE_MS, async () => {
    await ensureSearchAttributes(connection, temporal.namespace, log);
    await ensureSchedules(client, temporal.taskQueue);
  });
}

// Milliseconds for an answer: whoever asks wants one at once.
const POLL_DEADLINE_MS = 1_000;
// temporal.api.enums.v1.TaskQueueType: WORKFLOW
const WORKFLOW_QUEUE = 1;

/** When Temporal last saw the worker `identity` ask for work; null when it does not say. */
async function lastPoll(
  connection: NativeConnection,
  { namespace, taskQueue }: TemporalOptions,
  identity: string,
): Promise<Date | null> {
  const asked = connection
    .withDeadline(Date.now() + POLL_DEADLINE_MS, () =>
      connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        taskQueueType: WORKFLOW_QUEUE,
      }),
    )
    .then(({ pollers }) => pollers?.find((poller) => poller.identity === identity)?.lastAccessTime)
    .catch(() => null);
  const seconds = (await withTimeout(POLL_DEADLINE_MS, asked, null))?.seconds;
  return seconds ? new Date(Number(seconds) * 1_000) : null;
}
