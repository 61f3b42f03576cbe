import type { Queries } from '../events/log.js';
import { contactKey, type Variables } from './rows.js';

/** A contact that mail to its list goes to. */
export interface ListRecipient {
  readonly address: string;
  readonly name: string | null;
  readonly variables: Variables;
}

/** A list, said with its organization. */
export interface ListRef {
  readonly orgId: string;
  readonly listId: string;
}

/** The subscribed contacts of a list in the order of their addresses, `limit` of them at most. */
export async function listRecipients(
  queries: Queries,
  { orgId, listId }: ListRef,
  limit: number,
): Promise<ListRecipient[]> {
  return (await queries.query(RECIPIENTS, [listId, orgId, limit])) as ListRecipient[];
}

/** Those of `addresses` that do not want mail to a list: to be asked once more before a mail leaves. */
export async function unsubscribedFrom(
  queries: Queries,
  { orgId, listId }: ListRef,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(addresses.map(contactKey))];
  const rows = (await queries.query(UNSUBSCRIBED, [listId, orgId, keys])) as { key: string }[];
  const gone = new Set(rows.map(({ key }) => key));
  return new Set(addresses.filter((address) => gone.has(contactKey(address))));
}

const RECIPIENTS = `
SELECT address, name, coalesce(variables, '{}') AS variables FROM contacts
WHERE list_id = $1 AND org_id = $2 AND status = 'subscribed' AND removed_at IS NULL
ORDER BY address_key LIMIT $3`;

const UNSUBSCRIBED = `
SELECT address_key AS key FROM contacts
WHERE list_id = $1 AND org_id = $2 AND address_key = ANY ($3::text[]) AND status = 'unsubscribed'`;
