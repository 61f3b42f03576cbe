import { createActivities } from '../activities/index.js';
import { startWorker } from '../workers/run.js';
import { readConfig, ROLES, type Config, type Role } from './config.js';
import { createLog } from './log.js';
import { startService, type StartWorker } from './start.js';

// The process entry: settings from the environment, or the one role that is named as argument.

function settings(): Config {
  const role = process.argv[2];
  if (role !== undefined && !ROLES.includes(role as Role))
    throw new Error(`There is no role ${role}: the roles are ${ROLES.join(', ')}`);
  return readConfig(role === undefined ? process.env : { ...process.env, ROLES: role });
}

// The only place of src/ that knows workers and activities.
const runWorker: StartWorker = (app, temporal, log) =>
  startWorker({
    temporal,
    activities: createActivities(app.background),
    database: app.backgroundDatabase,
    endpoints: app.endpoints,
    headStart: app.headStart,
    listener: app.listener,
    log,
  });

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = settings();
  const log = createLog(config.LOG_LEVEL);
  const started = startService({ config, log, startWorker: runWorker });
  let stopping = false;

  const stop = async (signal: string) => {
    // A second signal ends at once: what was accepted is committed, the rest is taken up at the next start.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    await (await started).stop();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, () => void stop(signal).catch(fail));
  await started;
}

main().catch(fail);
