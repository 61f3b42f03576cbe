import { DnsFailure } from '../dns/answer.js';
import { dnsName } from '../dns/names.js';
import { clip } from '../mail/text/safe-text.js';
import {
  keyText,
  selectorName,
  type DomainRecord,
  type MailZone,
} from '../resources/domains/records.js';
import type { NamedResolver } from '../resources/domains/resolvers.js';
import type { PublishedKey } from '../dkim/published.js';
import type { ServiceKey } from '../dkim/service-key.js';
import { zoneLine } from '../resources/domains/zone-file.js';

/** What the operator publishes once, for all domains; null for the key where there is no organization yet. */
export function operatorRecords(zone: MailZone, key: ServiceKey | null): DomainRecord[] {
  const { mailDomain, mxHosts } = zone;
  const hosts = mxHosts.map((host) => `a:${host}`).join(' ');
  const text = (name: string, value: string): DomainRecord => ({ type: 'TXT', name, value });
  return [
    ...mxHosts.map((value, index): DomainRecord => ({
      type: 'MX',
      name: mailDomain,
      value,
      priority: (index + 1) * 10,
    })),
    text(`_spf.${mailDomain}`, `v=spf1 ${hosts} ~all`),
    text(mailDomain, `v=spf1 include:_spf.${mailDomain} ~all`),
    text(`_dmarc.${mailDomain}`, 'v=DMARC1; p=none'),
    ...(key ? [text(selectorName(key.selector, mailDomain), keyText(key.publicKey))] : []),
  ];
}

/**
 * What resolvers are asked for: what the operator publishes, an address of each mail exchanger, and the key of
 * MAIL_DOMAIN where those of all domains are, which shows that the delegation leads there.
 */
export function checkedRecords(zone: MailZone, key: ServiceKey | null): CheckedRecord[] {
  const addresses = zone.mxHosts.map((name) => ({ type: 'A' as const, name, value: 'an address' }));
  const delegated = key && {
    type: 'TXT' as const,
    name: `${key.label}.${zone.dkimZone}`,
    value: keyText(key.publicKey),
  };
  return [...operatorRecords(zone, key), ...addresses, ...(delegated ? [delegated] : [])];
}

/** The operator's own zone, with what only the operator knows as comments. */
export function operatorZone(zone: MailZone, key: ServiceKey | null): string {
  const { dkimZone, nameserver, mxHosts } = zone;
  return [
    '; Hosts that take mail: each needs an address of this installation.',
    ...mxHosts.map((host) => `; ${host}. 3600 IN A <address of the SMTP server>`),
    '; What _spf names may send; add the relay of OUTBOUND_URL, if there is one.',
    ...operatorRecords(zone, key).map(zoneLine),
    '; Keys of all domains, answered by the role dns; its host needs an address as well.',
    `${dkimZone}. 3600 IN NS ${nameserver}.`,
    `; ${nameserver}. 3600 IN A <address of the role dns, port 53>`,
  ].join('\n');
}

/** The keys of all domains, for who delegates nothing. */
export const keyLines = (zone: MailZone, keys: readonly PublishedKey[]): string =>
  keys
    .map(({ label, publicKey, isRevoked }) => ({
      type: 'TXT' as const,
      name: `${label}.${zone.dkimZone}`,
      value: keyText(isRevoked ? '' : publicKey),
    }))
    .map(zoneLine)
    .join('\n');

/** A record that resolvers are asked for. */
export interface CheckedRecord extends Omit<DomainRecord, 'type'> {
  readonly type: DomainRecord['type'] | 'A';
}

// Characters of a value.
const SHOWN_LENGTH = 60;

/** What resolvers say of records, a line each, and whether all of them are there. */
export async function checkRecords(
  resolvers: readonly NamedResolver[],
  records: readonly CheckedRecord[],
): Promise<{ readonly isRight: boolean; readonly said: string }> {
  const checked = await Promise.all(
    records.map(async (record) => {
      const seen = await Promise.all(resolvers.map((resolver) => isSeen(resolver, record)));
      const count = seen.filter(Boolean).length;
      return { record, count, isRight: count * 2 > resolvers.length };
    }),
  );
  return {
    isRight: checked.every(({ isRight }) => isRight),
    said: checked
      .map(({ record: { type, name, value }, count, isRight }) => {
        const verdict = isRight ? 'ok     ' : 'missing';
        return `${verdict} ${type} ${name} ${clip(value, SHOWN_LENGTH)} (${count} of ${resolvers.length} resolvers)`;
      })
      .join('\n'),
  };
}

/** Whether a resolver sees the record; where the operator decides the text, one of its kind will do. */
async function isSeen(resolver: NamedResolver, { type, name, value }: CheckedRecord) {
  try {
    const { records } = await resolver.ask({ name, type });
    if (type === 'A') return records.length > 0 || (await hasIPv6(resolver, name));
    return records.some((record) => {
      if (typeof record === 'string') return dnsName(record) === value;
      if ('exchange' in record) return dnsName(record.exchange) === value;
      return isOfKind(record.join(''), value);
    });
  } catch (error) {
    if (error instanceof DnsFailure) return false;
    throw error;
  }
}

async function hasIPv6(resolver: NamedResolver, name: string): Promise<boolean> {
  return (await resolver.ask({ name, type: 'AAAA' })).records.length > 0;
}

const KIND = /^v=(spf1|DMARC1)\b/i;

function isOfKind(found: string, wanted: string): boolean {
  const kind = KIND.exec(wanted)?.[0].toLowerCase();
  const include = /include:\S+/.exec(wanted)?.[0];
  if (kind === undefined) return found.replaceAll(' ', '') === wanted.replaceAll(' ', '');
  return found.toLowerCase().startsWith(kind) && (include === undefined || found.includes(include));
}
