import { forbidden } from '../errors.js';
import type { Caller } from './caller.js';

/** @throws AppError 403 for who may not decide about approvals: programs, and keys that are bound to inboxes */
export function requireDecider({ principal, allowedInboxIds }: Caller): void {
  if (principal.kind !== 'key' || allowedInboxIds !== null)
    throw forbidden('Approvals are decided with an API key that is not bound to inboxes');
}

/** @throws AppError 403 for the key that asked, where another has to decide */
export function requireOther(
  keyId: string,
  { separate, requestedBy }: { readonly separate: boolean; readonly requestedBy: string },
): void {
  if (separate && requestedBy === keyId)
    throw forbidden('The key that asked may not decide; use another key');
}
