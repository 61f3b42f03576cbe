import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Listener } from '../src/live/listener.js';
import { Backoff } from '../src/temporal/dispatch/backoff.js';
import { connectionOptions } from '../src/temporal/options.js';
import type { RunningWorker, WorkerStatus } from '../src/temporal/work.js';
import { defaultBundlePath } from './bundle.js';
import { installRuntime } from './runtime.js';
import { WorkerSession, type SessionOptions } from './session.js';

interface WorkerOptions extends Omit<SessionOptions, 'bundlePath'> {
  readonly listener: Pick<Listener, 'on'>;
  /** Default: the one `ensureBundle` makes. */
  readonly bundlePath?: string;
}

/** Starts a worker. It connects for ever: nothing here fails because Temporal is away. */
export function startWorker({ listener, ...given }: WorkerOptions): RunningWorker {
  installRuntime(given.log);
  const options = {
    bundlePath: defaultBundlePath,
    ...given,
  };
  const worker = new ReconnectingWorker(options);
  listener.on('outbox_ready', () => worker.session?.accepted());
  listener.on('outbox_put_off', () => worker.session?.putOff());
  listener.on('fan_out_ready', () => worker.session?.expectDeliveries('fresh'));
  listener.on('delivery_queued', () => worker.session?.expectDeliveries('queued'));
  const running = worker.run();
  return {
    status: () => worker.status(),
    async shutdown() {
      worker.stop.abort();
      await running;
    },
  };
}

class ReconnectingWorker {
  readonly stop = new AbortController();
  session: WorkerSession | null = null;
  private readonly backoff;

  constructor(private readonly options: SessionOptions) {
    this.backoff = new Backoff('Temporal', options.log);
  }

  async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      await this.runSession().catch((error: unknown) => this.backoff.failed(error));
      await this.pause();
    }
  }

  async status(): Promise<WorkerStatus> {
    if (this.stop.signal.aborted) return { state: 'stopped', lastPoll: null };
    if (!this.session) return { state: 'connecting', lastPoll: null };
    return { state: 'running', lastPoll: await this.session.lastPoll() };
  }

  private async runSession(): Promise<void> {
    const session = await connect(this.options);
    this.session = session;
    this.backoff.answered();
    this.options.log.info({ taskQueue: this.options.temporal.taskQueue }, 'worker running');
    try {
      if (!this.stop.signal.aborted)
        await Promise.race([session.finished, once(this.stop.signal, 'abort')]);
    } finally {
      this.session = null;
      await session.close();
    }
  }

  private async pause(): Promise<void> {
    const left = Math.max(this.backoff.left(), 0);
    await delay(left, null, { signal: this.stop.signal }).catch(() => undefined);
  }
}

async function connect(options: SessionOptions): Promise<WorkerSession> {
  const connection = await NativeConnection.connect(connectionOptions(options.temporal));
  try {
    return await WorkerSession.open(connection, options);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
