import { groupBy } from '../../group-by.js';
import type { Queries } from '../../db/queries.js';
import { coveringPatterns, decide, type ReceiveRule } from '../../store/mail/address-rules.js';
import type { SuppressionReason } from './entities.js';
import { addressKey } from '../../store/mail/address-pattern.js';

/** Recipients of mails that an inbox is about to send. */
interface Addressed {
  readonly orgId: string;
  readonly inboxId: string;
  readonly addresses: readonly string[];
}

interface SuppressedRow {
  readonly source: 'suppression';
  readonly pattern: string;
  readonly kind: SuppressionReason;
  /** A string where it comes out of JSON. */
  readonly since: Date | string;
}

interface SendRuleRow extends ReceiveRule {
  readonly source: 'rule';
}

/** What `refusing` finds. */
export type RefusingRow = SuppressedRow | SendRuleRow;

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
  const rows = await queries.query<RefusingRow>(REFUSING, [
    orgId,
    inboxId,
    [...new Set(addresses.map(addressKey))],
    [...new Set(addresses.flatMap((address) => [...coveringPatterns(address)]))],
  ]);
  return refusalsBy(rows, addresses);
}

/** The same of what `refusing` found of these addresses. */
export function refusalsBy(
  rows: readonly RefusingRow[],
  addresses: readonly string[],
): Map<string, string> {
  const refused = new Map<string, string>();
  // Most organizations refuse nobody.
  if (rows.length === 0) return refused;
  const suppressed = new Map(
    rows.filter((row) => row.source === 'suppression').map((row) => [row.pattern, row]),
  );
  const refusedByLists = createListRefusal(rows.filter((row) => row.source === 'rule'));
  for (const address of addresses) {
    const reason = suppressionOf(suppressed.get(addressKey(address))) ?? refusedByLists(address);
    if (reason !== null) refused.set(address, reason);
  }
  return refused;
}

const WHY: Readonly<Record<SuppressionReason, string>> = {
  bounce: 'mail to it bounced',
  complaint: 'its owner complained of mail',
  manual: 'it was put on the list of suppressions',
};

const suppressionOf = (row: SuppressedRow | undefined): string | null =>
  row
    ? `is suppressed: ${WHY[row.kind]} on ${new Date(row.since).toISOString().slice(0, 10)}`
    : null;

/** Why lists refuse an address: their entries by what they cover, so that each recipient meets few of them. */
function createListRefusal(rules: readonly ReceiveRule[]) {
  const byPattern = groupBy(rules, ({ pattern }) => pattern);
  const allowing = rules.filter(({ kind }) => kind === 'allow');
  // Any entry of an allow list tells that there is one.
  const exclusive = [
    ...allowing.filter(({ inbox_id }) => inbox_id === null).slice(0, 1),
    ...allowing.filter(({ inbox_id }) => inbox_id !== null).slice(0, 1),
  ];
  return (address: string): string | null => {
    const covering = [...coveringPatterns(address)].flatMap((one) => byPattern.get(one) ?? []);
    const sender = { envelopeFrom: address, headerFrom: address };
    if (decide([...covering, ...exclusive], sender) === 'accepted') return null;
    return covering.some(({ kind }) => kind === 'block')
      ? 'is on a send block list'
      : 'is not on the send allow list';
  };
}

/**
 * SQL: what may refuse recipients, whose addresses are `keys` as `addressKey` leaves them, and what covers them
 * `patterns`. Of the lists only what covers one of them, and one entry of each allow
 * list, since that it is not empty counts too: a list may have a thousand entries.
 */
export const refusing = ({
  org,
  inbox,
  keys,
  patterns,
}: Record<'org' | 'inbox' | 'keys' | 'patterns', string>): string => `
SELECT 'suppression' AS source, NULL AS inbox_id, reason AS kind, address AS pattern,
  created_at AS since
FROM suppressions WHERE org_id = ${org} AND address = ANY (${keys})
UNION ALL
SELECT 'rule', inbox_id, kind, pattern, NULL
FROM address_rules
WHERE org_id = ${org} AND coalesce(inbox_id, '') IN ('', ${inbox}) AND direction = 'send'
  AND kind IN ('allow', 'block') AND pattern = ANY (${patterns})
UNION ALL
(SELECT 'rule', inbox_id, kind, pattern, NULL
 FROM address_rules
 WHERE org_id = ${org} AND coalesce(inbox_id, '') = '' AND direction = 'send' AND kind = 'allow'
 LIMIT 1)
UNION ALL
(SELECT 'rule', inbox_id, kind, pattern, NULL
 FROM address_rules
 WHERE org_id = ${org} AND coalesce(inbox_id, '') = ${inbox} AND direction = 'send' AND kind = 'allow'
 LIMIT 1)`;

const REFUSING = refusing({
  org: '$1',
  inbox: '$2',
  keys: '$3::text[]',
  patterns: '$4::text[]',
});
