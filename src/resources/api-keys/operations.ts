import { anyPage } from '../../operations/shapes.js';
import { operationsOn } from '../../operations/resource-operations.js';
import {
  apiKey,
  apiKeyPath,
  createdApiKey,
  inboxApiKeyPath,
  inboxApiKeyQuery,
  newApiKey,
  newInboxApiKey,
  presentApiKey,
  presentCreatedApiKey,
  toGrant,
} from './schema.js';
import type { ApiKeyService } from './service.js';

const KEYS = '/v1/orgs/me/api-keys';
const INBOX_KEYS = '/v1/inboxes/:id/api-keys';

const keysAt = (path: `/${string}`) =>
  operationsOn<{ readonly apiKeys: ApiKeyService }>()({
    ...{ path, key: 'key_id', access: 'org:manage', item: apiKey, present: presentApiKey },
  });

const ofOrg = keysAt(KEYS);
const ofInbox = keysAt(INBOX_KEYS);

/** Keys, scopes given to them, revocation. */
export const apiKeyOperations = [
  ofOrg.operation({
    name: 'createApiKey',
    summary: 'Create an API key; it can do and reach no more than the one used.',
    input: newApiKey,
    output: createdApiKey,
    http: { method: 'POST', path: KEYS, status: 201 },
    creates: true,
    run: async ({ caller, services }, input) =>
      presentCreatedApiKey(await services.apiKeys.create(caller, toGrant(input))),
  }),

  ofOrg.list({
    name: 'listApiKeys',
    summary: 'List the API keys of the organization, newest first.',
    input: anyPage,
    run: ({ caller, services }, paging) => services.apiKeys.list(caller, paging),
  }),

  ofOrg.remove({
    name: 'revokeApiKey',
    summary: 'Revoke an API key; its open waits end at once.',
    input: apiKeyPath,
    run: ({ caller, services }, { key_id: keyId }) => services.apiKeys.revoke(caller, keyId),
  }),

  ofInbox.operation({
    name: 'createInboxApiKey',
    summary: 'Create an API key that reaches this inbox only.',
    input: newInboxApiKey,
    output: createdApiKey,
    http: { method: 'POST', path: INBOX_KEYS, status: 201 },
    creates: true,
    async run({ caller, services }, { id, ...input }) {
      const grant = toGrant({ ...input, allowed_inbox_ids: [id] });
      return presentCreatedApiKey(await services.apiKeys.create(caller, grant));
    },
  }),

  ofInbox.list({
    name: 'listInboxApiKeys',
    summary: 'List the API keys that are bound to this inbox, newest first.',
    input: inboxApiKeyQuery,
    run: ({ caller, services }, { id, ...paging }) =>
      services.apiKeys.list(caller, { inboxId: id, ...paging }),
  }),

  ofInbox.remove({
    name: 'revokeInboxApiKey',
    summary: 'Revoke an API key that is bound to this inbox.',
    input: inboxApiKeyPath,
    run: ({ caller, services }, { id, key_id: keyId }) =>
      services.apiKeys.revoke(caller, keyId, id),
  }),
];
