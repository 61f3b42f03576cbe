import type { DnsRecord, Question } from '../../../src/dns/answer.js';
import { createZone, type DnsZone } from '../../support/dns-zone.js';

/** A record as an answer of the API shows it. */
export interface ShownRecord {
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly name: string;
  readonly value: string;
  readonly priority?: number;
}

/** Resolvers that all see the same, unless a test makes one of them see something else. */
export interface TestDns {
  readonly resolvers: readonly (DnsZone & { readonly name: string })[];
  publish(name: string, record: DnsRecord, type?: Question['type']): void;
  withdraw(name: string, type?: Question['type']): void;
  goAway(): void;
  heal(): void;
}

export function createDns(): TestDns {
  const resolvers = ['one', 'two', 'three'].map((name) => ({ name, ...createZone() }));
  return {
    resolvers,
    publish: (...record) => resolvers.forEach((one) => one.publish(...record)),
    withdraw: (...record) => resolvers.forEach((one) => one.withdraw(...record)),
    goAway: () => resolvers.forEach((one) => one.goAway()),
    heal: () => resolvers.forEach((one) => one.heal()),
  };
}

/** Records by their names. */
export type DnsRecords = Readonly<Record<string, ShownRecord | readonly ShownRecord[]>>;

/** Publishes what a domain is told to. */
export function publishAll(dns: Pick<TestDns, 'publish'>, records: DnsRecords): void {
  for (const { type, name, value, priority } of Object.values(records).flat())
    dns.publish(name, type === 'MX' ? { priority: priority ?? 0, exchange: value } : value, type);
}

/** Takes all of it back. */
export function withdrawAll(dns: Pick<TestDns, 'withdraw'>, records: DnsRecords): void {
  for (const { type, name } of Object.values(records).flat()) dns.withdraw(name, type);
}
