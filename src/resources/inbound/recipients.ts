import { createBatcher } from '../../batcher.js';
import type { PlanName } from '../../auth/plans.js';
import { PLANS } from '../../auth/plans.js';
import type { Database } from '../../db/database.js';
import type { Recipient } from './delivery.js';

/** A rule of a receive list, as far as one inbox is concerned. */
export interface ReceiveRule {
  readonly inbox_id: string | null;
  readonly kind: 'allow' | 'block';
  readonly pattern: string;
}

/** What decides how mail for an inbox is received. */
export interface ReceiveTerms {
  readonly rules: readonly ReceiveRule[];
  /** Mails the plan still allows this month; null = unlimited. */
  readonly left: number | null;
}

const MAX_BATCH = 100;

/** Finds the inbox of an address: `local+tag@domain` reaches `local@domain`, letter case is ignored. */
export function createRecipientFinder(
  database: Database,
): (address: string) => Promise<Recipient | null> {
  const find = createBatcher<string, Recipient | null>(
    async (addresses) => {
      const rows = await database.query<{ id: string; org_id: string; address: string }>(
        `SELECT id, org_id, address FROM inboxes
         WHERE address = ANY ($1) AND deleted_at IS NULL`,
        [addresses.map(untagged)],
      );
      const byAddress = new Map(rows.map((row) => [row.address, row]));
      return addresses.map((address) => {
        const row = byAddress.get(untagged(address));
        return row ? { inboxId: row.id, orgId: row.org_id, address } : null;
      });
    },
    { maxItems: MAX_BATCH, lanes: 2 },
  );
  return (address) => find(address.toLowerCase());
}

/** `local+tag@domain` without its tag. */
function untagged(address: string): string {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}

interface TermsRow {
  readonly id: string;
  readonly plan: PlanName;
  readonly used: string;
  readonly rules: readonly ReceiveRule[] | null;
}

/** Finds the terms of an inbox; null when its organization is gone. */
export function createTermsFinder(
  database: Database,
): (inboxId: string) => Promise<ReceiveTerms | null> {
  return createBatcher<string, ReceiveTerms | null>(
    async (inboxIds) => {
      const rows = await database.query<TermsRow>(
        `SELECT i.id, o.plan,
           CASE WHEN o.plan <> ALL ($2) THEN (
             SELECT coalesce(sum(used), 0) FROM monthly_usage u
             WHERE u.org_id = o.id AND u.kind = 'inbound'
               AND u.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date)
           ELSE 0 END AS used,
           (SELECT jsonb_agg(jsonb_build_object(
              'inbox_id', r.inbox_id, 'kind', r.kind, 'pattern', r.pattern))
            FROM address_rules r
            WHERE r.org_id = o.id AND r.direction = 'receive'
              AND (r.inbox_id IS NULL OR r.inbox_id = i.id)) AS rules
         FROM inboxes i JOIN orgs o ON o.id = i.org_id
         WHERE i.id = ANY ($1)`,
        [[...new Set(inboxIds)], UNLIMITED_PLANS],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return inboxIds.map((id) => terms(byId.get(id)));
    },
    { maxItems: MAX_BATCH, lanes: 2 },
  );
}

const UNLIMITED_PLANS = Object.entries(PLANS)
  .filter(([, plan]) => plan.inboundPerMonth === null)
  .map(([name]) => name);

function terms(row: TermsRow | undefined): ReceiveTerms | null {
  if (!row) return null;
  const allowed = PLANS[row.plan].inboundPerMonth;
  return {
    rules: row.rules ?? [],
    left: allowed === null ? null : Math.max(0, allowed - Number(row.used)),
  };
}
