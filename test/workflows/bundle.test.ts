import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import * as workflows from '../../workflows/index.js';

describe('the workflow bundle', () => {
  it('holds every workflow and reaches deterministic code only', async () => {
    const complaints: string[] = [];
    const { code } = await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
      logger: new DefaultLogger('WARN', ({ message }) => complaints.push(message)),
    });
    expect(complaints).toEqual([]);
    for (const name of Object.keys(workflows)) expect(code).toContain(`function ${name}(`);
  });
});
