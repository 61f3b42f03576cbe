import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackChromium } from './unpack-chromium.js';

/** A program that is a Chromium, and what it needs beside. */
export interface ChromiumProgram {
  readonly path: string;
  /** Variables of its environment. */
  readonly env: Readonly<Record<string, string>>;
}

// Best first: what the distribution keeps up to date.
const NAMES = [
  ...['chromium', 'chromium-headless-shell', 'chromium-browser'],
  ...['google-chrome-stable', 'google-chrome'],
];
const PACKAGE = '@sparticuz/chromium';
const run = promisify(execFile);

/** How somebody gets a Chromium, for those who have none. */
export const WAYS_TO_CHROMIUM =
  'There is no Chromium: install chromium or chromium-headless-shell (apt install chromium), ' +
  'name one by CHROMIUM_PATH, or install @sparticuz/chromium (npm install, with development packages)';

/** The Chromium of this machine: the one that was named, one on PATH, or that of the package; null without any. */
export async function findChromium(named: string | undefined): Promise<ChromiumProgram | null> {
  if (named !== undefined) return (await isProgram(named)) ? { path: named, env: {} } : null;
  const installed = await onPath();
  return installed === null ? fromPackage() : { path: installed, env: {} };
}

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

async function onPath(): Promise<string | null> {
  const script = NAMES.map((name) => `command -v ${name}`).join(' || ');
  const found = await run('sh', ['-c', script]).catch(() => null);
  return found === null ? null : found.stdout.trim();
}

async function fromPackage(): Promise<ChromiumProgram | null> {
  const files = filesOfPackage();
  return files === null ? null : unpackChromium(files);
}

/** Only its files: its program turns web security off, and trusts what lies in /tmp. */
function filesOfPackage(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE);
    return join(dirname(entry), '..', '..', 'bin');
  } catch {
    return null;
  }
}
