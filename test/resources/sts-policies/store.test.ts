import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Send } from '../../../src/egress/send.js';
import { createStsPolicies } from '../../../src/outbound/mta-sts.js';
import { createPolicyStore } from '../../../src/store/sts-policies.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createZone } from '../../support/dns-zone.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const DAY = 86_400_000;
const published =
  (mode: string): Send =>
  async () => ({
    kind: 'answered',
    status: 200,
    headers: {},
    body: Buffer.from(`version: STSv1\nmode: ${mode}\nmx: *.example.org\nmax_age: 86400\n`),
    isCut: false,
  });
const away: Send = async () => ({ kind: 'failed', reason: 'connection', message: 'refused' });

/** As a process that begins with nothing in memory. */
function started(id: string | null, send: Send, now = Date.now()) {
  const zone = createZone();
  if (id !== null) zone.publish('_mta-sts.example.org', [`v=STSv1; id=${id};`], 'TXT');
  return createStsPolicies({
    dns: zone,
    send,
    store: createPolicyStore(test.database),
    now: () => now,
  });
}

it('a policy holds over restarts, until a new one is found or its time is over', async () => {
  const found = await started('1', published('enforce')).find('example.org');
  expect(found).toEqual({ mode: 'enforce', mx: ['*.example.org'], maxAge: 86_400 });
  expect(await started(null, away).find('example.org')).toEqual(found);
  expect(await started('2', away).find('example.org')).toEqual(found);
  expect(await started('2', published('testing')).find('example.org')).toMatchObject({
    mode: 'testing',
  });
  expect(await started(null, away).find('example.org')).toMatchObject({ mode: 'testing' });
  expect(await started(null, away).find('other.example')).toBeNull();

  await test.database.query(`UPDATE sts_policies SET valid_until = $1`, [
    new Date(Date.now() - DAY),
  ]);
  expect(await started(null, away).find('example.org')).toBeNull();
});
