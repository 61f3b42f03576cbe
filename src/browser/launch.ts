import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { withTimeout } from '../deadline.js';
import type { ChromiumProgram } from './find-chromium.js';

/** How a Chromium is started. */
export interface LaunchOptions {
  readonly program: ChromiumProgram;
  readonly sandbox: boolean;
  /** Port of the proxy on 127.0.0.1: the one way out. */
  readonly proxyPort: number;
  /** SHA-256 of the public key, in base64, that the proxy shows where it ends TLS. */
  readonly shownKey: string;
}

/** A Chromium that runs. */
export interface RunningChromium {
  readonly browser: Browser;
  /** The group of all its processes. */
  readonly processGroup: number;
  close(): Promise<void>;
}

const ARGUMENTS = [
  // Nothing but the proxy looks anything up.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-domain-reliability',
  '--no-pings',
  // Frames of other sites have processes, and so addresses in memory, of their own.
  '--site-per-process',
  '--disable-gpu',
];

// Users without an account: numbers that systemd leaves free. Each Chromium gets one, so that those of two
// organizations cannot look at each other.
const FIRST_USER = 60_706;
const USERS = 478;
let lastUser = Math.floor(Math.random() * USERS);

// Chromium has sockets in its temporary directory, and paths of sockets are short (unix(7): 108 bytes, elsewhere 104).
const LONGEST_BASE = 20;
const BASE = tmpdir().length > LONGEST_BASE ? '/tmp' : tmpdir();
/** Where Chromiums have their directories: this, the number of the process that started it, something random. */
export const HOMES = join(BASE, 'restante-browser-');

const LAUNCH_WITHIN_MS = 30_000;
const CLOSE_WITHIN_MS = 3_000;

/**
 * Starts a Chromium with a temporary profile, an environment of its own and without core dumps; under root as a user
 * that owns nothing else. @throws Error where it does not start
 */
export async function launchChromium(options: LaunchOptions): Promise<RunningChromium> {
  await removeLeft();
  const home = await mkdtemp(`${HOMES}${process.pid}-`);
  try {
    const browser = await launchIn(home, options);
    const processGroup = Number(await readFile(join(home, 'pid'), 'utf8'));
    const close = () => end(browser, processGroup, home);
    browser.once('disconnected', () => void removeHome(home));
    return { browser, processGroup, close };
  } catch (error) {
    await removeHome(home);
    throw error;
  }
}

async function launchIn(home: string, options: LaunchOptions): Promise<Browser> {
  // Takes long to load, and most processes never open a session.
  const { chromium } = await import('playwright-core');
  const { program, sandbox, proxyPort, shownKey } = options;
  return chromium.launch({
    executablePath: await writeStart(home, program.path),
    env: environmentIn(home, program),
    chromiumSandbox: sandbox,
    timeout: LAUNCH_WITHIN_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // What belongs to no session has no password for it.
    proxy: { server: `http://127.0.0.1:${proxyPort}` },
    args: [...ARGUMENTS, `--ignore-certificate-errors-spki-list=${shownKey}`],
  });
}

/** All it inherits: ours holds secrets. */
const environmentIn = (home: string, { env }: ChromiumProgram) => ({
  ...{ PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' },
  ...{ HOME: join(home, 'profile'), TMPDIR: join(home, 'profile') },
  ...env,
});

/**
 * Playwright starts programs as its own user and gives them a profile of that: this one is told the number of
 * its group, drops what root may, and has a profile of its own.
 */
async function writeStart(home: string, path: string): Promise<string> {
  const profile = join(home, 'profile');
  await mkdir(profile, { mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  const user = FIRST_USER + (lastUser = (lastUser + 1) % USERS);
  if (isRoot) await chown(profile, user, user);
  const dropping = isRoot
    ? `setpriv --reuid ${user} --regid ${user} --clear-groups --no-new-privs --inh-caps=-all -- `
    : '';
  const start = join(home, 'start');
  await writeFile(
    start,
    `#!/bin/sh
ulimit -c 0
cd /
echo $$ > '${join(home, 'pid')}'
for argument; do
  shift
  case $argument in --user-data-dir=*) argument='--user-data-dir=${profile}';; esac
  set -- "$@" "$argument"
done
exec ${dropping}'${path}' "$@"
`,
    { mode: 0o755 },
  );
  await chmod(home, 0o711);
  return start;
}

async function end(browser: Browser, processGroup: number, home: string): Promise<void> {
  await withTimeout(
    CLOSE_WITHIN_MS,
    browser.close().catch(() => undefined),
    undefined,
  );
  try {
    process.kill(-processGroup, 'SIGKILL');
  } catch {
    // It has ended, as it should.
  }
  await removeHome(home);
}

const removeHome = (home: string) =>
  rm(home, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);

/** What processes left behind that were killed: their browsers have ended with them. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(BASE)) {
    const [, pid] = /^restante-browser-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) await removeHome(join(BASE, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
