import type { Authenticator } from '../auth/authenticate.js';
import { takeRegistration } from '../auth/rate-limits.js';
import type { Config } from '../config.js';
import { createDocumentFetch } from '../oauth/client-documents.js';
import type { Mount } from '../http/app.js';
import { addOAuth } from '../http/oauth.js';
import { createOAuth } from '../oauth/oauth.js';
import { OAuthStorage } from '../oauth/storage.js';
import type { Infrastructure } from './infrastructure.js';

/** What sign-in is told of the installation. */
export type OAuthSettings = Pick<
  Config,
  'OAUTH_APP_REDIRECTS' | 'OAUTH_CLIENT_METADATA' | 'OAUTH_REGISTRATIONS_PER_HOUR'
>;

/** What sign-in is built on. */
export interface OAuthParts {
  readonly infrastructure: Pick<Infrastructure, 'databases' | 'vault' | 'hashKey' | 'egress'>;
  readonly authenticator: Authenticator;
}

/** Builds sign-in, as it is mounted beside REST. */
export function mountOAuth(
  { infrastructure, authenticator }: OAuthParts,
  settings: OAuthSettings,
): Mount {
  const { databases, vault, hashKey, egress } = infrastructure;
  const storage = new OAuthStorage(databases.front);
  const perHour = settings.OAUTH_REGISTRATIONS_PER_HOUR;
  const create = createOAuth({
    storage,
    vault,
    authenticator,
    formKey: hashKey,
    countRegistration: (address) => takeRegistration(databases.front, perHour, address),
    appRedirects: settings.OAUTH_APP_REDIRECTS,
    fetchDocument: settings.OAUTH_CLIENT_METADATA
      ? createDocumentFetch({ send: egress.send, storage })
      : null,
  });
  return (router, { admission, publicUrl }) =>
    addOAuth(router, { admission, oauth: create(publicUrl) });
}
