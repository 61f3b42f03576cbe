import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApprovalReport } from '../../src/resources/approvals/runs.js';
import { until } from '../support/mail-api.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const INPUT = { approvalId: 'apr_1' };
const waiting: ApprovalReport = { status: 'PENDING', next: null, dueIn: 600, summary: 'eml_1' };
const telling: ApprovalReport = { ...waiting, next: 'tellApprovers', dueIn: 0 };
const late: ApprovalReport = { ...waiting, next: 'expireApproval', dueIn: 0 };
const approved: ApprovalReport = { ...waiting, status: 'APPROVED', dueIn: null };
const expired: ApprovalReport = { ...approved, status: 'EXPIRED' };

/** Activities that note their names; looks answer in turn. */
function script(looks: readonly (ApprovalReport | null)[], told = waiting) {
  const called: string[] = [];
  const left = [...looks];
  const noted = (name: string, report: () => ApprovalReport | null) => async () => {
    called.push(name);
    return report();
  };
  const activities = {
    lookAtApproval: noted('look', () => (left.length > 1 ? left.shift()! : left[0]!)),
    tellApprovers: noted('tell', () => told),
    expireApproval: noted('expire', () => expired),
    async decideApproval(_id: string, { approve }: { approve: boolean }) {
      called.push(approve ? 'approve' : 'reject');
    },
  };
  return { called, activities };
}

describe('awaitApproval', () => {
  it('tells approvers, waits, and ends when it is told of the decision', async () => {
    const { called, activities } = script([telling, approved]);
    const handle = await temporal.start('awaitApproval', [INPUT]);
    const result = await temporal.withWorker(activities, async () => {
      await until(() => called.includes('tell'));
      await handle.signal('approvalChanged');
      return (await handle.result()) as string;
    });
    expect(result).toBe('APPROVED: eml_1');
    expect(called).toEqual(['look', 'tell', 'look']);
  });

  it('reminds when that is due, and ends what nobody decided about', async () => {
    const { called, activities } = script([{ ...waiting, dueIn: 0 }, telling], late);
    expect(await temporal.run('awaitApproval', [INPUT], activities)).toBe('EXPIRED: eml_1');
    expect(called).toEqual(['look', 'look', 'tell', 'expire']);
  });

  it.each([
    ['is decided', approved, 'APPROVED: eml_1'],
    ['is gone', null, 'the approval is gone'],
  ])('ends at once where it %s', async (_case, report, result) => {
    const { called, activities } = script([report]);
    expect(await temporal.run('awaitApproval', [INPUT], activities)).toBe(result);
    expect(called).toEqual(['look']);
  });

  it('shows how it stands, and lets an operator decide by an update that is checked', async () => {
    const { called, activities } = script([waiting, approved]);
    const handle = await temporal.start('awaitApproval', [INPUT]);
    await temporal.withWorker(activities, async () => {
      await until(async () => (await handle.query('state')) !== null);
      expect(await handle.query('state')).toEqual(waiting);
      await expect(
        handle.executeUpdate('decide', { args: [{ approve: 'yes' }] }),
      ).rejects.toThrow();
      await handle.executeUpdate('decide', { args: [{ approve: true }] });
      expect(await handle.result()).toBe('APPROVED: eml_1');
    });
    expect(called).toEqual(['look', 'approve', 'look']);
  });
});
