import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries } from './postgres-binaries.js';
import { keptText, syncDirectory, writePrivate } from './private-file.js';
import { chooseUser, type RunAs } from './run-as.js';

/** The superuser and the database the service uses. */
export const POSTGRES_NAME = 'restante';

/** A database cluster on disk and what is needed to run it. */
export interface Cluster {
  readonly directory: string;
  readonly program: string;
  readonly password: string;
  readonly runAs: RunAs;
  readonly logFile: string;
}

const NEW = 'postgres.new-';
// Words of full-text search are told apart by the system's own UTF-8 locale; C where it has none.
const CHARACTER_TYPES = [process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8', 'C'];
const LOCALE = [
  '--encoding=UTF8',
  '--locale=C',
  // Ordering and case are PostgreSQL's own: an upgrade of the system never breaks an index.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/** The cluster in `<dataDir>/postgres`, made on first use. */
export async function openCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  const directory = join(dataDir, 'postgres');
  const binaries = await findPostgresBinaries();
  const program = join(binaries, 'postgres');
  const password = await keptText(join(dataDir, 'postgres-password'), () =>
    randomBytes(24).toString('base64url'),
  );
  await removeUnfinished(dataDir);
  const made = existsSync(directory);
  const runAs = made
    ? await chooseUser(program, directory)
    : await createCluster({ dataDir, directory, binaries, password, durable });
  return { directory, program, password, runAs, logFile: join(dataDir, 'postgres.log') };
}

interface NewCluster {
  readonly dataDir: string;
  readonly directory: string;
  readonly binaries: string;
  readonly password: string;
  readonly durable: boolean;
}

// Made beside its place and moved there when whole: a killed start leaves nothing half done.
async function createCluster(cluster: NewCluster): Promise<RunAs> {
  const workplace = join(cluster.dataDir, `${NEW}${randomUUID()}`);
  const passwordFile = join(workplace, 'password');
  await mkdir(workplace, { mode: 0o700 });
  const runAs = await chooseUser(join(cluster.binaries, 'initdb'), workplace);
  await writePrivate(passwordFile, cluster.password);
  for (const path of [workplace, passwordFile]) await runAs.own(path);
  await initialize(cluster, runAs, workplace);
  await rename(join(workplace, 'data'), cluster.directory);
  await syncDirectory(cluster.dataDir);
  await rm(workplace, { recursive: true });
  return runAs;
}

async function initialize(cluster: NewCluster, runAs: RunAs, workplace: string): Promise<void> {
  let said = '';
  for (const characterType of CHARACTER_TYPES) {
    const { file, args, options } = runAs.command(join(cluster.binaries, 'initdb'), [
      ...['-D', join(workplace, 'data'), '-U', POSTGRES_NAME, ...LOCALE],
      ...[`--lc-ctype=${characterType}`, '--auth=scram-sha-256'],
      ...[`--pwfile=${join(workplace, 'password')}`, '--no-instructions'],
      ...(cluster.durable ? [] : ['--no-sync']),
    ]);
    try {
      await promisify(execFile)(file, [...args], { ...options, cwd: '/' });
      return;
    } catch (error) {
      said = (error as { stderr?: string }).stderr || String(error);
      if (!said.includes('invalid locale name')) break;
    }
  }
  throw new Error(
    `initdb failed, so there is no embedded PostgreSQL: ${said}\n` +
      'Set DATABASE_URL to use a PostgreSQL of your own.',
  );
}

async function removeUnfinished(dataDir: string): Promise<void> {
  const unfinished = (await readdir(dataDir)).filter((name) => name.startsWith(NEW));
  for (const name of unfinished) {
    // An initdb that outlived its service may still be writing: then a later start removes it.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
