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
  startWorker: (app, temporal, log) =>
    startWorker({
      temporal,
      activities: createActivities(app.background),
      database: app.backgroundDatabase,
      endpoints: app.endpoints,
      listener: app.listener,
      log,
      reconcileEvery: 1,
    }),
});
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
