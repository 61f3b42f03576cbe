import { PLANS, type PlanName } from '../../auth/plans.js';
import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import type { ReceiveRule } from './address-rules.js';
import { createRowFinder } from '../row-finder.js';
import { fits, storedBytes, plansWithout } from '../usage.js';
import type { Recipient } from './delivery.js';

/** What decides how mail for an inbox is received. */
export interface ReceiveTerms {
  readonly rules: readonly ReceiveRule[];
  /** Mails the plan still allows this month; null = unlimited. */
  readonly left: number | null;
}

/** A recipient and its terms at the time they were read. */
export interface KnownRecipient extends Recipient {
  readonly terms: ReceiveTerms;
  /** How often the terms had changed then: mail is stored while they have not since. Null: whenever they did. */
  readonly changes: number | null;
  /** Whether it receives as it does until its terms change or it ends, however much mail comes. */
  readonly isSteady: boolean;
}

/** Looks up what is received for an address, now. */
export type RecipientFinder = (address: string) => Promise<KnownRecipient | null>;

interface RecipientRow {
  /** As it was asked for. */
  readonly asked: string;
  readonly id: string;
  readonly org_id: string;
  readonly is_near: boolean;
  readonly plan: PlanName;
  readonly used: string;
  readonly kept: string;
  readonly rules: readonly ReceiveRule[] | null;
  readonly changes: string;
  readonly at_own_domain: boolean;
}

const MAX_BATCH = 100;

/** SQL: how often the terms of the organization `org` have changed. */
export const termChanges = (org: string): string =>
  `(SELECT coalesce(sum(changes), 0) FROM receive_terms WHERE receive_terms.org_id = ${org})`;

const UNLIMITED = [plansWithout('inboundPerMonth'), plansWithout('storageBytes')];

// Addresses that reach somebody at every domain (RFC 5321 section 4.5.1, RFC 2142).
const ALWAYS_ANSWERED = `'postmaster', 'abuse'`;

// An inbox of an own domain is found while its domain's row holds the name: a row that lost it gets nothing.
// Where there is no inbox of the address, the domain's catch-all takes the mail, or for some addresses its oldest.
const FIND = `
  WITH asked AS MATERIALIZED (
    SELECT asked.address, d.id AS domain_id, d.catch_all_inbox_id,
      d.status = 'ACTIVE' AND d.sees_mx AS is_near,
      split_part(asked.address, '@', 1) IN (${ALWAYS_ANSWERED}) AS is_answered
    FROM unnest($1::text[]) AS asked (address)
    LEFT JOIN LATERAL (
      SELECT * FROM domains held WHERE held.status IN ('ACTIVE', 'DEGRADED')
        AND held.domain = substring(asked.address FROM '[^@]*$') LIMIT 1) AS d ON true
  ), found AS (
    SELECT asked.address AS asked, coalesce(asked.is_near, true) AS is_near, coalesce(
      (SELECT i.id FROM inboxes i WHERE i.address = asked.address AND i.deleted_at IS NULL
         AND i.domain_id IS NOT DISTINCT FROM asked.domain_id),
      (SELECT i.id FROM inboxes i WHERE i.id = asked.catch_all_inbox_id AND i.deleted_at IS NULL),
      CASE WHEN asked.is_answered AND asked.domain_id IS NOT NULL THEN (
        SELECT i.id FROM inboxes i WHERE i.domain_id = asked.domain_id AND i.deleted_at IS NULL
        ORDER BY i.created_at, i.id LIMIT 1) END) AS inbox_id
    FROM asked
  )
  SELECT found.asked, found.is_near, i.id, i.org_id, o.plan, i.domain_id IS NOT NULL AS at_own_domain,
    ${termChanges('o.id')} AS changes,
    CASE WHEN o.plan <> ALL ($2) THEN (
      SELECT coalesce(sum(used), 0) FROM monthly_usage u
      WHERE u.org_id = o.id AND u.kind = 'inbound'
        AND u.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date)
    ELSE 0 END AS used,
    CASE WHEN o.plan <> ALL ($3) THEN ${storedBytes('o.id')} ELSE 0 END AS kept,
    (SELECT jsonb_agg(jsonb_build_object(
       'inbox_id', r.inbox_id, 'kind', r.kind, 'pattern', r.pattern))
     FROM address_rules r
     WHERE r.org_id = o.id AND r.direction = 'receive'
       AND (r.inbox_id IS NULL OR r.inbox_id = i.id)) AS rules
  FROM found JOIN inboxes i ON i.id = found.inbox_id JOIN orgs o ON o.id = i.org_id
  WHERE i.deleted_at IS NULL`;

/**
 * Finds the inbox of an address: `local+tag@domain` reaches `local@domain`, letter case is ignored. At a domain of
 * an organization, its catch-all takes what is for nobody else.
 */
export function createRecipientFinder(database: Database): RecipientFinder {
  const find = createBatcher<string, KnownRecipient | null>(
    async (addresses) => {
      const rows = await database.query<RecipientRow>(FIND, [
        [...new Set(addresses.map(untagged))],
        ...UNLIMITED,
      ]);
      const byAddress = new Map(rows.map((row) => [row.asked, row]));
      return addresses.map((address) => known(address, byAddress.get(untagged(address))));
    },
    { maxItems: MAX_BATCH, concurrency: 2 },
  );
  return (address) => find(address.toLowerCase());
}

function known(address: string, row: RecipientRow | undefined): KnownRecipient | null {
  if (!row) return null;
  const { inboundPerMonth: allowed, storageBytes } = PLANS[row.plan];
  const left = allowed === null ? null : Math.max(0, allowed - Number(row.used));
  return {
    inboxId: row.id,
    orgId: row.org_id,
    address,
    perMonth: allowed,
    isFull: !fits(row.plan, Number(row.kept), 1),
    isNear: row.is_near,
    terms: { rules: row.rules ?? [], left },
    changes: Number(row.changes),
    // What is used of a plan changes with each mail, and who has a domain may lose it.
    isSteady: allowed === null && storageBytes === null && !row.at_own_domain,
  };
}

const AWAITED = `
  SELECT DISTINCT domain AS id FROM domains
  WHERE domain = ANY ($1) AND status = 'PENDING' AND token_seen_at IS NOT NULL`;

/** Finds out whether the domain of an address is about to be taken over: mail for it may come later. */
export function createAwaitedFinder(database: Database): (address: string) => Promise<boolean> {
  const find = createRowFinder(database, AWAITED);
  return async (address) =>
    (await find(address.slice(address.lastIndexOf('@') + 1).toLowerCase())) !== null;
}

/**
 * SQL: whether there may be an inbox for an address of ASCII letters: there is one without a domain, or somebody has
 * the domain.
 */
export const mayBeHere = (address: string): string => `(
  EXISTS (SELECT FROM domains held WHERE held.status IN ('ACTIVE', 'DEGRADED')
    AND held.domain = lower(substring(${address} FROM '[^@]*$') COLLATE "C"))
  OR EXISTS (SELECT FROM inboxes i WHERE i.domain_id IS NULL AND i.deleted_at IS NULL AND i.address =
    regexp_replace(lower(${address} COLLATE "C"), '^([^+]+)\\+.*(@[^@]*)$', '\\1\\2')))`;

/** `local+tag@domain` without its tag. */
export function untagged(address: string): string {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}
