import type { StartWorker } from './composition/roles.js';
import { readConfig, ROLES, type Config, type Role } from './config.js';
import { createLog } from './log.js';
import { startService } from './start.js';
import { onStopRequest } from './stop-requests.js';

// The process entry: settings from the environment, or the one role that is named as argument.

// Milliseconds from a signal to the end of the process.
const STOPPED_WITHIN_MS = 9_700;

function settings(): Config {
  const role = process.argv[2];
  if (role !== undefined && !ROLES.includes(role as Role))
    throw new Error(`There is no role ${role}: the roles are ${ROLES.join(', ')}`);
  return readConfig(role === undefined ? process.env : { ...process.env, ROLES: role });
}

/** The only place of src/ that knows workers and activities. Roles without a worker load neither. */
async function loadWorker({
  ROLES: roles,
  RECONCILE_SECONDS: reconcileEvery,
}: Config): Promise<StartWorker | null> {
  if (!roles.includes('worker')) return null;
  const [{ startWorker }, { createActivities }] = await Promise.all([
    import('../workers/run.js'),
    import('../activities/index.js'),
  ]);
  return ({ databases, listener, log }, services, temporal) =>
    startWorker({
      temporal,
      activities: createActivities(services.background),
      database: databases.background,
      endpoints: services.endpoints,
      eagerStart: services.eagerStart,
      listener,
      log,
      reconcileEvery,
    });
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  // Playwright would print all that passes between it and browsers, secrets among it.
  delete process.env['DEBUG'];
  const config = settings();
  const log = createLog(config.LOG_LEVEL);
  const stopping = new AbortController();
  const startWorker = await loadWorker(config);
  const started = startService({ config, log, startWorker, signal: stopping.signal });

  const stop = async (reason: string) => {
    stopping.abort();
    // Whatever hangs.
    setTimeout(() => process.exit(1), STOPPED_WITHIN_MS).unref();
    log.info({ signal: reason }, 'stopping');
    // A start that was under way has closed what it had opened.
    const service = await started.catch(() => null);
    await service?.stop();
    log.info('stopped');
    process.exit(0);
  };
  const byNpm = process.env['npm_lifecycle_event'] !== undefined;
  onStopRequest(byNpm, (reason) => void stop(reason).catch(fail));
  await started.catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
}

main().catch(fail);
