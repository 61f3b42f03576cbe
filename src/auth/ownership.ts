import { forbidden, notFound } from '../errors.js';
import type { Caller } from './caller.js';

/** What decides which rows a caller may see: its organization and, when bound, its inboxes. */
export type Reach = Pick<Caller, 'orgId' | 'allowedInboxIds'>;

/**
 * `row`, when it is there and the organization's. The one place that tells 404 from 403.
 * @throws AppError 404 when there is none, 403 when another organization owns it.
 */
export function own<Row extends { readonly orgId: string }>(
  orgId: string,
  row: Row | null | undefined,
  noun: string,
): Row {
  if (!row) throw notFound(noun);
  if (row.orgId !== orgId) throw forbidden(`${noun} belongs to another organization`);
  return row;
}

/** Whether a key bound to inboxes is bound to this one too. */
export const reaches = ({ allowedInboxIds }: Reach, inboxId: string): boolean =>
  allowedInboxIds === null || allowedInboxIds.includes(inboxId);

/** @throws AppError 403 when the caller's key is bound to other inboxes. */
export function mayReach(reach: Reach, inboxId: string): void {
  if (!reaches(reach, inboxId)) throw forbidden('This key is bound to other inboxes');
}

/** @throws AppError 403 for a key that does not stand for the organization as a whole, whose `what` is. */
export function requireWholeOrg({ allowedInboxIds }: Reach, what: string): void {
  if (allowedInboxIds !== null)
    throw forbidden(`This key is bound to inboxes; ${what} belong to the whole organization`);
}

/**
 * An inbox the caller may use: its organization's and on its allow-list.
 * @throws AppError 404 or 403
 */
export function ownInbox<Row extends { readonly orgId: string; readonly id: string }>(
  reach: Reach,
  row: Row | null | undefined,
): Row {
  const inbox = own(reach.orgId, row, 'Inbox');
  mayReach(reach, inbox.id);
  return inbox;
}

/**
 * What belongs to an inbox (an email, a thread): its organization's, of an inbox on the allow-list.
 * @throws AppError 404 or 403
 */
export function ownOfInbox<Row extends { readonly orgId: string; readonly inboxId: string }>(
  reach: Reach,
  row: Row | null | undefined,
  noun: string,
): Row {
  const owned = own(reach.orgId, row, noun);
  mayReach(reach, owned.inboxId);
  return owned;
}
