import { oncePostgresAnswers } from '../db/retry.js';
import { Database } from '../db/database.js';
import { readConfig, type Config } from '../config.js';
import { prepareDataDir } from '../embedded/data-dir.js';
import { runningPostgresUrl } from '../embedded/postgres-process.js';
import { providePostgres, type ProvidedServer } from '../composition/provided-servers.js';
import { createLog } from '../log.js';
import * as entities from '../composition/entities.js';

const log = createLog('warn');
const QUERY_TIMEOUT_MS = 10_000;
const POOL_SIZE = 2;

/** What a command does with the database and the settings; answers what is printed. */
export type OperatorCommand = (database: Database, config: Config) => Promise<string>;

/**
 * Runs a command of the operator, whether the service runs or not. What is wrong goes to standard error, with
 * exit code 1.
 */
export function runCommand(command: OperatorCommand): void {
  onDatabase(command).then(
    (said) => process.stdout.write(`${said}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}

async function onDatabase(command: OperatorCommand): Promise<string> {
  const config = readConfig(process.env);
  const postgres = await reachPostgres(config);
  try {
    const database = await open(postgres.url);
    try {
      await database.migrate();
      return await command(database, config);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** The embedded Postgres of a service that runs is used; one that does not run is started meanwhile. */
async function reachPostgres(config: Config): Promise<ProvidedServer & { url: string }> {
  const running = config.DATABASE_URL
    ? null
    : await runningPostgresUrl(await prepareDataDir(config.DATA_DIR));
  if (running !== null) return { url: running, stop: async () => undefined };
  return providePostgres(config, log);
}

const open = (url: string): Promise<Database> =>
  oncePostgresAnswers(log, () =>
    Database.open({
      url,
      poolSize: POOL_SIZE,
      queryTimeout: QUERY_TIMEOUT_MS,
      entities: Object.values(entities),
      applicationName: 'restante operator',
    }),
  );
