/** DNS names ignore case (RFC 4343) and a final dot. */
export const dnsName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Whether `name` is `zone` or below it, both as `dnsName` leaves them. */
export const isBelow = (name: string, zone: string): boolean =>
  name === zone || name.endsWith(`.${zone}`);
