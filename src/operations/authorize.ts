import { unauthorized } from '../errors.js';
import type { Caller } from '../auth/caller.js';
import { requireScope, SCOPE_ALIASES, type KeyScope } from '../auth/scopes.js';
import type { Access, AnyOperation } from './operation.js';

/**
 * Whether `caller` may run an operation; whose data it then sees is decided by the services.
 * @throws AppError 401 without a key, 403 that names the missing scope.
 */
export function authorize(caller: Caller, { access }: Pick<AnyOperation, 'access'>): void {
  if (!needsKey(access)) return;
  if (caller.keyId === null) throw unauthorized();
  if (access !== 'any-key') requireScope(caller, access);
}

/** Whether an operation is for callers with an API key (or token) only. */
export const needsKey = (access: Access): access is 'any-key' | KeyScope =>
  access !== 'public' && access !== 'inbound-secret';

/** Which operations each scope opens, with its OAuth equals: a table for documents and people. */
export function scopeTable(operations: readonly AnyOperation[]) {
  const scopes = new Map<KeyScope, { equals: string[]; operations: string[] }>();
  for (const { access, name } of operations) {
    if (!needsKey(access) || access === 'any-key') continue;
    const row = scopes.get(access) ?? { equals: equalsOf(access), operations: [] };
    row.operations.push(name);
    scopes.set(access, row);
  }
  return scopes;
}

const equalsOf = (scope: KeyScope) =>
  Object.keys(SCOPE_ALIASES).filter((name) => SCOPE_ALIASES[name] === scope);
