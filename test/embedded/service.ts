// A service that holds one embedded server, to be killed: `node service.js postgres|temporal <directory>`.
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { startEmbeddedTemporal } from '../../src/embedded/temporal.js';
import { createLog } from '../../src/log.js';
import { isHealthy } from '../support/temporal-health.js';
import { QUICK } from './settings.js';

const [, , server, dataDir = ''] = process.argv;
const log = createLog('silent');
const started =
  server === 'postgres'
    ? await startEmbeddedPostgres({ dataDir, log, settings: QUICK })
    : await startEmbeddedTemporal({ dataDir, log, uiPort: 0, isHealthy });
process.send?.('url' in started ? started.url : started.address);
process.once('disconnect', () => void started.stop());
