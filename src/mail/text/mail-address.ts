import { domainToASCII } from 'node:url';

/** What hosts of URLs have no characters of. */
const OTHER = /[^\0-\x7f]/;

/** What stands before the last `@` of an address; '' without one. */
export const localPartOf = (address: string): string =>
  address.slice(0, Math.max(0, address.lastIndexOf('@')));

/** Its domain as hosts of URLs are written, in lower case and ASCII; of what has no `@`, all of it. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return OTHER.test(domain) ? domainToASCII(domain) || domain : domain;
}
