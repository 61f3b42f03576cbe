import {
  DnsFailure,
  negativeAnswer,
  type DnsAnswer,
  type DnsRecord,
  type DnsSource,
  type Question,
} from '../../src/dns/answer.js';

/** A made-up DNS that a test fills, breaks and counts. */
export interface DnsZone extends DnsSource {
  /** Publishes a record; a text is one TXT string. */
  publish(name: string, record: DnsRecord, type?: Question['type']): void;
  /** Takes all records of a name and type back. */
  withdraw(name: string, type?: Question['type']): void;
  /** What a name is an alias of; undefined where it is none. It counts as no question. */
  aliasOf(name: string): string | undefined;
  /** From now on this name fails, or the whole DNS is away. */
  fail(name: string): void;
  goAway(): void;
  /** Everything answers again. */
  heal(): void;
  /** `<type> <name>` of every question, in order. */
  readonly asked: readonly string[];
}

export function createZone(): DnsZone {
  const records = new Map<string, DnsRecord[]>();
  const failing = new Set<string>();
  const asked: string[] = [];
  let away = false;

  const answerTo = ({ name, type }: Question): DnsAnswer => {
    const found = records.get(`${type} ${name}`);
    return found ? { kind: 'found', records: found, ttl: 300 } : negativeAnswer('no_name', 60);
  };

  return {
    asked,
    publish(name, record, type = 'TXT') {
      const key = `${type} ${name}`;
      const value = type === 'TXT' && typeof record === 'string' ? [record] : record;
      records.set(key, [...(records.get(key) ?? []), value]);
    },
    withdraw: (name, type = 'TXT') => void records.delete(`${type} ${name}`),
    aliasOf: (name) => records.get(`CNAME ${name}`)?.[0] as string | undefined,
    fail: (name) => void failing.add(name),
    goAway: () => void (away = true),
    heal() {
      away = false;
      failing.clear();
    },
    async ask(question) {
      asked.push(`${question.type} ${question.name}`);
      if (away) throw new DnsFailure('UNREACHABLE', true);
      if (failing.has(question.name)) throw new DnsFailure('SERVFAIL', false);
      return answerTo(question);
    },
  };
}
