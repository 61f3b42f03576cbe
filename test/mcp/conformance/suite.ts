import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A version of `@modelcontextprotocol/conformance`. */
export type SuiteVersion = '0.1.16' | '0.2.0-alpha.12';

/** A check of a suite, and what came of it. */
export interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

// The suites need a newer Node.js than this service does.
const NODE = 'node@22';
// The folder of a scenario's results is named after it, and the time.
const FOLDER = /^[a-z]+-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/;

/**
 * Runs a suite as its package has it, with what comes behind its name, and reads its checks.
 * @throws Error with what it printed, where it has made none
 */
export async function runSuite(
  version: SuiteVersion,
  args: readonly string[],
  onOutput: (text: string) => void = () => undefined,
): Promise<Check[]> {
  const directory = await mkdtemp(join(tmpdir(), 'restante-conformance-'));
  try {
    const printed = await run(version, [...args, '-o', directory], onOutput);
    const checks = await readChecks(directory);
    if (checks.length === 0) throw new Error(`conformance ${version} made no checks:\n${printed}`);
    return checks;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Runs it to its end: it fails where a check does. */
async function run(
  version: SuiteVersion,
  args: readonly string[],
  onOutput: (text: string) => void,
): Promise<string> {
  const packages = ['-p', NODE, '-p', `@modelcontextprotocol/conformance@${version}`];
  const child = spawn('npx', ['--yes', ...packages, '--', 'conformance', ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      onOutput(printed);
    });
  await new Promise<void>((resolve, reject) =>
    child.once('error', reject).once('close', () => resolve()),
  );
  return printed;
}

async function readChecks(directory: string): Promise<Check[]> {
  const folders = (await readdir(directory)).sort();
  const read = folders.map(async (folder) => {
    const [, scenario = folder] = FOLDER.exec(folder) ?? [];
    const text = await readFile(join(directory, folder, 'checks.json'), 'utf8');
    return (JSON.parse(text) as Omit<Check, 'scenario'>[]).map((check) => ({ ...check, scenario }));
  });
  return (await Promise.all(read)).flat();
}
