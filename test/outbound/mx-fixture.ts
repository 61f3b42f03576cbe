import { connect } from 'node:net';
import {
  negativeAnswer,
  type DnsRecord,
  type DnsSource,
  type Question,
} from '../../src/dns/answer.js';
import type { OutboundDeps } from '../../src/outbound/outbound.js';
import { makeCertificate } from '../egress/fixture.js';
import { createZone, type DnsZone } from '../support/dns-zone.js';
import type { SinkOptions, SmtpSink } from '../support/smtp-sink.js';
import { sink, testOutbound, type TestOutbound } from './fixture.js';

/** Of all exchangers, and of policies. */
export const certificate = await makeCertificate(
  'mx1.example.org',
  'mx2.example.org',
  'mta-sts.example.org',
);

export interface World {
  readonly zone: DnsZone;
  readonly outbound: TestOutbound;
  /** `address port` of every connection. */
  readonly opened: readonly string[];
  /** Puts what listens on a port of this machine at an address. */
  lead(from: string, port: number): void;
  /** Puts a server at an address. */
  place(address: string, options?: SinkOptions): Promise<SmtpSink>;
  /** Publishes records, each `name type value`. */
  publish(...records: readonly [string, Question['type'], DnsRecord][]): void;
}

/** A network of addresses, each a server of this machine. */
export function createWorld(trusted = true, timeouts?: OutboundDeps['timeouts']): World {
  const zone = createZone();
  const ports = new Map<string, number>();
  const opened: string[] = [];
  const names = new Set<string>();
  // A name that has other records exists.
  const dns: DnsSource = {
    async ask(question) {
      const answer = await zone.ask(question);
      return answer.kind === 'no_name' && names.has(question.name)
        ? negativeAnswer('no_data')
        : answer;
    },
  };
  const outbound = testOutbound({
    dns,
    direct: true,
    ...(timeouts && { timeouts }),
    way: {
      allow: [],
      dns,
      ...(trusted && { authorities: certificate.cert }),
      open(address, port) {
        opened.push(`${address} ${port}`);
        const local = ports.get(`${address} ${port}`) ?? 1;
        return connect({ host: '127.0.0.1', port: local, noDelay: true });
      },
    },
  });
  return {
    zone,
    outbound,
    opened,
    lead: (from, port) => void ports.set(from, port),
    async place(address, options) {
      const server = await sink(options);
      ports.set(`${address} 25`, server.port);
      return server;
    },
    publish(...records) {
      for (const [name, type, record] of records) {
        names.add(name);
        zone.publish(name, record, type);
      }
    },
  };
}

export const mx = (priority: number, exchange: string) => ({ priority, exchange });
export const ONE = '93.184.215.1';
export const TWO = '93.184.215.2';

/** Says to STARTTLS that it may begin, and then something else than TLS. */
export const NO_TLS = { say: '250 go', after: 20, extra: '500 5.5.1 what' };
