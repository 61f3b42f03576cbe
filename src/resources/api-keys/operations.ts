import { deleted, deletion, operationWith } from '../../operations/operation.js';
import {
  apiKeyPage,
  apiKeyPath,
  apiKeyQuery,
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

const operation = operationWith<{ readonly apiKeys: ApiKeyService }>();

const KEYS = '/v1/orgs/me/api-keys';
const INBOX_KEYS = '/v1/inboxes/:id/api-keys';

const createApiKey = operation({
  name: 'createApiKey',
  summary: 'Create an API key; it can do and reach no more than the one used.',
  access: 'org:manage',
  input: newApiKey,
  output: createdApiKey,
  http: { method: 'POST', path: KEYS, status: 201 },
  creates: true,
  async run({ caller, services }, input) {
    return presentCreatedApiKey(await services.apiKeys.create(caller, toGrant(input)));
  },
});

const listApiKeys = operation({
  name: 'listApiKeys',
  summary: 'List the API keys of the organization, newest first.',
  access: 'org:manage',
  input: apiKeyQuery,
  output: apiKeyPage,
  http: { method: 'GET', path: KEYS },
  async run({ caller, services }, paging) {
    const found = await services.apiKeys.list(caller, paging);
    return { ...found, data: found.data.map(presentApiKey) };
  },
});

const revokeApiKey = operation({
  name: 'revokeApiKey',
  summary: 'Revoke an API key; its open waits end at once.',
  access: 'org:manage',
  input: apiKeyPath,
  output: deletion,
  http: { method: 'DELETE', path: `${KEYS}/:key_id` },
  async run({ caller, services }, { key_id: keyId }) {
    await services.apiKeys.revoke(caller, keyId);
    return deleted(keyId);
  },
});

const createInboxApiKey = operation({
  name: 'createInboxApiKey',
  summary: 'Create an API key that reaches this inbox only.',
  access: 'org:manage',
  input: newInboxApiKey,
  output: createdApiKey,
  http: { method: 'POST', path: INBOX_KEYS, status: 201 },
  creates: true,
  tool: { name: 'create_inbox_api_key' },
  async run({ caller, services }, { id, ...input }) {
    const grant = toGrant({ ...input, allowed_inbox_ids: [id] });
    return presentCreatedApiKey(await services.apiKeys.create(caller, grant));
  },
});

const listInboxApiKeys = operation({
  name: 'listInboxApiKeys',
  summary: 'List the API keys that are bound to this inbox, newest first.',
  access: 'org:manage',
  input: inboxApiKeyQuery,
  output: apiKeyPage,
  http: { method: 'GET', path: INBOX_KEYS },
  async run({ caller, services }, { id, ...paging }) {
    const found = await services.apiKeys.list(caller, { inboxId: id, ...paging });
    return { ...found, data: found.data.map(presentApiKey) };
  },
});

const revokeInboxApiKey = operation({
  name: 'revokeInboxApiKey',
  summary: 'Revoke an API key that is bound to this inbox.',
  access: 'org:manage',
  input: inboxApiKeyPath,
  output: deletion,
  http: { method: 'DELETE', path: `${INBOX_KEYS}/:key_id` },
  async run({ caller, services }, { id, key_id: keyId }) {
    await services.apiKeys.revoke(caller, keyId, id);
    return deleted(keyId);
  },
});

/** Keys, scopes given to them, revocation. */
export const apiKeyOperations = [
  createApiKey,
  listApiKeys,
  revokeApiKey,
  createInboxApiKey,
  listInboxApiKeys,
  revokeInboxApiKey,
];
