import type { ListKind } from '../vocabulary.js';
import { MAX_DOMAIN, splitAddress } from './address-pattern.js';

/** An entry of a receive list, as far as one inbox is concerned. */
export interface ReceiveRule {
  /** Null: the entry is the organization's. */
  readonly inbox_id: string | null;
  readonly kind: ListKind;
  readonly pattern: string;
}

/** Whom a mail is from. Empty: the null sender, or no readable From header. */
export interface Senders {
  readonly envelopeFrom: string;
  readonly headerFrom: string;
}

/** What lists do with a mail. */
export type ListVerdict = 'accepted' | 'blocked';

/**
 * What the receive lists of an inbox and of its organization do with a mail.
 *
 * Block beats allow, the inbox beats the organization, and an allow list with entries refuses everyone
 * else. Either sender is blocked; only the From header is allowed (docs/interface.md, Lists of senders).
 */
export function decide(rules: readonly ReceiveRule[], senders: Senders): ListVerdict {
  // Most organizations have no lists: nothing is taken apart for them.
  if (rules.length === 0) return 'accepted';
  const header = new Set(coveringPatterns(senders.headerFrom));
  const either = new Set([...header, ...coveringPatterns(senders.envelopeFrom)]);
  const ofInbox = rules.filter(({ inbox_id }) => inbox_id !== null);
  const ofOrganization = rules.filter(({ inbox_id }) => inbox_id === null);
  return verdict(ofInbox, header, either) ?? verdict(ofOrganization, header, either) ?? 'accepted';
}

/** What the lists of one owner say; null when they leave it to the next. */
function verdict(
  rules: readonly ReceiveRule[],
  header: ReadonlySet<string>,
  either: ReadonlySet<string>,
): ListVerdict | null {
  let exclusive = false;
  let allowed = false;
  for (const { kind, pattern } of rules) {
    if (kind === 'block' && either.has(pattern)) return 'blocked';
    exclusive ||= kind === 'allow';
    allowed ||= kind === 'allow' && header.has(pattern);
  }
  if (!exclusive) return null;
  return allowed ? 'accepted' : 'blocked';
}

/** Every pattern that covers an address: itself, its domain and the domains above that. */
export function* coveringPatterns(address: string): Generator<string, void> {
  if (!address.includes('@')) return;
  const { localPart, domain } = splitAddress(address);
  yield `${localPart}@${domain}`;
  let dot = domain.length;
  // No listed domain is longer, and what a sender writes may be.
  while (dot > 0 && domain.length - dot <= MAX_DOMAIN) {
    dot = domain.lastIndexOf('.', dot - 1);
    yield domain.slice(dot + 1);
  }
}
