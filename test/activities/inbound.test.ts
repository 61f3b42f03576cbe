import { beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createLog } from '../../src/log.js';
import { temporalLogger } from '../../workers/runtime.js';
import { inboundActivities } from '../../activities/inbound.js';
import { NO_OUTCOME } from '../support/facts/inbound.js';

const WORKFLOW = { workflowExecution: { workflowId: 'processInbound:run_1', runId: 'r' } };

const LATE_OUTCOME = { ...NO_OUTCOME, mails: 1 };

let calls: unknown[][];
let late: string[];
beforeEach(() => {
  calls = [];
  late = [];
});

const activities = inboundActivities({
  processing: {
    async process(emailIds, run) {
      calls.push(['process', emailIds, run]);
      return { late: emailIds.filter((id) => late.includes(id)), outcome: NO_OUTCOME };
    },
    async verifyLate(emailIds, run) {
      calls.push(['verifyLate', emailIds, run]);
      return LATE_OUTCOME;
    },
    async retrySenders(workflowId) {
      calls.push(['retrySenders', workflowId]);
      return { away: false, checked: 3, nextIn: 15 };
    },
    async fail(emailId, reason, run) {
      calls.push(['fail', emailId, reason, run]);
    },
  },
  releasing: {
    async releaseChunk(inboxId, limit) {
      calls.push(['releaseChunk', inboxId, limit]);
      return { done: inboxId === 'inb_done', count: 7 };
    },
    startReleases: async () => 2,
  },
});

const logger = temporalLogger(createLog('silent'));
const inRun = (attempt = 1) => new MockActivityEnvironment({ ...WORKFLOW, attempt }, { logger });

describe('processEmails', () => {
  it('answers what is late and tells the service which run and attempt it is', async () => {
    late = ['eml_2'];
    const left = await inRun().run(() => activities.processEmails(['eml_1', 'eml_2'], 2));
    expect(left).toEqual({ failed: [], late: ['eml_2'], outcome: NO_OUTCOME });
    const run = { workflowId: 'processInbound:run_1', attempt: 2 };
    expect(calls).toEqual([['process', ['eml_1', 'eml_2'], run]]);
  });
});

describe('processEmail', () => {
  it('counts the two attempts together with the others', async () => {
    const outcome = await inRun(3).run(() => activities.processEmail('eml_1'));
    expect(outcome).toEqual(NO_OUTCOME);
    expect(calls).toEqual([
      ['process', ['eml_1'], { workflowId: 'processInbound:run_1', attempt: 5 }],
    ]);
  });
});

describe('senders', () => {
  it('that are late are verified in the same attempt of a mail that is taken alone', async () => {
    late = ['eml_1'];
    const outcome = await inRun(1).run(() => activities.processEmail('eml_1'));
    expect(outcome).toEqual(LATE_OUTCOME);
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
    expect(left).toEqual({ away: false, checked: 3, nextIn: 15 });
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
    expect(await inRun().run(() => activities.releaseChunk(inboxId))).toEqual({ done, count: 7 });
    expect(calls).toEqual([['releaseChunk', inboxId, 100]]);
  });

  it('answers how many were queued', async () => {
    expect(await inRun().run(() => activities.startReleases())).toBe(2);
  });
});
