import { describe, expect, it } from '@jest/globals';
import { createLog } from '../../src/log.js';
import { temporalLogger } from '../../workers/runtime.js';

/** A logger of the SDK, what it wrote, and its clock. */
function collect() {
  const clock = { now: 1_000_000 };
  const lines: unknown[][] = [];
  const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
  const log = createLog('silent');
  for (const level of levels)
    log[level] = (fields: object, message?: string) => void lines.push([level, fields, message]);
  return { logger: temporalLogger(log, () => clock.now), lines, clock };
}

describe('the log of the Temporal SDK', () => {
  it('says the same once a minute and how often it was left out', () => {
    const { logger, lines, clock } = collect();
    for (let i = 0; i < 500; i++) logger.warn(`gRPC call retried ${i} times`);
    logger.warn('another');
    clock.now += 60_000;
    logger.warn('gRPC call retried 1 times');
    expect(lines).toEqual([
      ['warn', {}, 'gRPC call retried 0 times'],
      ['warn', {}, 'another'],
      ['warn', { leftOut: 499 }, 'gRPC call retried 1 times'],
    ]);
  });

  it('keeps details that name the work, not what is in it', () => {
    const { logger, lines } = collect();
    logger.error('Activity failed', { workflowId: 'w', taskToken: 'secret', args: ['mail'] });
    expect(lines).toEqual([['error', { workflowId: 'w' }, 'Activity failed']]);
  });

  it('is of no interest to operators where it only reports states', () => {
    const { logger, lines } = collect();
    logger.info('Worker state changed');
    expect(lines).toEqual([['debug', {}, 'Worker state changed']]);
  });
});
