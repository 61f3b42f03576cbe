import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network and how many of its leading bits count. */
export type AddressRange = readonly [network: Address, bits: number];

/** Which addresses may be connected to. */
export interface AddressRules {
  /** `address` is an address as sockets and the DNS write it; everything else is not permitted. */
  permits(address: string): boolean;
  /** Whether it is permitted because the operator opened it. */
  opens(address: string): boolean;
  /** Whether the operator opened anything. */
  readonly opensAny: boolean;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;
const FORM = /^([^/]+)(?:\/(\d{1,3}))?$/;

// RFC 4291 section 2.4: what is routed between networks. Everything else in IPv6 is special.
const GLOBAL_UNICAST = range('2000::/3');
// Looks public, and answers virtual machines of Azure with their settings.
const METADATA = range('168.63.129.16');
// RFC 6052 section 2.1: a network with IPv6 alone reaches all of IPv4 by it.
const NAT64 = range('64:ff9b::/96');
// RFC 4291 section 2.5.5.2.
const MAPPED = range('::ffff:0:0/96');

/** An address or CIDR range; null for what is neither, and for IPv4 ranges written as IPv6. */
export function parseRange(text: string): AddressRange | null {
  const [, network = '', bits] = FORM.exec(text) ?? [];
  const address = parseAddress(network);
  if (!address || isIn(address, MAPPED)) return null;
  const most = BITS[address.kind()];
  const length = bits === undefined ? most : Number(bits);
  return length <= most ? [address, length] : null;
}

/**
 * Public addresses are permitted, and what `allowed` opens. Loopback, private, link-local, shared
 * (CGNAT), multicast, documentation, benchmarking and reserved ones are not; nor are those that lead
 * through a tunnel to an IPv4 address that is not seen here (6to4, Teredo). Mapped (`::ffff:a.b.c.d`)
 * and NAT64 addresses are what the IPv4 address in them is.
 */
export function createAddressRules(allowed: readonly AddressRange[]): AddressRules {
  const isOpened = (address: Address) =>
    [address, reachedBy(address)].some((one) => allowed.some((range) => isIn(one, range)));
  return {
    permits(text) {
      const address = parseAddress(text);
      return address !== null && (isPublic(reachedBy(address)) || isOpened(address));
    },
    opens(text) {
      const address = parseAddress(text);
      return address !== null && isOpened(address);
    },
    opensAny: allowed.length > 0,
  };
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? !isIn(address, METADATA) : isIn(address, GLOBAL_UNICAST);
}

/** The IPv4 address that carries the connection in the end; `address` itself otherwise. */
function reachedBy(address: Address): Address {
  const embeds = isIn(address, MAPPED) || isIn(address, NAT64);
  return embeds ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}

const isIn = (address: Address, [network, bits]: AddressRange) =>
  address.kind() === network.kind() && address.match(network, bits);

/** Null with a zone: whoever names an interface means a network of this machine. */
function parseAddress(text: string): Address | null {
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 0) return null;
  if (version === 4) return ipaddr.IPv4.parse(text);
  // ipaddr.js reads `::a.b.c.d` as mapped, which it is not; this writes all groups as such.
  return ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

function range(text: string): AddressRange {
  const [network = '', bits] = text.split('/');
  const address = ipaddr.parse(network);
  return [address, Number(bits ?? BITS[address.kind()])];
}
