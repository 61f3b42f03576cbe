import type { Caller } from '../../auth/caller.js';
import { forbidden } from '../../errors.js';

/** What a key is good for; null = no limit. */
export type Grant = Pick<Caller, 'scopes' | 'allowedInboxIds' | 'allowedNamespaces'>;

/**
 * No key makes a stronger one, neither in what it may do nor in what it reaches.
 * @throws AppError 403 that says what is too much.
 */
export function checkGrant(caller: Pick<Caller, keyof Grant>, grant: Grant): void {
  const scope = excess(caller.scopes, grant.scopes);
  if (scope === 'all') throw forbidden('This key has scopes, so a key it creates needs scopes too');
  if (scope) throw forbidden(`This key lacks the scope ${scope}, so it cannot give it away`);
  const inbox = excess(caller.allowedInboxIds, grant.allowedInboxIds);
  if (inbox === 'all')
    throw forbidden(
      'This key is bound to inboxes, so a key it creates needs allowed_inbox_ids too',
    );
  if (inbox) throw forbidden('This key is bound to other inboxes');
  const namespace = excess(caller.allowedNamespaces, grant.allowedNamespaces);
  if (namespace === 'all')
    throw forbidden(
      'This key is bound to namespaces, so a key it creates needs allowed_namespaces too',
    );
  if (namespace) throw forbidden('This key is bound to other namespaces');
}

/** The first item asked for beyond those held; 'all' where there must be a limit; null when all is well. */
function excess(held: readonly string[] | null, asked: readonly string[] | null): string | null {
  if (held === null) return null;
  if (asked === null) return 'all';
  return asked.find((item) => !held.includes(item)) ?? null;
}
