import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { locationsOf } from '../../src/operations/fields.js';
import { REFUSED_EXAMPLES } from '../support/all-facts.js';
import { startApi, type TestApi } from '../support/start-api.js';
import type { Told } from './in-process.js';
import { fieldsOf, frontEndsOf, masked, OPERATIONS, WORLD_PARTS } from './world.js';

describe('A front end in the same process', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({ parts: WORLD_PARTS });
  });
  afterAll(() => api.close());

  it('runs the whole catalogue as HTTP does', async () => {
    const { called, overHttp, worldOf } = frontEndsOf(api);
    const [http, inProcess] = await Promise.all([worldOf(overHttp), worldOf(called)]);
    const results: { name: string; http: Told; inProcess: Told }[] = [];
    for (const { name } of OPERATIONS) {
      const overHttp = await http.call(name, fieldsOf(http, name));
      const directly = await inProcess.call(name, fieldsOf(inProcess, name));
      results.push({ name, http: masked(overHttp), inProcess: masked(directly) });
    }
    for (const { name, http, inProcess } of results)
      expect([name, inProcess]).toEqual([name, http]);
    const refused = results.filter(({ http }) => http.status >= 400);
    expect(Object.fromEntries(refused.map(({ name, http }) => [name, http.status]))).toEqual(
      REFUSED_EXAMPLES,
    );
  });

  it.each([
    ['for want of a key', async () => ''],
    ['for want of a scope', () => frontEndsOf(api).keyWith(['ai:manage'])],
    ['for what was given', async () => (await api.createOrg()).key],
  ])('refuses as HTTP does %s', async (_case, keyOf) => {
    const key = await keyOf();
    const { called, overHttp } = frontEndsOf(api);
    for (const operation of OPERATIONS) {
      const fields = Object.fromEntries(
        Array.from(locationsOf(operation, operation.http!), ([field]) => [field, 'x'.repeat(250)]),
      );
      const [http, inProcess] = await Promise.all([
        overHttp(key)(operation.name, fields),
        called(key)(operation.name, fields),
      ]);
      expect([operation.name, masked(inProcess)]).toEqual([operation.name, masked(http)]);
    }
  });
});
