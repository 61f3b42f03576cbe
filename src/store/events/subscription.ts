import { EVENT_KINDS, showsMail } from './kinds.js';

const WILDCARD = /^(\*|[a-z_]+\.\*)$/;

/** Whether a subscription to `pattern` (`email.received`, `email.*` or `*`) covers events of `kind`. */
export const covers = (pattern: string, kind: string): boolean =>
  pattern === kind || (WILDCARD.test(pattern) && kind.startsWith(pattern.slice(0, -1)));

/** Whether there is a kind that `pattern` covers. */
export const isSubscribable = (pattern: string): boolean =>
  EVENT_KINDS.some((kind) => covers(pattern, kind));

/** Whether a subscription to `patterns` tells of mail. */
export const coversMail = (patterns: readonly string[]): boolean =>
  EVENT_KINDS.some((kind) => showsMail(kind) && patterns.some((pattern) => covers(pattern, kind)));

/** What decides whether a subscriber is told of an event. */
export interface Subscription {
  /** Kinds and wildcards. */
  readonly events: readonly string[];
  /** Inboxes it is limited to; null: whatever happens in the organization. */
  readonly inboxIds: readonly string[] | null;
}

/** Whether `subscription` is to be told of an event of `kind` that belongs to an inbox, or to none. */
export function wants(
  { events, inboxIds }: Subscription,
  { kind, inboxId }: { readonly kind: string; readonly inboxId: string | null },
): boolean {
  if (inboxIds !== null && (inboxId === null || !inboxIds.includes(inboxId))) return false;
  return events.some((pattern) => covers(pattern, kind));
}
