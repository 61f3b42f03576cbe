import { domainToASCII } from 'node:url';
import type { Mailbox } from '../analysis.js';

// RFC 5321 section 4.5.3.1: octets of a local part and of a path without its brackets.
const MAX_LOCAL_PART = 64;
const MAX_ADDRESS = 254;
const MAX_NAME = 200;
// RFC 5321 section 4.1.2 dot-string, and beyond ASCII RFC 6531 section 3.3. No quoted local parts:
// programs read them in different ways.
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+$/iu;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// An encoded word (RFC 2047): many programs decode it, though it means nothing in an address.
const ENCODED = /=\?[^?]+\?[bq]\?/i;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;
// Without quotes these have a meaning in an address list.
const SPECIALS = /[()<>[\]:;@\\,"]/;

/**
 * The one mailbox that `text` names: `user@example.com` or `Name <user@example.com>`, the domain in
 * lower case with A-labels. Null for lists, groups, comments and whatever two programs may read in two
 * ways: what is checked here is what RCPT gets.
 */
export function parseStrictAddress(text: string): Mailbox | null {
  const trimmed = text.trim();
  if (INVISIBLE.test(trimmed)) return null;
  if (!trimmed.endsWith('>')) return mailbox(null, trimmed);
  const open = trimmed.lastIndexOf('<');
  if (open < 0) return null;
  const name = displayName(trimmed.slice(0, open).trim());
  return name === undefined ? null : mailbox(name, trimmed.slice(open + 1, -1));
}

/** A name as it is meant; null when there is none, undefined when it cannot be one. */
function displayName(text: string): string | null | undefined {
  if (text === '') return null;
  if (text.length > MAX_NAME) return undefined;
  const quoted = QUOTED.exec(text);
  if (quoted) return quoted[1]!.replace(/\\(["\\])/g, '$1').trim() || null;
  return SPECIALS.test(text) ? undefined : text;
}

function mailbox(name: string | null, text: string): Mailbox | null {
  const at = text.indexOf('@');
  const localPart = text.slice(0, Math.max(at, 0));
  const domain = asciiDomain(text.slice(at + 1));
  if (!isLocalPart(localPart) || domain === null) return null;
  const address = `${localPart}@${domain}`;
  return Buffer.byteLength(address) <= MAX_ADDRESS ? { name, address } : null;
}

const isLocalPart = (text: string) =>
  text !== '' &&
  !ENCODED.test(text) &&
  Buffer.byteLength(text) <= MAX_LOCAL_PART &&
  text.split('.').every((atom) => LOCAL_PART.test(atom));

/** A host name of two labels or more; null for anything else. */
function asciiDomain(text: string): string | null {
  // The conversion would turn other dots, escapes and blanks into something else.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(text)) return null;
  const ascii = domainToASCII(text.toLowerCase());
  const labels = ascii.split('.');
  if (labels.length < 2 || !labels.every((one) => LABEL.test(one))) return null;
  // All digits: an address of a machine.
  return /^\d+$/.test(labels.at(-1)!) ? null : ascii;
}
