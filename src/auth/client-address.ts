import ipaddr from 'ipaddr.js';

/** The address a request comes from: the TCP peer, or the client that trusted proxies name. */
export type ClientAddress = (peer: string, forwardedFor: string | undefined) => string;

type TrustedRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * `trusted` holds addresses and CIDR ranges. `X-Forwarded-For` is read from the right: what stands
 * left of the first address that is not a trusted proxy was written by the client itself.
 * @throws Error that names an entry which is neither.
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const ranges = trusted.map(parseRange);
  const isTrusted = (address: string) => matchesAny(address, ranges);

  return (peer, forwardedFor) => {
    const direct = canonical(peer) ?? peer;
    if (ranges.length === 0 || !forwardedFor || !isTrusted(direct)) return direct;
    let client = direct;
    for (const hop of forwardedFor.split(',').reverse()) {
      const address = canonical(withoutPort(hop.trim()));
      // Something that is no address was not written by a proxy of ours.
      if (address === null) return client;
      client = address;
      if (!isTrusted(client)) return client;
    }
    return client;
  };
}

function parseRange(text: string): TrustedRange {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new Error(`TRUSTED_PROXIES: ${text} is neither an address nor a range`);
  }
}

function matchesAny(text: string, ranges: readonly TrustedRange[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(
    ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
  );
}

/** One spelling for each address: an IPv4 client counts once, however the socket shows it. */
function canonical(text: string): string | null {
  // The usual case first: parsing costs more than the rest of a request's address work.
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text) && ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  return ipaddr.isValid(text) && text.includes(':') ? ipaddr.process(text).toString() : null;
}

// Some proxies add the client's port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
const withoutPort = (text: string) =>
  text.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
