import { SCOPE_ALIASES, type KeyScope } from '../auth/scopes.js';
import type { Access, AnyOperation } from './operation.js';

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
