import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import proto from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { createLog } from '../../src/log.js';
import { installRuntime } from '../../workers/runtime.js';
import * as workflows from '../../workflows/index.js';
import { bundlePath } from '../support/temporal.js';

const { History } = proto.temporal.api.history.v1;
const folder = fileURLToPath(new URL('./histories/', import.meta.url));
const files = readdirSync(folder);

installRuntime(createLog('silent'));

describe('saved histories', () => {
  it.each(Object.keys(workflows))('have one of %s at least', (workflow) => {
    expect(files.filter((file) => file.split(/[-.]/)[0] === workflow)).not.toEqual([]);
  });

  it.each(files)('%s replays', async (file) => {
    const saved = JSON.parse(readFileSync(folder + file, 'utf8')) as Record<string, unknown>;
    const history = History.fromObject(saved);
    await Worker.runReplayHistory({ workflowBundle: { codePath: bundlePath } }, history);
  });
});
