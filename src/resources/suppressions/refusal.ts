import type { Queries } from '../events/log.js';
import { coveringPatterns, decide, type ReceiveRule } from '../lists/match.js';
import { splitAddress } from '../lists/pattern.js';
import type { SuppressionReason } from './entities.js';

/** Recipients of mails that an inbox is about to send. */
export interface Addressed {
  readonly orgId: string;
  readonly inboxId: string;
  readonly addresses: readonly string[];
}

interface SuppressedRow {
  readonly source: 'suppression';
  readonly pattern: string;
  readonly kind: SuppressionReason;
  readonly since: Date;
}

interface RuleRow extends ReceiveRule {
  readonly source: 'rule';
}

/**
 * Which recipients may not be written to, and why: put behind the address, the reason makes a
 * sentence. Suppressed addresses come first, then the send lists, which follow the rules of the
 * receive lists. One statement, whatever the number of recipients.
 */
export async function refusals(
  queries: Queries,
  { orgId, inboxId, addresses }: Addressed,
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const patterns = new Map(addresses.map((address) => [address, [...coveringPatterns(address)]]));
  const rows = (await queries.query(REFUSING, [
    orgId,
    inboxId,
    [...new Set(addresses.map(addressKey))],
    [...new Set([...patterns.values()].flat())],
  ])) as (SuppressedRow | RuleRow)[];
  const suppressed = new Map(
    rows.filter((row) => row.source === 'suppression').map((row) => [row.pattern, row]),
  );
  const listed = new ListedRules(rows.filter((row) => row.source === 'rule'));
  const refused = new Map<string, string>();
  for (const [address, covering] of patterns) {
    const reason =
      suppressionOf(suppressed.get(addressKey(address))) ?? listed.refusal(address, covering);
    if (reason !== null) refused.set(address, reason);
  }
  return refused;
}

/** An address as suppressions hold it: in lower case, the domain as A-labels. */
export function addressKey(address: string): string {
  const { localPart, domain } = splitAddress(address.trim());
  return `${localPart}@${domain}`;
}

const WHY: Readonly<Record<SuppressionReason, string>> = {
  bounce: 'mail to it bounced',
  complaint: 'its owner complained of mail',
  manual: 'it was put on the list of suppressions',
};

const suppressionOf = (row: SuppressedRow | undefined): string | null =>
  row ? `is suppressed: ${WHY[row.kind]} on ${row.since.toISOString().slice(0, 10)}` : null;

/** Entries of send lists by what they cover, so that each recipient meets few of them. */
class ListedRules {
  private readonly byPattern = new Map<string, ReceiveRule[]>();
  /** Any entry of an allow list tells that there is one. */
  private readonly exclusive: readonly ReceiveRule[];

  constructor(rules: readonly ReceiveRule[]) {
    for (const rule of rules) {
      const same = this.byPattern.get(rule.pattern);
      if (same) same.push(rule);
      else this.byPattern.set(rule.pattern, [rule]);
    }
    const allowing = rules.filter(({ kind }) => kind === 'allow');
    this.exclusive = [
      allowing.find(({ inbox_id }) => inbox_id === null),
      allowing.find(({ inbox_id }) => inbox_id !== null),
    ].filter((rule) => rule !== undefined);
  }

  refusal(address: string, patterns: readonly string[]): string | null {
    const covering = patterns.flatMap((pattern) => this.byPattern.get(pattern) ?? []);
    const rules = [...covering, ...this.exclusive];
    if (decide(rules, { envelopeFrom: address, headerFrom: address }) === 'accepted') return null;
    return covering.some(({ kind }) => kind === 'block')
      ? 'is on a send block list'
      : 'is not on the send allow list';
  }
}

// Of the lists only what covers a recipient, and one entry of each allow list, since that it is
// not empty counts too: a list may have a thousand entries.
const REFUSING = `
SELECT 'suppression' AS source, NULL AS inbox_id, reason AS kind, address AS pattern,
  created_at AS since
FROM suppressions WHERE org_id = $1 AND address = ANY ($3::text[])
UNION ALL
SELECT 'rule', inbox_id, kind, pattern, NULL
FROM address_rules
WHERE org_id = $1 AND coalesce(inbox_id, '') IN ('', $2) AND direction = 'send'
  AND kind IN ('allow', 'block') AND pattern = ANY ($4::text[])
UNION ALL
(SELECT 'rule', inbox_id, kind, pattern, NULL
 FROM address_rules
 WHERE org_id = $1 AND coalesce(inbox_id, '') = '' AND direction = 'send' AND kind = 'allow'
 LIMIT 1)
UNION ALL
(SELECT 'rule', inbox_id, kind, pattern, NULL
 FROM address_rules
 WHERE org_id = $1 AND coalesce(inbox_id, '') = $2 AND direction = 'send' AND kind = 'allow'
 LIMIT 1)`;
