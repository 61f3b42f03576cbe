import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runInside } from './inside.js';

// `npm run test:netns`: starts itself again in a network namespace of its own.
const INSIDE = 'inside';

if (process.argv[2] === INSIDE) {
  process.exitCode = (await runInside()) ? 0 : 1;
} else {
  const self = [process.execPath, fileURLToPath(import.meta.url), INSIDE];
  // Root stays who it is: the browser runs as a user that there is in its own namespace alone.
  const alone = process.getuid?.() === 0 ? '-n' : '-rn';
  const { status } = spawnSync('unshare', [alone, ...self], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
