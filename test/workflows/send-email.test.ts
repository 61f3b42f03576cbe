import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { AttemptProgress } from '../../src/store/attempt-ledger.js';
import { phase } from '../../src/temporal/search-attributes.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const INPUT = { emailId: 'eml_1', orgId: 'org_1' };
const step = (summary: string, retryInSeconds: number | null): AttemptProgress => ({
  summary,
  retryInSeconds,
});
const never = async () => {
  throw new Error('not to be called');
};

describe('sendEmail', () => {
  it('is one step for a mail that is taken at once', async () => {
    const result = await temporal.run('sendEmail', [INPUT], {
      attemptSends: async (ids: readonly string[]) => {
        expect(ids).toEqual(['eml_1']);
        return [step('attempt 1 by SMTP: accepted', null)];
      },
      attemptSend: never,
    });
    expect(result).toBe('attempt 1 by SMTP: accepted');
  });

  it('tries again when the row says, until it is over', async () => {
    const later = [step('attempt 2 by SMTP: deferred', 0.1), step('sent', null)];
    const began = performance.now();
    const result = await temporal.run('sendEmail', [INPUT], {
      attemptSends: async () => [step('attempt 1 by SMTP: deferred', 0.5)],
      attemptSend: async () => later.shift()!,
    });
    expect(result).toBe('sent');
    expect(later).toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(550);
  });

  it('looks at once when something changed', async () => {
    const handle = await temporal.start('sendEmail', [INPUT]);
    const activities = {
      async attemptSends() {
        await handle.signal('sendChanged');
        return [step('waiting', 86_400)];
      },
      attemptSend: async () => step('cancelled', null),
    };
    expect(await temporal.withWorker(activities, () => handle.result())).toBe('cancelled');
  });

  it('goes on when storage was away', async () => {
    let attempts = 0;
    const result = await temporal.run('sendEmail', [INPUT], {
      attemptSends: never,
      async attemptSend() {
        if (++attempts < 3) throw new Error('storage is away');
        return step('sent', null);
      },
    });
    expect([result, attempts]).toEqual(['sent', 3]);
  });
});

describe('the phase of a send', () => {
  const phaseOf = (handle: WorkflowHandle) =>
    handle.describe().then(({ typedSearchAttributes }) => typedSearchAttributes.get(phase));

  it.each([
    ['attempt 1 by SMTP: deferred', 300, 'retrying'],
    ['held until an operator resumes', 60, 'held until an operator resumes'],
    ['attempt 1 by SMTP: deferred', 5, 'first attempt'],
  ])('after "%s" and %d s to go is %s', async (summary, retryInSeconds, expected) => {
    const { client, options } = temporal;
    let attempts = 0;
    const activities = {
      attemptSends: async () => [step(summary, retryInSeconds)],
      async attemptSend() {
        attempts++;
        return step('sent', null);
      },
    };
    await temporal.withWorker(activities, async () => {
      const handle = await client.workflow.start('sendEmail', {
        taskQueue: options.taskQueue,
        workflowId: randomUUID(),
        args: [INPUT],
        typedSearchAttributes: [{ key: phase, value: 'first attempt' }],
      });
      await handle.signal('sendChanged');
      expect(await handle.result()).toBe('sent');
      expect(await phaseOf(handle)).toBe(expected);
    });
    expect(attempts).toBe(1);
  });
});
