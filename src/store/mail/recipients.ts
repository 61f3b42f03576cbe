import { PLANS, type PlanName } from '../../auth/plans.js';
import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import type { ReceiveRule } from './address-rules.js';
import { fits, keptBytes, plansWithout } from '../usage.js';
import type { Recipient } from './delivery.js';

/** What decides how mail for an inbox is received. */
export interface ReceiveTerms {
  readonly rules: readonly ReceiveRule[];
  /** Mails the plan still allows this month; null = unlimited. */
  readonly left: number | null;
}

/** A recipient and its terms at the time it was named: a transaction is not asked twice. */
export interface KnownRecipient extends Recipient {
  readonly terms: ReceiveTerms;
}

interface RecipientRow {
  readonly id: string;
  readonly org_id: string;
  readonly address: string;
  readonly plan: PlanName;
  readonly used: string;
  readonly kept: string;
  readonly rules: readonly ReceiveRule[] | null;
}

const MAX_BATCH = 100;

const UNLIMITED = [plansWithout('inboundPerMonth'), plansWithout('storageBytes')];

const FIND = `
  SELECT i.id, i.org_id, i.address, o.plan,
    CASE WHEN o.plan <> ALL ($2) THEN (
      SELECT coalesce(sum(used), 0) FROM monthly_usage u
      WHERE u.org_id = o.id AND u.kind = 'inbound'
        AND u.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date)
    ELSE 0 END AS used,
    CASE WHEN o.plan <> ALL ($3) THEN ${keptBytes('o.id')} ELSE 0 END AS kept,
    (SELECT jsonb_agg(jsonb_build_object(
       'inbox_id', r.inbox_id, 'kind', r.kind, 'pattern', r.pattern))
     FROM address_rules r
     WHERE r.org_id = o.id AND r.direction = 'receive'
       AND (r.inbox_id IS NULL OR r.inbox_id = i.id)) AS rules
  FROM inboxes i JOIN orgs o ON o.id = i.org_id
  WHERE i.address = ANY ($1) AND i.deleted_at IS NULL`;

/** Finds the inbox of an address: `local+tag@domain` reaches `local@domain`, letter case is ignored. */
export function createRecipientFinder(
  database: Database,
): (address: string) => Promise<KnownRecipient | null> {
  const find = createBatcher<string, KnownRecipient | null>(
    async (addresses) => {
      const rows = await database.query<RecipientRow>(FIND, [
        [...new Set(addresses.map(untagged))],
        ...UNLIMITED,
      ]);
      const byAddress = new Map(rows.map((row) => [row.address, row]));
      return addresses.map((address) => known(address, byAddress.get(untagged(address))));
    },
    { maxItems: MAX_BATCH, lanes: 2 },
  );
  return (address) => find(address.toLowerCase());
}

function known(address: string, row: RecipientRow | undefined): KnownRecipient | null {
  if (!row) return null;
  const allowed = PLANS[row.plan].inboundPerMonth;
  const left = allowed === null ? null : Math.max(0, allowed - Number(row.used));
  return {
    inboxId: row.id,
    orgId: row.org_id,
    address,
    perMonth: allowed,
    isFull: !fits(row.plan, Number(row.kept), 1),
    terms: { rules: row.rules ?? [], left },
  };
}

/** `local+tag@domain` without its tag. */
export function untagged(address: string): string {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}
