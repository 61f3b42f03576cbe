import { forbidden } from '../errors.js';

/** What a key may be allowed to do (docs/interface.md, Scopes). */
export const KEY_SCOPES = [
  'inboxes:read',
  'inboxes:write',
  'emails:read',
  'emails:write',
  'emails:send',
  'threads:write',
  'domains:manage',
  'smtp:manage',
  'routing:manage',
  'webhooks:manage',
  'vault:use',
  'vault:manage',
  'browser:use',
  'tasks:write',
  'approvals:decide',
  'ai:manage',
  'org:manage',
] as const;

/** A scope of an API key. */
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The OAuth names of the specification and the scopes they equal. */
export const SCOPE_ALIASES: Readonly<Record<string, KeyScope>> = {
  'inbox:read': 'inboxes:read',
  'inbox:write': 'inboxes:write',
  'email:read': 'emails:read',
  'email:send': 'emails:send',
  'domain:manage': 'domains:manage',
};

/** Every scope a token can have, as OAuth spells it. */
export const OAUTH_SCOPES: readonly string[] = Object.keys(SCOPE_ALIASES);

/** What a token gets where no scope is asked for. */
export const DEFAULT_OAUTH_SCOPES: readonly string[] = OAUTH_SCOPES.filter(
  (name) => name !== 'domain:manage',
);

/** How OAuth spells a scope; null for those no token can have. */
export const oauthNameOf = (scope: KeyScope): string | null =>
  OAUTH_SCOPES.find((name) => SCOPE_ALIASES[name] === scope) ?? null;

/** The OAuth scopes of a list separated by blanks, by either of their names; what else stands there means nothing. */
export const oauthScopesIn = (text: string): readonly string[] => {
  const asked = new Set(text.split(' '));
  return OAUTH_SCOPES.filter((name) => asked.has(name) || asked.has(SCOPE_ALIASES[name]!));
};

/** Those of `names` that a key with `scopes` can grant. */
export const grantable = (
  names: readonly string[],
  scopes: readonly KeyScope[] | null,
): readonly string[] =>
  names.filter((name) => scopes === null || scopes.includes(SCOPE_ALIASES[name]!));

/** @throws AppError 403 that names the scope a key lacks, and `why` it is needed */
export function requireScope(
  { scopes }: { readonly scopes: readonly KeyScope[] | null },
  scope: KeyScope,
  why = '',
): void {
  if (scopes === null || scopes.includes(scope)) return;
  throw forbidden(`This key lacks the scope ${scope}${why}`);
}

const KNOWN: ReadonlySet<string> = new Set(KEY_SCOPES);

/** The scope a name stands for, by its own name or its OAuth equal; null when there is none. */
export function toKeyScope(name: string): KeyScope | null {
  if (KNOWN.has(name)) return name as KeyScope;
  return Object.hasOwn(SCOPE_ALIASES, name) ? (SCOPE_ALIASES[name] ?? null) : null;
}
