import type { Database } from '../db/database.js';
import type { KeptPolicies, KeptPolicy, StsPolicy } from '../outbound/mta-sts.js';

interface PolicyRow {
  readonly policy_id: string;
  readonly mode: StsPolicy['mode'];
  readonly mx: readonly string[];
  readonly max_age: number;
  readonly valid_until: Date;
}

const FIND = `
SELECT policy_id, mode, mx, max_age, valid_until FROM sts_policies
WHERE domain = $1 AND valid_until > now()`;

const KEEP = `
INSERT INTO sts_policies (domain, policy_id, mode, mx, max_age, valid_until)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (domain) DO UPDATE SET policy_id = excluded.policy_id, mode = excluded.mode,
  mx = excluded.mx, max_age = excluded.max_age, valid_until = excluded.valid_until`;

/** Policies in Postgres: who restarts the service does not open it to those between. */
export const createPolicyStore = (database: Database): KeptPolicies => ({
  async find(domain) {
    const [row] = await database.query<PolicyRow>(FIND, [domain]);
    if (!row) return null;
    const { policy_id: id, mode, mx, max_age: maxAge, valid_until: until } = row;
    return { id, policy: { mode, mx, maxAge }, until: until.getTime() };
  },
  async keep(domain: string, { id, policy, until }: KeptPolicy) {
    const { mode, mx, maxAge } = policy;
    await database.query(KEEP, [domain, id, mode, [...mx], maxAge, new Date(until)]);
  },
});
