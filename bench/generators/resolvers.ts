import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode, type Answer } from 'dns-packet';
import { serve } from './serve.js';

// Three resolvers that see every domain as it was told to be, each answer after a while.

/** What resolvers say of every domain. */
export interface SeenRecords {
  readonly mailDomain: string;
  /** Milliseconds until an answer. */
  readonly delay: number;
}

/** What differs from domain to domain. */
export interface SeenDomain {
  readonly domain: string;
  readonly verification: string;
  /** The target of the alias of its key. */
  readonly dkim: string;
}

/** What the resolvers can be asked. */
export type ResolverCommands = typeof commands;

const COUNT = 3;
const domains = new Map<string, SeenDomain>();
let seen: SeenRecords;

const commands = {
  /** Answers the addresses of all, as DOH_URL has them. */
  async start(records: SeenRecords): Promise<string> {
    seen = records;
    const urls = await Promise.all(Array.from({ length: COUNT }, listen));
    return urls.join(',');
  },

  async publish(published: readonly SeenDomain[]): Promise<void> {
    for (const one of published) domains.set(one.domain, one);
  },
};

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://dns.test');
    const query = decode(Buffer.from(searchParams.get('dns') ?? '', 'base64url'));
    const { name, type } = query.questions![0]!;
    const answers = answersTo(name.toLowerCase(), type);
    const flags = answers.length > 0 ? 0x8180 : 0x8183;
    const message = encode({ ...query, type: 'response', flags, answers, additionals: [] });
    void sleep(seen.delay).then(() =>
      response.setHeader('content-type', 'application/dns-message').end(message),
    );
  });
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`;
}

function answersTo(name: string, type: string): Answer[] {
  const { mailDomain } = seen;
  const own = domains.get(name.replace(/^(?:_restante|_dmarc|rst1\._domainkey)\./, ''));
  if (!own) return [];
  const text = (data: string): Answer[] => [{ type: 'TXT', name, ttl: 60, data }];
  const kind = name === own.domain ? type : `${type} ${name.split('.')[0]}`;
  switch (kind) {
    case 'MX':
      return [10, 20].map((preference, index) => ({
        ...{ type: 'MX' as const, name, ttl: 60 },
        data: { preference, exchange: `mx${index + 1}.${mailDomain}` },
      }));
    case 'TXT':
      return text(`v=spf1 include:_spf.${mailDomain} ~all`);
    case 'TXT _restante':
      return text(own.verification);
    case 'TXT _dmarc':
      return text('v=DMARC1; p=none');
    case 'CNAME rst1':
      return [{ type: 'CNAME', name, ttl: 60, data: own.dkim }];
    default:
      return [];
  }
}

serve(commands);
