import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

it('describeEmails goes on until no mail waits, and counts them', async () => {
  const parts = [
    { mails: 4, described: 3, left: true },
    { mails: 2, described: 2, left: false },
  ];
  const activities = { describeSomeEmails: async () => parts.shift()! };
  const result = await temporal.run('describeEmails', [{ orgId: 'org_1' }], activities);
  expect(result).toEqual({ mails: 6, described: 5 });
});
