import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cpuOf, usageOf } from '../../bench/processes.js';

// The child works for as long as it takes to be seen, and starts one of its own in another group.
const PROGRAM = `
  require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true })
    .once('spawn', function () { console.log(this.pid); });
  const end = Date.now() + 100;
  while (Date.now() < end);
  setInterval(() => {}, 1000);`;

let child: ChildProcess;
let grandchild = 0;

describe('what a family of processes uses', () => {
  afterEach(() => {
    process.kill(grandchild, 'SIGKILL');
    child.kill('SIGKILL');
  });

  it('counts time and memory of the process and of detached descendants', async () => {
    child = spawn(process.execPath, ['-e', PROGRAM]);
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    grandchild = Number(line.toString());
    const { all, node } = await usageOf(child.pid!);
    expect(node.processes).toBe(2);
    expect(all.pssMb).toBeGreaterThan(10);
    expect(await cpuOf(child.pid!)).toBeGreaterThanOrEqual(50);
  });
});
