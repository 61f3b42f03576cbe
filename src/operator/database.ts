import { oncePostgresAnswers } from '../db/patience.js';
import { Database } from '../db/database.js';
import type { Config } from '../config.js';
import { prepareDataDir } from '../embedded/data-dir.js';
import { runningPostgresUrl } from '../embedded/postgres-process.js';
import { providePostgres, type Part } from '../infrastructure.js';
import { createLog } from '../log.js';
import { ENTITIES } from '../app.js';

const QUERY_TIMEOUT = 10_000;
const POOL = 2;

/** Runs a command of the operator on the database of the settings, whether the service runs or not. */
export async function onDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const postgres = await reachPostgres(config);
  try {
    const database = await open(postgres.url);
    try {
      await database.migrate();
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** What `command` prints goes to standard output; what is wrong goes to standard error, with exit code 1. */
export function runCommand(command: () => Promise<string>): void {
  command().then(
    (said) => process.stdout.write(`${said}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}

/** The embedded Postgres of a service that runs is used; one that does not run is started meanwhile. */
async function reachPostgres(config: Config): Promise<Part & { url: string }> {
  const running = config.DATABASE_URL
    ? null
    : await runningPostgresUrl(await prepareDataDir(config.DATA_DIR));
  if (running !== null) return { url: running, stop: async () => undefined };
  return providePostgres(config, createLog('warn'));
}

const open = (url: string): Promise<Database> =>
  oncePostgresAnswers(createLog('warn'), () =>
    Database.open({
      url,
      poolSize: POOL,
      queryTimeout: QUERY_TIMEOUT,
      entities: ENTITIES,
      applicationName: 'restante operator',
    }),
  );
