import type { DeliverySource } from '../../store/mail/delivery.js';
import { clip } from '../../mail/text/safe-text.js';

/**
 * The Received header of a delivery without its `for` clause, fixed when the mail is accepted
 * (RFC 5321 section 4.4). Each reader's copy gets the clause of its own recipient.
 */
export function traceLine(source: DeliverySource, domain: string, at: Date): string {
  const helo = clean(source.helo) || 'unknown';
  return [
    `from ${helo} (${addressLiteral(source.remoteAddress)})`,
    `by ${domain} with ${source.protocol} id ${clean(source.id)}`,
    at.toUTCString().replace('GMT', '+0000'),
  ].join('\n');
}

/** What SPF will look at: the mail server that sent the message, and its name. */
export const origin = ({ originAddress, remoteAddress, helo }: DeliverySource) => ({
  remoteIp: originAddress === undefined ? remoteAddress : originAddress,
  helo: clean(helo),
});

// RFC 5321 section 4.1.3: an IPv6 literal names itself.
const addressLiteral = (address: string) =>
  address.includes(':') ? `[IPv6:${address}]` : `[${address}]`;

const clean = (word: string) => clip(word.replace(/[^\x21-\x7e]|[()<>;\\]/g, ''), 255);
