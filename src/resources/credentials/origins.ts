import { getDomain, getPublicSuffix } from 'tldts';

/** An origin in its one form, or what is wrong with it. */
export type CheckedOrigin = { readonly origin: string } | { readonly problem: string };

const PROBLEM = 'must be an origin, such as https://login.example.com or *.example.com';
const PRIVATE = { allowPrivateDomains: true };

/** An https origin, or `*.` and a name that somebody owns: never everything below a public suffix. */
export function checkOrigin(given: string): CheckedOrigin {
  const text = given.trim().toLowerCase();
  if (text.startsWith('*.')) return checkBelow(text.slice(2));
  if (!URL.canParse(text.includes('://') ? text : `https://${text}`)) return { problem: PROBLEM };
  const url = new URL(text.includes('://') ? text : `https://${text}`);
  const isOrigin = url.protocol === 'https:' && url.pathname === '/' && url.search === '';
  if (!isOrigin || url.username !== '' || url.hash !== '') return { problem: PROBLEM };
  return { origin: url.origin };
}

function checkBelow(name: string): CheckedOrigin {
  if (getPublicSuffix(name, PRIVATE) === name)
    return { problem: 'must not be everything below a public suffix' };
  if (!/^[a-z0-9.-]+$/.test(name) || getDomain(name, PRIVATE) === null) return { problem: PROBLEM };
  return { origin: `*.${name}` };
}
