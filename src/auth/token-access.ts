import { AppError, forbidden } from '../errors.js';
import type { Caller } from './caller.js';
import type { GrantPrincipal } from './principal.js';
import { oauthNameOf, type KeyScope } from './scopes.js';

/** 403 with the challenge of RFC 6750 section 3.1: who signs in once more can get what is missing. */
class InsufficientScope extends AppError {
  constructor(missing: string, held: readonly string[]) {
    const scope = [...held, missing].join(' ');
    super(403, `This token lacks the scope ${missing}: sign in again and allow it`, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
}

/**
 * Whether a token may call an operation. Tokens have the scopes of docs/oauth.md, and no others.
 * @throws AppError 403: with a `WWW-Authenticate` header where the person who signed in could grant what is
 * missing, else one that asks for an API key.
 */
export function requireGranted(
  { scopes }: Pick<Caller, 'scopes'>,
  { keyScopes }: GrantPrincipal,
  access: KeyScope | 'any-key',
): void {
  if (access === 'any-key') throw forbidden(`${NO_TOKEN}; use an API key`);
  const held = scopes ?? [];
  if (held.includes(access)) return;
  const name = oauthNameOf(access);
  if (name === null) throw forbidden(`${NO_TOKEN}; use an API key with the scope ${access}`);
  if (keyScopes !== null && !keyScopes.includes(access))
    throw forbidden(`The API key behind this token lacks the scope ${name}; use another API key`);
  throw new InsufficientScope(
    name,
    held.map(oauthNameOf).filter((it) => it !== null),
  );
}

const NO_TOKEN = 'OAuth tokens cannot do this';
