import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { spawnServer } from '../../src/embedded/spawn-server.js';
import { eventually } from '../e2e/eventually.js';

it('a server that says much is told of by how it began and how it ended', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'restante-said-'));
  try {
    const file = join(directory, 'server.log');
    const script = 'echo "bind: address already in use"; seq 2000; echo "at last"';
    const { output } = await spawnServer({ file: 'sh', args: ['-c', script], options: {} }, file);

    const said = await eventually(async () => {
      const text = await output();
      return text.endsWith('at last') ? text : null;
    });

    expect(said.startsWith('bind: address already in use')).toBe(true);
    expect(said.length).toBeLessThan(2_100);
  } finally {
    await rm(directory, { recursive: true });
  }
});
