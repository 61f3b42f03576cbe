// `npm run statements`: runs all tests and lists the statements that none of them has run. Only those that stand
// when their module is loaded are known; what is put together of arguments is not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RAN, THERE_ARE } from './digest.js';

const JEST = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];

async function runTests(folder: string, paths: readonly string[]): Promise<number> {
  const recorder = new URL('./record.js', import.meta.url).href;
  const child = spawn(process.execPath, [...JEST, ...paths], {
    stdio: 'inherit',
    env: { ...process.env, [RAN]: folder, NODE_OPTIONS: `--import ${recorder}` },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const linesOf = async (path: string) => (await readFile(path, 'utf8')).trim().split('\n');

const folder = await mkdtemp(join(tmpdir(), 'restante-statements-'));
try {
  const code = await runTests(folder, process.argv.slice(2));
  const files = (await readdir(folder)).filter((file) => file !== THERE_ARE);
  const ran = new Set((await Promise.all(files.map((file) => linesOf(join(folder, file))))).flat());
  const there = (await linesOf(join(folder, THERE_ARE))).map((line) => line.split('\t'));
  const missing = there.filter(([digest]) => !ran.has(digest!)).map(([, name]) => name);
  console.log(
    [...missing, `${missing.length} of ${there.length} statements were not run`].join('\n'),
  );
  process.exitCode = code;
} finally {
  await rm(folder, { recursive: true, force: true });
}
