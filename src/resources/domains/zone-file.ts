import { keyText, recordsOf, type DomainRecord } from './records.js';
import type { DomainView } from './view.js';

// Characters of a string of a TXT record (RFC 1035 section 3.3).
const STRING = 255;
const TTL_SECONDS = 3_600;

/** A record as a line of a zone file (RFC 1035 section 5), with absolute names. */
export function zoneLine({ type, name, value, priority }: DomainRecord): string {
  const data = type === 'TXT' ? quotedStrings(value) : `${value}.`;
  const preference = priority === undefined ? '' : `${priority} `;
  return `${name}. ${TTL_SECONDS} IN ${type} ${preference}${data}`;
}

/** A text in strings of at most 255 characters. */
export function quotedStrings(text: string): string {
  const strings = text.match(new RegExp(`.{1,${STRING}}`, 'gs')) ?? [''];
  return strings.map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
}

/** All records of a domain, as DNS hosts import them. */
export function zoneFile({ domain, keys, zone }: DomainView): string {
  const records = recordsOf({ ...domain, dkim: keys.signing }, zone);
  const { name } = records.dkim;
  const key = zoneLine({ type: 'TXT', name, value: keyText(keys.signing.publicKey) });
  const lines = [
    `; Records of ${domain.domain}`,
    `; An SPF or DMARC record that is there already is to be changed, not repeated.`,
    ...Object.values(records as object as Record<string, DomainRecord | DomainRecord[]>)
      .flat()
      .map(zoneLine),
    '; In place of the CNAME record, where the DNS host takes none there:',
    `; ${key}`,
  ];
  return `${lines.join('\n')}\n`;
}
