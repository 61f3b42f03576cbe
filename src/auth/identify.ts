import type { IncomingHttpHeaders } from 'node:http';
import { anonymous, bearerOf, equalSecrets, type Authenticator } from './authenticate.js';
import type { Caller } from './caller.js';

/**
 * What callers can show: an API key or a token of the REST interface, the same of the tool server, or the
 * secret of the mail server.
 */
export type Credential = 'api-key' | 'tools' | 'inbound-secret';

/** Tells who calls by what a request shows. @throws AppError 503 when storage is away */
export type Identify = (
  credential: Credential,
  headers: IncomingHttpHeaders,
  address: string,
) => Promise<Caller>;

interface IdentifyDeps {
  readonly authenticator: Authenticator;
  /** Null: the inbound route is closed. */
  readonly inboundSecret: string | null;
}

/** Callers of HTTP, by API keys, tokens and the inbound secret; whoever shows nothing valid is nobody. */
export function createIdentify({ authenticator, inboundSecret }: IdentifyDeps): Identify {
  const holdsSecret = (headers: IncomingHttpHeaders) => {
    const given = bearerOf(headers);
    return inboundSecret !== null && given !== null && equalSecrets(given, inboundSecret);
  };
  return async (credential, headers, address) => {
    if (credential === 'inbound-secret')
      return anonymous(address, holdsSecret(headers) ? { kind: 'mail-server' } : shown(headers));
    const audience = credential === 'tools' ? 'tools' : 'rest';
    const caller = await authenticator.identify(headers, address, audience);
    return caller ?? anonymous(address, shown(headers));
  };
}

const shown = (headers: IncomingHttpHeaders) => ({
  kind: 'nobody' as const,
  showedSomething: Boolean(headers['x-api-key'] || headers.authorization),
});
