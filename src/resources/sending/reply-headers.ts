import { parseStrictAddress } from '../../mail/mime/strict-address.js';
import type { Mailbox } from '../../mail/analysis.js';
import { untagged } from '../../store/mail/recipients.js';
import { mailboxesOf, type Original } from './originals.js';
import { clip } from '../../mail/text/safe-text.js';

// RFC 5322 sets no limit; programs that read them do.
const MAX_REFERENCES = 100;
const REPLY_PREFIX = /^\s*re\s*:/i;
const FORWARD_PREFIX = /^\s*fwd?\s*:/i;

/** The subject of an answer: `Re: ` stands in front once. */
export const replySubject = (subject: string): string =>
  REPLY_PREFIX.test(subject) ? subject : clipped(`Re: ${subject}`);

/** The subject of a forwarded mail: `Fwd: ` stands in front once. */
export const forwardSubject = (subject: string): string =>
  FORWARD_PREFIX.test(subject) ? subject : clipped(`Fwd: ${subject}`);

const clipped = (text: string) => {
  let out = text.replace(/[\r\n\0]+/g, ' ');
  while (Buffer.byteLength(out) > 998) out = clip(out, out.length - 1);
  return out;
};

/** What an answer refers to (RFC 5322 section 3.6.4). */
export function replyReferences({ message_id, in_reply_to, references_ids }: Original): {
  inReplyTo: string | null;
  references: string[];
} {
  if (message_id === null) return { inReplyTo: null, references: [] };
  // Without References, what the original answers is all that is known of the chain.
  const before = references_ids.length > 0 ? references_ids : in_reply_to ? [in_reply_to] : [];
  const chain = [...before.filter((id) => id !== message_id), message_id];
  // The first one tells where the conversation began.
  const references =
    chain.length > MAX_REFERENCES ? [chain[0]!, ...chain.slice(1 - MAX_REFERENCES)] : chain;
  return { inReplyTo: message_id, references };
}

/** The author, or where the author wants answers; with `all` everybody else too, but not `own`. */
export function replyRecipients(
  original: Original,
  own: string,
  all: boolean,
): Record<'to' | 'cc', readonly Mailbox[]> {
  const author = { name: original.from_name, address: original.from_address };
  const replyTo = mailboxesOf(original, 'reply-to');
  const received = replyTo.length > 0 ? replyTo : [author];
  // An answer to what was sent from here goes where that went.
  const to = distinct(original.direction === 'outbound' ? original.to_addresses : received);
  if (!all) return { to, cc: [] };
  const taken = new Set(to.map(keyOf).concat(untagged(own.toLowerCase())));
  const others = [...original.to_addresses, ...original.cc_addresses];
  return { to, cc: distinct(others).filter((one) => !taken.has(keyOf(one))) };
}

/** Mailboxes that can be written to, each once. */
function distinct(mailboxes: readonly Mailbox[]): Mailbox[] {
  const byKey = new Map<string, Mailbox>();
  for (const { name, address } of mailboxes) {
    const strict = parseStrictAddress(address);
    if (strict && !byKey.has(keyOf(strict)))
      byKey.set(keyOf(strict), { name: plainName(name), address: strict.address });
  }
  return [...byKey.values()];
}

const keyOf = ({ address }: Mailbox) => untagged(address.toLowerCase());

const plainName = (name: string | null) =>
  clip((name ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim(), 200) || null;
