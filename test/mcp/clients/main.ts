import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import setUp from '../../support/global-setup.js';
import tearDown from '../../support/global-teardown.js';
import { chromiumRuns } from './chromium.js';
import { clientPrograms, type ClientProgram, type Surroundings } from './programs.js';
import { startService } from './service.js';

// `npm run mcp:clients -- [part of a name …] [--chromium PATH]`: programs that nobody has changed are told the address
// of a started service; they sign in, make an inbox, get a code and answer a mail, and go on when it is killed and when
// the token of three windows expires. Needs npx, Python, Go and their registries.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { chromium: { type: 'string' } },
});

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const WIDTHS = [32, 8, 8, 12, 6, 8];
const row = (...cells: readonly string[]) =>
  cells.map((cell, n) => cell.padEnd(WIDTHS[n] ?? 0)).join(' ');

/** Whether it has done everything. */
async function show(program: ClientProgram, surroundings: Surroundings): Promise<boolean> {
  const { name, version, by } = program;
  try {
    const { protocol, tools, windows } = await program.run(surroundings);
    console.log(row(name, version, by, protocol, String(tools), String(windows || ''), 'yes'));
    return true;
  } catch (error) {
    console.log(row(name, version, by, '', '', '', `NO: ${String(error)}`));
    return false;
  }
}

async function runAll(directory: string): Promise<boolean> {
  const isWanted = ({ name }: ClientProgram) =>
    positionals.length === 0 || positionals.some((part) => name.includes(part));
  const all = [...(await clientPrograms(ROOT)), ...(await chromiumRuns(values.chromium))];
  const service = await startService();
  const done = 'inbox, code, answer, another once it was killed';
  console.log(row('program', 'version', 'by', 'protocol', 'tools', 'windows', done));
  let isGood = true;
  for (const program of all.filter(isWanted))
    isGood = (await show(program, { service, directory, root: ROOT })) && isGood;
  await service.stop();
  return isGood;
}

const directory = await mkdtemp(join(tmpdir(), 'restante-clients-'));
await setUp({ rootDir: ROOT });
try {
  process.exitCode = (await runAll(directory)) ? 0 : 1;
} finally {
  await tearDown();
  await rm(directory, { recursive: true, force: true });
}
process.exit();
