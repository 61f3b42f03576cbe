import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runInside } from './inside.js';

// `npm run test:netns [-- --browser]`: starts itself again in a network namespace of its own.
const INSIDE = 'inside';
const BROWSER = '--browser';
const hasBrowser = process.argv.includes(BROWSER);

if (process.argv[2] === INSIDE) {
  process.exitCode = (await runInside(hasBrowser)) ? 0 : 1;
} else {
  const self = [process.execPath, fileURLToPath(import.meta.url), INSIDE];
  // With a browser root stays who it is: that runs as a user that there is in its own namespace alone.
  const alone = hasBrowser && process.getuid?.() === 0 ? '-n' : '-rn';
  const { status } = spawnSync('unshare', [alone, ...self, ...(hasBrowser ? [BROWSER] : [])], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
