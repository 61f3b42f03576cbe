import { deleted, deletion, operationWith } from '../../operations/operation.js';
import {
  clientPage,
  grantPage,
  oauthPath,
  oauthQuery,
  presentClient,
  presentGrant,
} from './schema.js';
import type { OAuthService } from './service.js';

const operation = operationWith<{ readonly oauth: OAuthService }>();

const GRANTS = '/v1/oauth/grants';
const CLIENTS = '/v1/oauth/clients';

const listOauthGrants = operation({
  name: 'listOauthGrants',
  summary: 'List who has access by OAuth: by which key, to what, and when it was last used.',
  access: 'org:manage',
  input: oauthQuery,
  output: grantPage,
  http: { method: 'GET', path: GRANTS },
  async run({ caller, services }, paging) {
    const found = await services.oauth.listGrants(caller, paging);
    return { ...found, data: found.data.map(presentGrant) };
  },
});

const deleteOauthGrant = operation({
  name: 'deleteOauthGrant',
  summary: 'End a grant; its tokens are refused and its open waits and streams end at once.',
  access: 'org:manage',
  input: oauthPath,
  output: deletion,
  http: { method: 'DELETE', path: `${GRANTS}/:id` },
  async run({ caller, services }, { id }) {
    await services.oauth.endGrant(caller, id);
    return deleted(id);
  },
});

const listOauthClients = operation({
  name: 'listOauthClients',
  summary:
    'List programs that were registered with a key of the organization, or have access to it.',
  access: 'org:manage',
  input: oauthQuery,
  output: clientPage,
  http: { method: 'GET', path: CLIENTS },
  async run({ caller, services }, paging) {
    const found = await services.oauth.listClients(caller, paging);
    return { ...found, data: found.data.map(presentClient) };
  },
});

const deleteOauthClient = operation({
  name: 'deleteOauthClient',
  summary:
    'End every grant of a program, and forget it where a key of the organization registered it.',
  access: 'org:manage',
  input: oauthPath,
  output: deletion,
  http: { method: 'DELETE', path: `${CLIENTS}/:id` },
  async run({ caller, services }, { id }) {
    await services.oauth.removeClient(caller, id);
    return deleted(id);
  },
});

/** What was granted to which program, and ending it. */
export const oauthOperations = [
  listOauthGrants,
  deleteOauthGrant,
  listOauthClients,
  deleteOauthClient,
];
