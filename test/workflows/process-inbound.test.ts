import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { unavailable } from '../../src/errors.js';
import { NO_OUTCOME } from '../support/facts/inbound.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const outcome = { ...NO_OUTCOME, mails: 1 };
const DONE = { failed: [], late: [], outcome };

const processMails = (emailIds: string[], activities: Parameters<TestTemporal['run']>[2]) =>
  temporal.run('processInbound', [{ emailIds }], activities);

describe('processInbound', () => {
  it('finishes a batch in one step', async () => {
    const calls: [readonly string[], number][] = [];
    const result = await processMails(['eml_1', 'eml_2'], {
      async processEmails(ids, attempt) {
        calls.push([ids, attempt]);
        return DONE;
      },
    });
    expect(result).toEqual({ first: outcome });
    expect(calls).toEqual([[['eml_1', 'eml_2'], 1]]);
  });

  it('tries what failed once more, without the others', async () => {
    const calls: (readonly string[])[] = [];
    await processMails(['eml_1', 'eml_2', 'eml_3'], {
      async processEmails(ids, attempt) {
        calls.push(ids);
        return attempt === 1 ? { failed: ['eml_2'], late: [] } : DONE;
      },
    });
    expect(calls).toEqual([['eml_1', 'eml_2', 'eml_3'], ['eml_2']]);
  });

  it('takes what failed twice one by one, and a poisonous mail does not hold up the others', async () => {
    const events: string[] = [];
    const result = await processMails(['eml_1', 'eml_bad', 'eml_slow'], {
      async processEmails(ids) {
        return { failed: ids.filter((id) => id !== 'eml_1'), late: [] };
      },
      async processEmail(id) {
        events.push(id);
        if (id === 'eml_bad') throw ApplicationFailure.nonRetryable('what the mail says', 'Other');
        return outcome;
      },
      async failEmail(id, reason) {
        events.push(`${id}: ${reason}`);
      },
    });
    expect(events.sort()).toEqual(['eml_bad', 'eml_bad: processing failed', 'eml_slow']);
    expect(result).toEqual({ alone: ['eml_bad: processing failed', outcome] });
  });

  it('finishes mails whose senders take longer in a step of their own, after the others', async () => {
    const late: (readonly string[])[] = [];
    await processMails(['eml_1', 'eml_2', 'eml_3'], {
      async processEmails(_ids, attempt) {
        return attempt === 1
          ? { failed: ['eml_3'], late: ['eml_1'] }
          : { failed: [], late: ['eml_3'] };
      },
      async verifyLateSenders(ids) {
        late.push(ids);
        return outcome;
      },
    });
    expect(late).toEqual([['eml_1', 'eml_3']]);
  });

  it('takes all of a batch one by one when the batch itself fails', async () => {
    const alone: string[] = [];
    await processMails(['eml_1', 'eml_2'], {
      async processEmails() {
        throw new Error('something in here crashes');
      },
      async processEmail(id) {
        alone.push(id);
        return outcome;
      },
    });
    expect(alone.sort()).toEqual(['eml_1', 'eml_2']);
  });

  it('does not tell the timeline what a mail made the code say', async () => {
    const reasons: string[] = [];
    await processMails(['eml_1'], {
      async processEmails(ids) {
        return { failed: ids, late: [] };
      },
      async processEmail() {
        throw ApplicationFailure.nonRetryable('Unexpected token in "secret subject"');
      },
      async failEmail(_id, reason) {
        reasons.push(reason);
      },
    });
    expect(reasons).toEqual(['processing failed']);
  });

  it('waits while storage is away and blames no mail for it', async () => {
    let attempts = 0;
    await processMails(['eml_1', 'eml_2'], {
      async processEmails() {
        if (++attempts < 3) throw unavailable();
        return DONE;
      },
    });
    expect(attempts).toBe(3);
  });

  it('ends without giving a mail up when storage is away for all its attempts', async () => {
    const given: string[] = [];
    const run = processMails(['eml_1'], {
      async processEmails(ids) {
        return { failed: ids, late: [] };
      },
      async processEmail() {
        throw ApplicationFailure.nonRetryable('Storage is away', 'Unavailable');
      },
      async failEmail(id) {
        given.push(id);
      },
    });
    await expect(run).rejects.toThrow('Workflow execution failed');
    expect(given).toEqual([]);
  });
});
