import type { Mailbox } from './analysis.js';
import { fold } from './fold.js';
import { splitTerms } from './lexicon.js';
import { SENDER_WORDS } from './words/sender-words.js';

/** What an address says of the mail that comes from it. */
export type SenderRole = keyof typeof SENDER_WORDS;

interface Stem {
  readonly word: string;
  readonly isOpen: boolean;
  readonly role: SenderRole;
}

const ROLES = Object.keys(SENDER_WORDS) as SenderRole[];
const STEMS: readonly Stem[] = ROLES.flatMap((role) =>
  splitTerms(SENDER_WORDS[role]).map((term) => ({
    word: term.replace('*', ''),
    isOpen: term.endsWith('*'),
    role,
  })),
);
const MAX_LOCAL = 64;

/** The roles that the local part of an address names. */
export function senderRoles({ address }: Mailbox): ReadonlySet<SenderRole> {
  const words = wordsOf(localPart(address));
  const named = STEMS.filter(({ word, isOpen }) =>
    words.some((own) => own === word || (isOpen && own.startsWith(word))),
  );
  return new Set(named.map(({ role }) => role));
}

/**
 * How much a sender looks like a person, as log odds: the address holds the name that is shown, and
 * the name is not that of the domain.
 */
export function personWeight(from: Mailbox): number {
  const local = wordsOf(localPart(from.address));
  const shown = wordsOf(from.name ?? '').filter((word) => word.length >= 3);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  const latin = shown.filter((word) => /^[a-z]+$/.test(word));
  const isNamed = latin.some((word) => local.some((own) => isSameName(own, word)));
  if (isNamed) return NAMED;
  const isDomain = latin.some((word) => word.length >= 4 && domain.includes(word));
  if (isDomain) return -NAMED;
  if (local.length === 2 && local.every((word) => /^[a-z]+$/.test(word))) return TWO_NAMES;
  return latin.length === 0 && shown.length > 0 ? UNKNOWN : 0;
}

const NAMED = 2.5;
const TWO_NAMES = 1.2;
/** A name in another script cannot be compared. */
const UNKNOWN = 0.6;

/** `fede` for Federica, `jl.tessier` for Tessier. */
const isSameName = (own: string, shown: string) =>
  own.length >= 3 && (shown.startsWith(own) || own.startsWith(shown) || own.endsWith(shown));

const localPart = (address: string) =>
  address.slice(0, Math.max(0, address.lastIndexOf('@'))).slice(0, MAX_LOCAL);

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
