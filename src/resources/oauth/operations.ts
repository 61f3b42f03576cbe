import { anyPage, byId } from '../../operations/shapes.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { client, grant, presentClient, presentGrant } from './schema.js';
import type { OAuthService } from './service.js';

type OAuthServices = { readonly oauth: OAuthService };

const grants = operationsOn<OAuthServices>()({
  path: '/v1/oauth/grants',
  access: 'org:manage',
  item: grant,
  present: presentGrant,
});

const clients = operationsOn<OAuthServices>()({
  path: '/v1/oauth/clients',
  access: 'org:manage',
  item: client,
  present: presentClient,
});

/** What was granted to which program, and ending it. */
export const oauthOperations = [
  grants.list({
    name: 'listOauthGrants',
    summary: 'List who has access by OAuth: by which key, to what, and when it was last used.',
    input: anyPage,
    run: ({ caller, services }, paging) => services.oauth.listGrants(caller, paging),
  }),

  grants.remove({
    name: 'deleteOauthGrant',
    summary: 'End a grant; its tokens are refused and its open waits and streams end at once.',
    input: byId,
    run: ({ caller, services }, { id }) => services.oauth.endGrant(caller, id),
  }),

  clients.list({
    name: 'listOauthClients',
    summary:
      'List programs that were registered with a key of the organization, or have access to it.',
    input: anyPage,
    run: ({ caller, services }, paging) => services.oauth.listClients(caller, paging),
  }),

  clients.remove({
    name: 'deleteOauthClient',
    summary:
      'End every grant of a program, and forget it where a key of the organization registered it.',
    input: byId,
    run: ({ caller, services }, { id }) => services.oauth.removeClient(caller, id),
  }),
];
