import { forbidden, notFound } from '../errors.js';
import type { Caller } from './caller.js';

/** What decides which rows a caller may see: its organization and, when bound, its inboxes. */
export type AccessScope = Pick<Caller, 'orgId' | 'allowedInboxIds'>;

/**
 * `row`, when it is there and the organization's. The one place that tells 404 from 403.
 * @throws AppError 404 when there is none, 403 when another organization owns it.
 */
export function requireOwned<Row extends { readonly orgId: string }>(
  orgId: string,
  row: Row | null | undefined,
  noun: string,
): Row {
  if (!row) throw notFound(noun);
  if (row.orgId !== orgId) throw forbidden(`${noun} belongs to another organization`);
  return row;
}

/** Whether a key bound to inboxes is bound to this one too. */
export const canAccess = ({ allowedInboxIds }: AccessScope, inboxId: string): boolean =>
  allowedInboxIds === null || allowedInboxIds.includes(inboxId);

/** @throws AppError 403 when the caller's key is bound to other inboxes. */
export function requireAccess(access: AccessScope, inboxId: string): void {
  if (!canAccess(access, inboxId)) throw forbidden('This key is bound to other inboxes');
}

/** @throws AppError 403 for a key that does not stand for the organization as a whole, whose `what` is. */
export function requireWholeOrg({ allowedInboxIds }: AccessScope, what: string): void {
  if (allowedInboxIds !== null)
    throw forbidden(`This key is bound to inboxes; ${what} belong to the whole organization`);
}

/**
 * An inbox the caller may use: its organization's and on its allow-list.
 * @throws AppError 404 or 403
 */
export function requireInbox<Row extends { readonly orgId: string; readonly id: string }>(
  access: AccessScope,
  row: Row | null | undefined,
): Row {
  const inbox = requireOwned(access.orgId, row, 'Inbox');
  requireAccess(access, inbox.id);
  return inbox;
}

/**
 * What belongs to an inbox (an email, a thread): its organization's, of an inbox on the allow-list.
 * @throws AppError 404 or 403
 */
export function requireOwnedOfInbox<
  Row extends { readonly orgId: string; readonly inboxId: string },
>(access: AccessScope, row: Row | null | undefined, noun: string): Row {
  const owned = requireOwned(access.orgId, row, noun);
  requireAccess(access, owned.inboxId);
  return owned;
}
