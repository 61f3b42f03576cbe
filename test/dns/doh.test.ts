import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { dnsOverHttps, type DohTransport } from '../../src/dns/doh.js';
import { decodeReply, encodeQuery } from '../../src/dns/message.js';
import { ensureCertificate } from '../../src/embedded/certificate.js';
import { readFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Question } from '../../src/dns/answer.js';
import { dnsSource } from '../../src/dns/resolver.js';
import { createDohTransport } from '../../src/egress/doh-transport.js';
import { startDohServer, type DohServer } from '../support/doh-server.js';

describe.each(['message', 'json'] as const)('DNS over HTTPS, a server that speaks %s', (form) => {
  let server: DohServer;
  beforeAll(async () => {
    server = await startDohServer(form);
    server.publish('northwind.example', ['v=spf1 ', 'ip4:192.0.2.1 "-all"']);
    server.publish('northwind.example', { priority: 10, exchange: 'mx.northwind.example' }, 'MX');
    server.publish('mx.northwind.example', '192.0.2.1', 'A');
    server.publish('mx.northwind.example', '192.0.2.2', 'A');
    server.publish('mx.northwind.example', '2001:0db8:0000:0000:0000:0000:0000:0001', 'AAAA');
    server.publish('1.2.0.192.in-addr.arpa', 'mx.northwind.example', 'PTR');
  });
  afterAll(() => server.close());

  it.each([
    ['northwind.example', 'TXT', [['v=spf1 ', 'ip4:192.0.2.1 "-all"']]],
    ['northwind.example', 'MX', [{ priority: 10, exchange: 'mx.northwind.example' }]],
    ['mx.northwind.example', 'A', ['192.0.2.1', '192.0.2.2']],
    ['1.2.0.192.in-addr.arpa', 'PTR', ['mx.northwind.example']],
  ] as const)('gives %s %s with its TTL', async (name, type, records) => {
    const answer = await dnsOverHttps(server.url, server.transport).ask({ name, type });
    expect(answer).toEqual({ kind: 'found', records, ttl: 300 });
  });

  it('gives IPv6 addresses', async () => {
    const { records } = await dnsOverHttps(server.url, server.transport).ask({
      name: 'mx.northwind.example',
      type: 'AAAA',
    });
    expect(records[0]).toMatch(/^2001:0?db8:/);
  });

  it('tells a name that does not exist from a server that does not know', async () => {
    const dns = dnsOverHttps(server.url, server.transport);
    expect(await dns.ask({ name: 'gone.example', type: 'TXT' })).toMatchObject({ kind: 'no_name' });
    server.fail('broken.example');
    await expect(dns.ask({ name: 'broken.example', type: 'TXT' })).rejects.toMatchObject({
      name: 'DnsFailure',
      away: false,
    });
  });

  it('is away when the server refuses', async () => {
    server.refuse(503);
    const asked = dnsOverHttps(server.url, server.transport).ask({
      name: 'northwind.example',
      type: 'TXT',
    });
    await expect(asked).rejects.toMatchObject({ name: 'DnsFailure', away: true });
    server.refuse(null);
  });
});

describe.each(['message', 'json'] as const)('a resolver that speaks %s', (form) => {
  let server: DohServer;
  const ask = (name: string, type: Question['type'] = 'TXT') =>
    dnsOverHttps(server.url, server.transport).ask({ name, type });
  beforeAll(async () => {
    server = await startDohServer(form);
    server.publish('a.example', 'of a');
    server.publish('alias.example', 'second.example', 'CNAME');
    server.publish('second.example', 'a.example', 'CNAME');
  });
  afterEach(() => server.misbehave(null));
  afterAll(() => server.close());

  it('gives what an alias leads to, and the alias itself', async () => {
    expect((await ask('alias.example')).records).toEqual([['of a']]);
    expect((await ask('alias.example', 'CNAME')).records).toEqual(['second.example']);
  });

  it('is asked on where it stops at an alias', async () => {
    server.misbehave('stops-at-alias');
    expect((await ask('alias.example')).records).toEqual([['of a']]);
  });

  it('is not followed through a ring of aliases', async () => {
    server.publish('ring.example', 'gnir.example', 'CNAME');
    server.publish('gnir.example', 'ring.example', 'CNAME');
    server.misbehave('stops-at-alias');
    await expect(ask('ring.example')).rejects.toMatchObject({ reason: 'TOOMANYALIASES' });
  });

  it('says for how long there is nothing', async () => {
    expect(await ask('gone.example')).toMatchObject({ kind: 'no_name', ttl: 60 });
  });

  it('is not believed about names it was not asked for', async () => {
    server.misbehave('poisons');
    expect((await ask('a.example')).records).toEqual([['of a']]);
    expect(await ask('none.example')).toMatchObject({ kind: 'no_name', records: [] });
  });

  it.each([
    ['other-question', 'OTHERQUESTION'],
    ['truncated', 'TRUNCATED'],
    ['extended-error', 'SERVFAIL (DNSSEC Bogus)'],
  ] as const)('that %s gives no answer', async (how, reason) => {
    server.misbehave(how);
    await expect(ask('a.example')).rejects.toMatchObject({ name: 'DnsFailure', reason });
  });

  it.each(['html', 'huge'] as const)('that sends %s gives no answer', async (how) => {
    server.misbehave(how);
    await expect(ask('a.example')).rejects.toMatchObject({ name: 'DnsFailure' });
  });
});

describe('a chain of aliases that a resolver tells in parts', () => {
  /** Each answer has five aliases of a chain of so many, or its end. */
  const chained = (length: number): DohTransport => ({
    async get(url, { accept }) {
      if (accept !== 'application/dns-json') return { status: 406, type: '', body: null };
      const name = url.searchParams.get('name')!;
      const from = Number(name.split('.')[0]);
      const upTo = Math.min(from + 5, length);
      const aliases = Array.from({ length: upTo - from }, (_, index) => ({
        ...{ name: `${from + index}.example`, type: 5, TTL: 60 },
        data: `${from + index + 1}.example`,
      }));
      const end = { name: `${length}.example`, type: 16, TTL: 60, data: 'the end' };
      const Answer = upTo === length ? [...aliases, end] : aliases;
      const reply = { Status: 0, Question: [{ name, type: 16 }], Answer };
      return { status: 200, type: accept, body: Buffer.from(JSON.stringify(reply)) };
    },
  });
  const ask = (length: number) =>
    dnsOverHttps('https://dns.example/', chained(length)).ask({ name: '0.example', type: 'TXT' });

  it('is followed through eight of them in all, and no further', async () => {
    expect((await ask(8)).records).toEqual([['the end']]);
    await expect(ask(9)).rejects.toMatchObject({ reason: 'TOOMANYALIASES' });
  });
});

describe('a resolver that speaks HTTP/2 alone', () => {
  it('is asked many questions on a few connections, with a certificate that is trusted', async () => {
    const files = await ensureCertificate(mkdtempSync(join(tmpdir(), 'doh-')));
    const [cert, key] = await Promise.all(
      [files.certFile, files.keyFile].map((file) => readFile(file, 'utf8')),
    );
    const server = await startDohServer('message', { certificate: { cert: cert!, key: key! } });
    server.publish('a.example', 'of a');
    const dns = dnsOverHttps(server.url, server.transport);
    await dns.ask({ name: 'a.example', type: 'TXT' });
    const asked = Array.from({ length: 50 }, () => dns.ask({ name: 'a.example', type: 'TXT' }));
    for (const answer of await Promise.all(asked)) expect(answer.records).toEqual([['of a']]);
    expect([...server.protocols]).toEqual(['2.0']);
    expect(server.connections()).toBeLessThan(10);
    const strange = createDohTransport();
    await expect(
      dnsOverHttps(server.url, strange).ask({ name: 'a.example', type: 'TXT' }),
    ).rejects.toMatchObject({ away: true });
    await strange.close();
    await server.close();
  });
});

describe('a list of resolvers', () => {
  it('is asked in order, as long as they are away', async () => {
    const [gone, there] = [await startDohServer(), await startDohServer()];
    await gone.close();
    there.publish('a.example', 'of a');
    const dns = dnsSource([gone.url, there.url], there.transport);
    expect((await dns.ask({ name: 'a.example', type: 'TXT' })).records).toEqual([['of a']]);
    await there.close();
  });
});

describe('a DNS-over-HTTPS server', () => {
  it('that is not there is away', async () => {
    const server = await startDohServer();
    await server.close();
    const asked = dnsOverHttps(server.url, server.transport).ask({
      name: 'northwind.example',
      type: 'TXT',
    });
    await expect(asked).rejects.toMatchObject({ name: 'DnsFailure', away: true });
  });

  it('is not asked for names that no query can hold', async () => {
    const dns = dnsOverHttps('http://127.0.0.1:1/', createDohTransport());
    for (const name of ['a..b', `${'a'.repeat(64)}.example`, 'a.'.repeat(130)])
      expect(await dns.ask({ name, type: 'TXT' })).toMatchObject({ kind: 'no_name' });
  });
});

describe('a DNS message', () => {
  // Without the OPT record at its end, which has eleven bytes.
  const query = encodeQuery({ name: 'a.example', type: 'TXT' })!.subarray(0, -11);
  query.writeUInt16BE(0, 10);
  const answered = (...rest: number[]) => {
    const message = Buffer.concat([query, Buffer.from(rest)]);
    message.writeUInt16BE(0x8180, 2);
    message.writeUInt16BE(1, 6);
    return message;
  };

  it.each([
    ['empty', Buffer.alloc(0)],
    ['cut', answered(0xc0, 0x0c, 0, 16)],
    ['a record longer than the message', answered(0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 9, 255, 255)],
    ['a name that points at itself', answered(0xc0, query.length)],
  ])('that is broken (%s) answers nothing', (_case, message) => {
    expect(() => decodeReply(message)).toThrow('BADRESP');
  });
});
