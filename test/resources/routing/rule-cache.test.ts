import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/ids.js';
import { RuleCache } from '../../../src/resources/routing/rule-cache.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const MIB = 1024 * 1024;

let test: TestDatabase;
let statements = 0;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  statements = 0;
});

/** An organization with so many rules, whose patterns take as much memory as patterns can. */
async function organization(rules: number): Promise<string> {
  const orgId = newId('org');
  await test.database.query(
    `INSERT INTO routing_rules (id, org_id, name, from_pattern, target_agent_id, priority, enabled)
     SELECT 'rule_' || $1 || n, $1, 'Rule', repeat('a*', 100), 'agent', n, true
     FROM generate_series(1, $2::int) AS n`,
    [orgId, rules],
  );
  await test.database.query(
    `INSERT INTO routing_versions (org_id, version) VALUES ($1, 1)
     ON CONFLICT (org_id) DO UPDATE SET version = 1`,
    [orgId],
  );
  return orgId;
}

const cache = (maxBytes: number) =>
  new RuleCache(
    {
      query: (text: string, values?: unknown[]) => {
        statements++;
        return test.database.query(text, values);
      },
    } as never,
    maxBytes,
  );

const ask = async (rules: RuleCache, orgId: string) =>
  (await rules.rulesOf(new Map([[orgId, 1]]))).get(orgId)!.length;

describe('the cache of rules', () => {
  it('is bounded in bytes: organizations with many rules drive out those read first', async () => {
    const rules = cache(5 * MIB);
    const orgs = await Promise.all(Array.from({ length: 6 }, () => organization(500)));
    for (const orgId of orgs) {
      expect(await ask(rules, orgId)).toBe(500);
      expect(rules.bytes).toBeLessThanOrEqual(5 * MIB);
    }
    statements = 0;
    await ask(rules, orgs[5]!);
    expect(statements).toBe(0);
    await ask(rules, orgs[0]!);
    expect(statements).toBe(1);
  });

  it('keeps none that are larger than all of it, and still answers with them', async () => {
    const rules = cache(MIB);
    const [large, small] = [await organization(800), await organization(3)];
    expect([await ask(rules, small), await ask(rules, large)]).toEqual([3, 800]);
    statements = 0;
    expect([await ask(rules, small), statements]).toEqual([3, 0]);
    expect([await ask(rules, large), statements]).toEqual([800, 1]);
  });

  it('counts what was read again once', async () => {
    const rules = cache(5 * MIB);
    const orgId = await organization(100);
    await ask(rules, orgId);
    const { bytes } = rules;
    await test.database.query('UPDATE routing_versions SET version = 2 WHERE org_id = $1', [orgId]);
    await rules.rulesOf(new Map([[orgId, 2]]));
    expect([rules.bytes, bytes > 0]).toEqual([bytes, true]);
  });
});
