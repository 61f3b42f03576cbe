// A service that holds one embedded server, to be killed: `node service.js postgres|temporal <directory>`.
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { startEmbeddedTemporal } from '../../src/embedded/temporal.js';
import { createLog } from '../../src/log.js';
import { isHealthy } from '../support/temporal-health.js';
import { QUICK } from './settings.js';

const [, , server, dataDir = ''] = process.argv;
const log = createLog('silent');
const starts: Record<string, () => Promise<{ address: string; stop: () => Promise<void> }>> = {
  async postgres() {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings: QUICK });
    return { address: url, stop };
  },
  temporal: () => startEmbeddedTemporal({ dataDir, log, uiPort: 0, isHealthy }),
};

try {
  const { address, stop } = await starts[server ?? '']!();
  process.send?.({ address });
  process.once('disconnect', () => void stop());
} catch (error) {
  process.send?.({ refused: (error as Error).message }, () => process.disconnect());
}
