/** A record that a domain is to have. Names and values are absolute, without the final dot. */
export interface DomainRecord {
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly name: string;
  readonly value: string;
  readonly priority?: number;
}

/** The records that decide, by the keys of the interface. */
export interface DomainRecords {
  readonly verification: DomainRecord;
  readonly mx: readonly DomainRecord[];
  readonly spf: DomainRecord;
  readonly dkim: DomainRecord;
  readonly dmarc: DomainRecord;
}

/** The name of a record, as answers have it. */
export type RecordKey = keyof DomainRecords;

/** The names of the records that decide, in the order of the interface. */
export const RECORD_KEYS = ['verification', 'mx', 'spf', 'dkim', 'dmarc'] as const;

/** What of the installation stands in records. */
export interface MailZone {
  /** MAIL_DOMAIN. */
  readonly mailDomain: string;
  /** The preferred first. */
  readonly mxHosts: readonly string[];
  /** Where DKIM keys are. */
  readonly dkimZone: string;
  /** The host that answers for it. */
  readonly nameserver: string;
}

/** What the records of a domain are made of. */
export interface RecordValues {
  readonly domain: string;
  /** What its organization alone was told. */
  readonly token: string;
  /** The selector that signs, and the label of its key. */
  readonly dkim: { readonly selector: string; readonly label: string };
}

/** The value of the verification record. */
export const verificationValue = (token: string): string => `restante-verification=${token}`;

/** Our part of an SPF record. */
export const spfInclude = ({ mailDomain }: Pick<MailZone, 'mailDomain'>): string =>
  `include:_spf.${mailDomain}`;

/** Where the key of a selector is looked for. */
export const selectorName = (selector: string, domain: string): string =>
  `${selector}._domainkey.${domain}`;

/** The records that a domain is to have. */
export function recordsOf(values: RecordValues, zone: MailZone): DomainRecords {
  const { domain, token, dkim } = values;
  return {
    verification: { type: 'TXT', name: `_restante.${domain}`, value: verificationValue(token) },
    mx: zone.mxHosts.map((value, index) => ({
      type: 'MX',
      name: domain,
      value,
      priority: (index + 1) * 10,
    })),
    spf: { type: 'TXT', name: domain, value: `v=spf1 ${spfInclude(zone)} ~all` },
    dkim: dkimRecord(dkim, domain, zone),
    dmarc: { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  };
}

/** The alias by which the key of a selector is found. */
export const dkimRecord = (
  { selector, label }: RecordValues['dkim'],
  domain: string,
  { dkimZone }: Pick<MailZone, 'dkimZone'>,
): DomainRecord => ({
  type: 'CNAME',
  name: selectorName(selector, domain),
  value: `${label}.${dkimZone}`,
});

/** A TXT record of a key (RFC 6376 section 3.6.1); an empty key is a revoked one. */
export const keyText = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

/** A subdomain for agents, where the mail of the domain goes elsewhere. */
export const proposedSubdomain = (domain: string): string => `agents.${domain}`;
