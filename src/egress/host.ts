import { isIPv6 } from 'node:net';

// What ends a host in an address of the web, or escapes a character: none of it belongs in a host.
const NOT_IN_A_HOST = /[\s/\\@:?#%[\]]/;
const MAX_NAME = 253;

/**
 * A host in the one form that is checked and connected to: an address in its plain spelling (from
 * decimal, octal, hexadecimal, short and full-width ones as well), or an ASCII name in lower case
 * without final dot. Null for what is no host, which includes addresses with a zone.
 */
export function canonicalHost(text: string): string | null {
  const address = text.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(address)) return parsed(`[${address}]`)?.slice(1, -1) ?? null;
  const host = NOT_IN_A_HOST.test(text) ? undefined : parsed(text)?.replace(/\.$/, '');
  return host !== undefined && isName(host) ? host : null;
}

const isName = (host: string) => host.length <= MAX_NAME && host.split('.').every(Boolean);

/** Whether `host`, in canonical form, is this machine by its name (RFC 6761 section 6.3). */
export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost');

function parsed(host: string): string | null {
  const address = `https://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}
