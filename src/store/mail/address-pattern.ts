import { domainToASCII } from 'node:url';

// RFC 5321 section 4.5.3.1: octets of a local part and of a domain.
const MAX_LOCAL_PART = 64;
/** Octets of the longest domain there can be. */
export const MAX_DOMAIN = 253;

const DOMAIN = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
// No blanks, controls, quotes, brackets or second @: none of them is in an address people list.
const LOCAL_PART = /^[^\s@"<>,;:\\\p{Cc}]+$/u;

/** An address or domain as lists keep it, in lower case with A-labels; null when it is neither. */
export function parsePattern(text: string): string | null {
  const { localPart, domain } = splitAddress(text.trim());
  if (domain.length > MAX_DOMAIN || !DOMAIN.test(domain)) return null;
  if (localPart === '') return domain;
  return localPart.length <= MAX_LOCAL_PART && LOCAL_PART.test(localPart)
    ? `${localPart}@${domain}`
    : null;
}

/** Both sides of the last @ in the one spelling that is compared; without an @, a domain alone. */
export function splitAddress(address: string): { localPart: string; domain: string } {
  const at = address.lastIndexOf('@');
  return {
    localPart: address.slice(0, Math.max(at, 0)).toLowerCase(),
    domain: asciiDomain(address.slice(at + 1)),
  };
}

// Outside ASCII only: the conversion costs more than the rest, and refuses what it does not know.
function asciiDomain(domain: string): string {
  const lower = domain.toLowerCase();
  const bare = lower.endsWith('.') ? lower.slice(0, -1) : lower;
  return /^[\x00-\x7f]*$/.test(bare) ? bare : domainToASCII(bare) || bare;
}

/** An address as suppressions hold it: in lower case, the domain as A-labels. */
export function addressKey(address: string): string {
  const { localPart, domain } = splitAddress(address.trim());
  return `${localPart}@${domain}`;
}
