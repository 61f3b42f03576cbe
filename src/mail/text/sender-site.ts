import { getDomain } from 'tldts';

/** How a host belongs to that of a sender: the same one, another of the same site, or a stranger. */
export type Site = 'same' | 'related' | 'other';

/** The site that a host belongs to; two users of one hosting site are two. */
export const siteOf = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true });

/** Tells how hosts belong to the address of a sender. */
export function createSenderSite(sender: string): (host: string) => Site {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  const own = siteOf(domain);
  const isRelated = (host: string) =>
    host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`) || (own ?? '') === siteOf(host);
  return (host) => {
    if (host === domain || host === `www.${domain}`) return 'same';
    return domain !== '' && isRelated(host) ? 'related' : 'other';
  };
}
