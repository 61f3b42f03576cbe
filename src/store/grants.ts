/**
 * SQL: what the waits and streams of the keys in `keys` are known by: the keys themselves, and the OAuth grants
 * that end with them.
 */
export const endedWith = (keys: string): string => `
  SELECT id FROM ${keys}
  UNION ALL SELECT oauth_grants.id FROM oauth_grants JOIN ${keys} ON ${keys}.id = oauth_grants.key_id`;

/** SQL: whether the key or grant that `id` names is there; a grant goes with its key. */
export const isThere = (id: string): string => `(
  EXISTS (SELECT FROM api_keys WHERE api_keys.id = ${id}) OR
  EXISTS (SELECT FROM oauth_grants WHERE oauth_grants.id = ${id} AND oauth_grants.expires_at > now()))`;
