import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';

const WITH_PRIVATE = { allowPrivateDomains: true };
const MAX_DOMAIN = 253;

/** The domain of an address in A-labels, lower case; null when it has none that the DNS could hold. */
export function domainOf(address: string): string | null {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, ''));
  return domain === '' || domain.length > MAX_DOMAIN ? null : domain.toLowerCase();
}

/** The organizational domain (RFC 7489 section 3.2); null for a public suffix or a bare name. */
export const organizationOf = (domain: string): string | null => getDomain(domain, WITH_PRIVATE);

/** Whether an authenticated domain speaks for the domain of the From address (RFC 7489 section 3.1). */
export function isAligned(authenticated: string, from: string, strict: boolean): boolean {
  const domain = domainOf(authenticated);
  if (domain === null) return false;
  if (domain === from) return true;
  const organization = organizationOf(domain);
  return !strict && organization !== null && organization === organizationOf(from);
}
