import type { Caller } from '../auth/caller.js';
import { requireScope } from '../auth/scopes.js';
import { requireGranted } from '../auth/token-access.js';
import { unauthorized } from '../errors.js';
import type { AnyOperation } from './operation.js';

/**
 * Whether `caller` may run an operation; whose data it then sees is decided by the services.
 * @throws AppError 401 without a valid credential, 403 that names the missing scope.
 */
export function authorize(caller: Caller, { access }: Pick<AnyOperation, 'access'>): void {
  const { principal } = caller;
  if (access === 'public') return;
  if (access === 'inbound-secret') {
    if (principal.kind === 'mail-server') return;
    throw unauthorized('The inbound secret is missing or wrong');
  }
  if (principal.kind === 'nobody' && principal.showedSomething)
    throw unauthorized('The API key or token is not valid');
  if (principal.kind === 'grant') return requireGranted(caller, principal, access);
  if (principal.kind !== 'key') throw unauthorized();
  if (access !== 'any-key') requireScope(caller, access);
}
