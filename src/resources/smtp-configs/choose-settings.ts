import { AppError } from '../../errors.js';
import type { Vault } from '../../vault/vault.js';
import type { Queries } from '../../db/queries.js';
import { CONFIG_ROW, type ChosenSettings, type SmtpConfigRow, openSettings } from './rows.js';

export type { ChosenSettings } from './rows.js';

/** Who sends: an organization, from an inbox of this domain. */
export interface SendingDomain {
  readonly orgId: string;
  /** In lower case with A-labels, as inboxes have it. */
  readonly domain: string;
}

/**
 * Through whom each of `senders` sends (docs/interface.md, Sending): the newest configuration
 * whose `from_email` is of the inbox's domain, else the default of the organization; null leaves it to
 * the service. One statement, whatever the number of senders. Settings that cannot be opened are an error of
 * their own senders alone.
 *
 * @example
 * ```ts
 * const [settings] = await chooseSettings(database, vault, [{ orgId, domain: 'example.com' }]);
 * ```
 */
export async function chooseSettings(
  queries: Queries,
  vault: Pick<Vault, 'open'>,
  senders: readonly SendingDomain[],
): Promise<(ChosenSettings | null | Error)[]> {
  // A bulk comes from few inboxes: each is looked up and opened once.
  const distinct = [...new Map(senders.map((sender) => [keyOf(sender), sender])).values()];
  if (distinct.length === 0) return [];
  const rows = await queries.query<ChosenRow>(CHOOSE, [
    distinct.map(({ orgId }) => orgId),
    distinct.map(({ domain }) => domain),
  ]);
  const chosen = new Map<string, ChosenSettings | Error>();
  for (const row of rows)
    chosen.set(
      keyOf({ orgId: row.orgId, domain: row.wantedDomain }),
      await openSettings(vault, row).catch((error: unknown) => unopened(row, error)),
    );
  return senders.map((sender) => chosen.get(keyOf(sender)) ?? null);
}

/** Storage that is away is nobody's fault; a secret that does not open stays so until it is set again. */
const unopened = ({ id }: ChosenRow, error: unknown): Error =>
  error instanceof AppError
    ? error
    : new AppError(409, `The secret of the SMTP config ${id} cannot be opened; set it again`, {
        cause: error,
      });

interface ChosenRow extends SmtpConfigRow {
  readonly wantedDomain: string;
}

// Neither an id nor a domain holds a blank.
const keyOf = ({ orgId, domain }: SendingDomain) => `${orgId} ${domain}`;

// At most a hundred rows an organization, in the order of the index.
const CHOOSE = `
SELECT wanted.domain AS "wantedDomain", ${CONFIG_ROW}
FROM unnest($1::text[], $2::text[]) AS wanted (org_id, domain)
CROSS JOIN LATERAL (
  SELECT * FROM smtp_configs AS own
  WHERE own.org_id = wanted.org_id AND (own.is_default OR own.from_domain = wanted.domain)
  ORDER BY own.from_domain IS NOT DISTINCT FROM wanted.domain DESC, own.created_at DESC, own.id DESC
  LIMIT 1
) AS config`;
