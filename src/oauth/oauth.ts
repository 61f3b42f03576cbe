import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator } from '../auth/authenticate.js';
import type { Caller } from '../auth/caller.js';
import { unauthorized } from '../errors.js';
import type { Vault } from '../vault/vault.js';
import { addressesOf, PATHS } from './addresses.js';
import type { AuthorizationServer } from './authorization-server.js';
import { documentsOf, type OAuthDocument } from './documents.js';
import type { OAuthStorage } from './storage.js';

/** What OAuth is made of. */
export interface OAuthDeps {
  readonly storage: OAuthStorage;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly authenticator: Authenticator;
  /** Counts a registration. @throws AppError 429 */
  readonly countRegistration: (address: string) => Promise<void>;
  readonly formKey: Buffer;
  /** Redirect addresses of apps. */
  readonly appRedirects: readonly string[];
  /** Fetches metadata documents of clients; null: there are none. */
  readonly fetchDocument: ((url: string) => Promise<Response>) | null;
}

/** A route of OAuth. */
export interface OAuthRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What counts as a call without a credential: every request, for it is kept, or those that are refused. */
  readonly counts: 'all' | 'refused';
  /** Whether scripts of any origin may read what it answers. */
  readonly isOpen: boolean;
}

/** What a request was answered with; its headers are set already. */
export interface OAuthAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sign-in, as the HTTP front end mounts it. */
export interface OAuth {
  readonly routes: readonly OAuthRoute[];
  readonly documents: readonly OAuthDocument[];
  /** @throws AppError 429, 503 */
  answer(req: IncomingMessage, res: ServerResponse, caller: Caller): Promise<OAuthAnswer>;
}

/** Makes it, once it is known by which address clients come. */
export type CreateOAuth = (publicUrl: string) => OAuth;

const ROUTES: readonly OAuthRoute[] = [
  { method: 'GET', path: PATHS.authorize, counts: 'all', isOpen: false },
  { method: 'GET', path: `${PATHS.authorize}/:id`, counts: 'refused', isOpen: false },
  { method: 'GET', path: `${PATHS.signIn}/:id`, counts: 'refused', isOpen: false },
  { method: 'POST', path: `${PATHS.signIn}/:id`, counts: 'refused', isOpen: false },
  { method: 'POST', path: PATHS.register, counts: 'all', isOpen: true },
  { method: 'POST', path: PATHS.token, counts: 'refused', isOpen: true },
  { method: 'POST', path: PATHS.revoke, counts: 'refused', isOpen: true },
];

/** Sign-in behind its front end. */
export function createOAuth(deps: OAuthDeps): CreateOAuth {
  return (publicUrl) => {
    const addresses = addressesOf(publicUrl);
    // Loading it takes a third of a second and 30 MB, which who never signs in need not spend.
    let server: Promise<AuthorizationServer> | undefined;
    const load = async () => {
      const { createAuthorizationServer } = await import('./authorization-server.js');
      return createAuthorizationServer(publicUrl, deps);
    };
    return {
      routes: ROUTES,
      documents: documentsOf(addresses, { hasClientDocuments: deps.fetchDocument !== null }),
      async answer(req, res, { principal, orgId, address }) {
        const registrant = principal.kind === 'key' ? { orgId, keyId: principal.id } : null;
        if (pathOf(req) === PATHS.register) {
          // Registered as anybody's, it would not be what was asked for.
          if (principal.kind === 'nobody' && principal.showedSomething)
            throw unauthorized('The API key or token is not valid');
          await deps.countRegistration(address);
        }
        server ??= load();
        return (await server).answer(req, res, { registrant, address });
      },
    };
  };
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0];
