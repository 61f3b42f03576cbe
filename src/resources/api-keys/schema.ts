import { z } from 'zod';
import { KEY_SCOPES, toKeyScope, type KeyScope } from '../../auth/scopes.js';
import { byId, distinct, idOf, label, paging, timestamp } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import type { CreatedApiKey, KeyGrant, ListedApiKey } from './service.js';

const name = label(200);

// An empty list is refused: it could be taken for "nothing" as well as for "everything".
const NOT_EMPTY = 'must not be empty; leave it out for a key without this limit';

const scope = z.string().transform((given, issues): KeyScope => {
  const known = toKeyScope(given);
  if (known) return known;
  issues.addIssue({ code: 'custom', message: `must be one of ${KEY_SCOPES.join(', ')}` });
  return z.NEVER;
});
const scopes = distinct(scope, 100, NOT_EMPTY).describe(
  'What the key may do; everything when left out. OAuth names are accepted.',
);
const allowedInboxIds = distinct(idOf('inbox'), 1_000, NOT_EMPTY).describe(
  'The inboxes the key can reach; all of the organization when left out.',
);
const allowedNamespaces = distinct(label(128), 100, NOT_EMPTY).describe(
  'The namespaces of credentials the key can reach, and no others; all when left out.',
);

/** A key of the organization. */
export const newApiKey = z.object({
  name,
  scopes: scopes.optional(),
  allowed_inbox_ids: allowedInboxIds.optional(),
  allowed_namespaces: allowedNamespaces.optional(),
});

/** A key bound to the inbox of the path. */
export const newInboxApiKey = byId.extend(newApiKey.omit({ allowed_inbox_ids: true }).shape);

/** The page of a list of keys that reach an inbox. */
export const inboxApiKeyQuery = byId.extend(paging);

/** A key to revoke. Any string: what does not exist is 404, not 400. */
export const apiKeyPath = z.object({ key_id: z.string() });

/** A key of an inbox to revoke. */
export const inboxApiKeyPath = byId.extend(apiKeyPath.shape);

/** A key as lists show it. */
export const apiKey = z.object({
  id: z.string(),
  key_prefix: z.string(),
  name: z.string(),
  scopes: z.array(z.string()).describe('Empty: everything.'),
  allowed_inbox_ids: z.array(z.string()).describe('Empty: every inbox of the organization.'),
  allowed_namespaces: z
    .array(z.string())
    .describe('Empty: credentials of every namespace, and of none.'),
  created_at: timestamp,
});

/** The creation response is the only one that carries the key. */
export const createdApiKey = apiKey.extend({ api_key: z.string().startsWith('ak_') });

/** A key for its list. */
export const presentApiKey = (row: ListedApiKey): z.input<typeof apiKey> => ({
  ...toWire(row),
  scopes: row.scopes ?? [],
  allowed_inbox_ids: row.allowedInboxIds ?? [],
  allowed_namespaces: row.allowedNamespaces ?? [],
});

/** A key at its creation. */
export const presentCreatedApiKey = ({
  row,
  apiKey: key,
}: CreatedApiKey): z.input<typeof createdApiKey> => ({ ...presentApiKey(row), api_key: key });

/** What a client asked a new key to be good for. */
export const toGrant = (input: z.output<typeof newApiKey>): KeyGrant => ({
  name: input.name,
  scopes: input.scopes ?? null,
  allowedInboxIds: input.allowed_inbox_ids ?? null,
  allowedNamespaces: input.allowed_namespaces ?? null,
});
