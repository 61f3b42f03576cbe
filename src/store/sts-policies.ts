import type { Database } from '../db/database.js';
import type { PolicyStore, StoredPolicy, StsPolicy } from '../outbound/mta-sts.js';

const FIND = `
SELECT policy_id AS id, valid_until AS until, mode, mx, max_age AS "maxAge" FROM sts_policies
WHERE domain = $1 AND valid_until > now()`;

const KEEP = `
INSERT INTO sts_policies (domain, policy_id, mode, mx, max_age, valid_until)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (domain) DO UPDATE SET policy_id = excluded.policy_id, mode = excluded.mode,
  mx = excluded.mx, max_age = excluded.max_age, valid_until = excluded.valid_until`;

/** MTA-STS policies in Postgres: after a restart they still demand TLS, so nobody between can take it away then. */
export const createPolicyStore = (database: Database): PolicyStore => ({
  async find(domain) {
    type Row = StsPolicy & { readonly id: string; readonly until: Date };
    const [row] = await database.query<Row>(FIND, [domain]);
    if (!row) return null;
    const { id, until, ...policy } = row;
    return { id, policy, until: until.getTime() };
  },
  async keep(domain: string, { id, policy, until }: StoredPolicy) {
    const { mode, mx, maxAge } = policy;
    await database.query(KEEP, [domain, id, mode, [...mx], maxAge, new Date(until)]);
  },
});
