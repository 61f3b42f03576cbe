import { getDomain } from 'tldts';
import { domainOf } from './mail-address.js';

/** The site that a host belongs to; two users of one hosting site are two. */
export const siteOf = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true });

/** Whether a host is that of a sender's address. */
export function isHostOf(sender: string, host: string): boolean {
  const domain = domainOf(sender);
  return host === domain || host === `www.${domain}`;
}

/** Tells whether hosts belong to the site of a sender's address. */
export function createSenderSite(sender: string): (host: string) => boolean {
  const domain = domainOf(sender);
  const own = siteOf(domain) ?? '';
  const isRelated = (host: string) =>
    host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`);
  return (host) => domain !== '' && (isRelated(host) || own === siteOf(host));
}
