import { execFile, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { dist } from '../../e2e/service-process.js';

/** The programs that this needs, and the package of Debian that has each. */
const PROGRAMS = {
  named: 'bind9',
  dig: 'bind9-dnsutils',
  kdig: 'knot-dnsutils',
  python3: 'python3-venv',
  go: 'golang-go',
} as const;

/** Where this folder is: what is not TypeScript is not copied to `dist`. */
export const HERE = join(dirname(dist), 'test/dns/bind');
const CACHE = join(
  process.env.RESTANTE_CACHE_DIR ?? join(homedir(), '.cache/restante'),
  'test-dns',
);

const exec = promisify(execFile);

/** What a program prints. @throws Error with what it complained of */
export const run = async (file: string, ...given: readonly string[]): Promise<string> =>
  (await exec(file, given, { cwd: HERE })).stdout;

/** What a program prints that reads `input`. */
export function runWith(input: Buffer | string, file: string, ...given: readonly string[]) {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(file, given, { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    child.on('error', reject).on('close', () => resolve(said.trim()));
    child.stdin.on('error', reject).end(input);
  });
}

/** What of the programs is not installed, a sentence each. */
export async function missingTools(): Promise<string[]> {
  const missing = Object.entries(PROGRAMS).map(async ([name, pack]) =>
    exec('sh', ['-c', `command -v ${name}`]).then(
      () => [],
      () => [`${name} is missing: apt-get install ${pack}`],
    ),
  );
  return (await Promise.all(missing)).flat();
}

/** The readers of zones and mail that others wrote. */
export interface OtherReaders {
  /** With dkimpy and dnspython. */
  readonly python: string;
  /** The verifier of go-msgauth. */
  readonly goMsgauth: string;
}

/** Installs and builds them; what is there already is taken. */
export async function prepareReaders(): Promise<OtherReaders> {
  await mkdir(CACHE, { recursive: true });
  const python = join(CACHE, 'venv/bin/python');
  const goMsgauth = join(CACHE, 'go-msgauth');
  await run('python3', '-m', 'venv', join(CACHE, 'venv'));
  await run(python, '-m', 'pip', 'install', '--quiet', '--requirement', 'requirements.txt');
  await run('go', 'build', '-C', 'go-msgauth', '-o', goMsgauth, '.');
  return { python, goMsgauth };
}
