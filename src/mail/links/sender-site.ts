import { getDomain } from 'tldts';

/** How a host belongs to that of a sender: the same one, another of the same site, or a stranger. */
export type Site = 'same' | 'related' | 'other';

/** Two users of one hosting site are two sites. */
const SITES = { allowPrivateDomains: true };

/** Tells how hosts belong to the address of a sender; each host is looked up once. */
export function createSenderSite(sender: string): (host: string) => Site {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  const known = new Map<string, Site>();
  let own: string | null | undefined;
  return (host) => {
    const found = known.get(host);
    if (found) return found;
    const isSame = host === domain || host === `www.${domain}`;
    const site = isSame ? 'same' : isRelated(host) ? 'related' : 'other';
    known.set(host, site);
    return site;
  };

  function isRelated(host: string): boolean {
    if (domain === '') return false;
    if (host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)) return true;
    own = own === undefined ? getDomain(domain, SITES) : own;
    return own !== null && getDomain(host, SITES) === own;
  }
}
