import { afterEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { endProcess, ownChild, type ServerProcess } from '../../src/embedded/processes.js';
import { type Supervised, supervise } from '../../src/embedded/supervise.js';
import { collectingLog, eventually, isAlive } from './surroundings.js';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that does nothing for a minute. */
function idle(): ServerProcess {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  children.push(child);
  return ownChild(child);
}

function supervised(launch: Supervised['launch']): Supervised & { said: () => unknown[] } {
  const { log, lines } = collectingLog();
  const said = () => lines.map((line) => line['msg']);
  return { name: 'idle', log, launch, endSteps: [['SIGTERM', 5_000]], said };
}

describe('a supervised server', () => {
  it('is tried again until it starts', async () => {
    const outcomes = [new Error('no room'), new Error('no room'), idle()];
    const launch = async () => {
      const outcome = outcomes.shift() ?? new Error('started too often');
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    const server = supervised(launch);
    const first = idle();
    const { stop } = supervise(server, first);

    process.kill(first.pid, 'SIGKILL');
    await eventually(() => (outcomes.length === 0 ? true : null));
    await stop();

    expect(server.said()).toEqual([
      'embedded server died',
      'embedded server could not be started again',
      'embedded server could not be started again',
      'embedded server runs again',
    ]);
  });

  it('is not started again once it has been stopped', async () => {
    const server = supervised(() => Promise.reject(new Error('started again')));
    const first = idle();
    const { stop } = supervise(server, first);

    await stop();

    expect(await isAlive(first.pid)).toBe(false);
    expect(server.said()).toEqual([]);
  });

  it('can be stopped while a start hangs', async () => {
    let launched = false;
    const server = supervised((stopping) => {
      launched = true;
      return new Promise((_resolve, reject) => {
        stopping.addEventListener('abort', () => reject(new Error('gave up')));
      });
    });
    const first = idle();
    const { stop } = supervise(server, first);
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => (launched ? true : null));

    await stop();

    expect(server.said()).toEqual([
      'embedded server died',
      'embedded server could not be started again',
    ]);
  });
});

describe('ending a process', () => {
  it('goes on to the next signal when one is not heeded', async () => {
    const stubborn = spawn('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.05; done']);
    children.push(stubborn);
    await new Promise((resolve) => stubborn.stdout.once('data', resolve));
    const server = ownChild(stubborn);

    await endProcess(server, [
      ['SIGTERM', 50],
      ['SIGKILL', 5_000],
    ]);

    expect(stubborn.signalCode).toBe('SIGKILL');
  });

  it('sends nothing on behalf of a program that never started', async () => {
    const missing = ownChild(spawn('/no/such/program'));

    await endProcess(missing, [['SIGKILL', 1_000]]);

    expect(missing.pid).toBe(0);
  });
});
