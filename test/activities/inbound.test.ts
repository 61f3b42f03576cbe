import { beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createLog } from '../../src/log.js';
import { temporalLogger } from '../../workers/runtime.js';
import { inboundActivities, type RunOfMail } from '../../activities/inbound.js';

const WORKFLOW = { workflowExecution: { workflowId: 'processInbound:run_1', runId: 'r' } };

let calls: unknown[][];
let late: string[];
beforeEach(() => {
  calls = [];
  late = [];
});

const activities = inboundActivities(
  {
    async process(emailIds: readonly string[], run: RunOfMail) {
      calls.push(['process', emailIds, run]);
      return { late: emailIds.filter((id) => late.includes(id)) };
    },
    async verifyLate(emailIds, run) {
      calls.push(['verifyLate', emailIds, run]);
    },
    async retrySenders(workflowId) {
      calls.push(['retrySenders', workflowId]);
      return { away: false, nextIn: 15 };
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
  it('answers what is late and tells the service which run and attempt it is', async () => {
    late = ['eml_2'];
    const left = await inRun().run(() => activities.processEmails(['eml_1', 'eml_2'], 2));
    expect(left).toEqual({ failed: [], late: ['eml_2'] });
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
});

describe('senders', () => {
  it('that are late are verified in the same attempt of a mail that is taken alone', async () => {
    late = ['eml_1'];
    await inRun(1).run(() => activities.processEmail('eml_1'));
    const run = { workflowId: 'processInbound:run_1', attempt: 3 };
    expect(calls).toEqual([
      ['process', ['eml_1'], run],
      ['verifyLate', ['eml_1'], run],
    ]);
  });

  it('of a batch that are late are verified together', async () => {
    await inRun().run(() => activities.verifyLateSenders(['eml_1', 'eml_2']));
    const run = { workflowId: 'processInbound:run_1', attempt: 1 };
    expect(calls).toEqual([['verifyLate', ['eml_1', 'eml_2'], run]]);
  });

  it('that are unknown are verified again, and what is left is answered', async () => {
    const left = await inRun().run(() => activities.verifyUnknownSenders());
    expect(left).toEqual({ away: false, nextIn: 15 });
    expect(calls).toEqual([['retrySenders', 'processInbound:run_1']]);
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
