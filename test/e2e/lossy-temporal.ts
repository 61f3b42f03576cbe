import { startEmbeddedTemporal } from '../../src/embedded/temporal.js';
import { createLog } from '../../src/log.js';
import { isHealthy } from '../support/temporal-health.js';
import {
  createInstallation,
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { startProxy, type Proxy } from './proxy.js';
import type { RestClient } from './rest-client.js';
import { removeTemporalStore } from './temporal-store.js';

/** An installation whose Temporal server can be away behind a proxy, and lose all that it has stored. */
export interface LossyTemporal {
  readonly installation: SharedInstallation;
  readonly proxy: Proxy;
  /** Starts a worker, and beside it what takes requests and mail. */
  startAll(): Promise<{ readonly front: RunningService; readonly client: RestClient }>;
  /** Kills every process of the service. */
  killAll(): Promise<void>;
  /** Starts the server anew, with nothing stored. */
  loseStore(): Promise<void>;
  /** Ends everything that was started and removes its directories. */
  remove(): Promise<void>;
}

/** Starts one. */
export async function startLossyTemporal(): Promise<LossyTemporal> {
  const home = await createInstallation();
  const startTemporal = () =>
    startEmbeddedTemporal({
      dataDir: home.directory,
      log: createLog('silent'),
      uiPort: 0,
      isHealthy,
    });
  const server = { temporal: await startTemporal() };
  const peer = () => {
    const [host = '', port] = server.temporal.address.split(':');
    return { host, port: Number(port) };
  };
  const proxy = await startProxy(peer());
  const installation = await createSharedInstallation({ temporal: `127.0.0.1:${proxy.port}` });
  const running: RunningService[] = [];
  return {
    installation,
    proxy,
    async startAll() {
      const [front, worker] = await Promise.all([
        installation.start({ settings: { ROLES: 'api,smtp' } }),
        // Lost runs are looked for every second.
        installation.start({ settings: { ROLES: 'worker', RECONCILE_SECONDS: '1' } }),
      ]);
      running.push(front, worker);
      return { front, client: await installation.client(front) };
    },
    async killAll() {
      const services = running.splice(0);
      for (const service of services) service.kill('SIGKILL');
      await Promise.all(services.map(({ ended }) => ended));
    },
    async loseStore() {
      await server.temporal.stop();
      await removeTemporalStore(home.directory);
      server.temporal = await startTemporal();
      await proxy.restore(peer());
    },
    async remove() {
      await installation.remove();
      await proxy.close();
      await server.temporal.stop();
      await home.remove();
    },
  };
}
