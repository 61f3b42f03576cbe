import ipaddr from 'ipaddr.js';

/** What a client is counted by where something is limited per address. */
export interface CountedAddress {
  /** IPv4 and whatever is no address as it is; of IPv6 the /64, which is what one machine gets. */
  readonly narrow: string;
  /** The /48 of an IPv6 address, which is what one customer gets; null for all others. */
  readonly wide: string | null;
}

/** How many times what one address may, all of a /48 may together. */
export const WIDE_TIMES = 10;

const BITS_OF_PART = 16;

/** What `address` is counted by. An IPv4 address is the same in whatever way it is written. */
export function countedAddress(address: string): CountedAddress {
  if (!address.includes(':') || !ipaddr.isValid(address)) return { narrow: address, wide: null };
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return { narrow: parsed.toString(), wide: null };
  return { narrow: networkOf(parsed.parts, 64), wide: networkOf(parsed.parts, 48) };
}

/** The names under which it is counted, the narrow one first. */
export const namesOf = ({ narrow, wide }: CountedAddress): string[] =>
  wide === null ? [narrow] : [narrow, wide];

function networkOf(parts: readonly number[], bits: number): string {
  const kept = parts.slice(0, bits / BITS_OF_PART).map((part) => part.toString(16));
  return `${kept.join(':')}::/${bits}`;
}
