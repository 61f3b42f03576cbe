import { beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createLog } from '../../src/log.js';
import { temporalLogger } from '../../workers/runtime.js';
import { inboundActivities, type RunOfMail } from '../../activities/inbound.js';

const WORKFLOW = { workflowExecution: { workflowId: 'processInbound:run_1', runId: 'r' } };

let calls: unknown[][];
let failing: string[];
beforeEach(() => {
  calls = [];
  failing = [];
});

const activities = inboundActivities(
  {
    async process(emailIds: readonly string[], run: RunOfMail) {
      calls.push(['process', emailIds, run]);
      return { failed: emailIds.filter((id) => failing.includes(id)) };
    },
    async fail(emailId, reason, run) {
      calls.push(['fail', emailId, reason, run]);
    },
  },
  {
    async releaseChunk(inboxId, limit) {
      calls.push(['releaseChunk', inboxId, limit]);
      return { done: inboxId === 'inb_done' };
    },
    startReleases: async () => 2,
  },
);

const logger = temporalLogger(createLog('silent'));
const inRun = (attempt = 1) => new MockActivityEnvironment({ ...WORKFLOW, attempt }, { logger });

describe('processEmails', () => {
  it('answers what failed and tells the service which run and attempt it is', async () => {
    failing = ['eml_2'];
    const failed = await inRun().run(() => activities.processEmails(['eml_1', 'eml_2'], 2));
    expect(failed).toEqual(['eml_2']);
    const run = { workflowId: 'processInbound:run_1', attempt: 2 };
    expect(calls).toEqual([['process', ['eml_1', 'eml_2'], run]]);
  });
});

describe('processEmail', () => {
  it('counts the two attempts together with the others', async () => {
    await inRun(3).run(() => activities.processEmail('eml_1'));
    expect(calls).toEqual([
      ['process', ['eml_1'], { workflowId: 'processInbound:run_1', attempt: 5 }],
    ]);
  });

  it('throws what is worth another attempt when the mail fails again', async () => {
    failing = ['eml_1'];
    await expect(inRun().run(() => activities.processEmail('eml_1'))).rejects.toMatchObject({
      type: 'Unparsable',
      nonRetryable: false,
    });
  });
});

describe('failEmail', () => {
  it('hands the reason on', async () => {
    await inRun().run(() => activities.failEmail('eml_1', 'processing took too long'));
    const run = { workflowId: 'processInbound:run_1', attempt: 1 };
    expect(calls).toEqual([['fail', 'eml_1', 'processing took too long', run]]);
  });
});

describe('releasing', () => {
  it.each([
    ['inb_done', true],
    ['inb_more', false],
  ])('of %s in chunks of 100 answers %s', async (inboxId, done) => {
    expect(await inRun().run(() => activities.releaseChunk(inboxId))).toBe(done);
    expect(calls).toEqual([['releaseChunk', inboxId, 100]]);
  });

  it('answers how many were queued', async () => {
    expect(await inRun().run(() => activities.startReleases())).toBe(2);
  });
});
