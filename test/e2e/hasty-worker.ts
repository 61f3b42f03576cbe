// The service with a reconciler that looks every second instead of every minute.
import { createActivities } from '../../activities/index.js';
import { readConfig } from '../../src/config.js';
import { createLog } from '../../src/log.js';
import { startService } from '../../src/start.js';
import { startWorker } from '../../workers/run.js';

const config = readConfig(process.env);
const service = await startService({
  config,
  log: createLog(config.LOG_LEVEL),
  startWorker: ({ databases, listener, log }, services, temporal) =>
    startWorker({
      temporal,
      activities: createActivities(services.background),
      database: databases.background,
      endpoints: services.endpoints,
      listener,
      log,
      reconcileEvery: 1,
    }),
});
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
