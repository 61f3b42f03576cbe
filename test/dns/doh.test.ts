import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dnsOverHttps } from '../../src/dns/doh.js';
import { decodeAnswer, encodeQuery } from '../../src/dns/message.js';
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
    const answer = await dnsOverHttps(server.url).ask({ name, type });
    expect(answer).toEqual({ kind: 'found', records, ttl: 300 });
  });

  it('gives IPv6 addresses', async () => {
    const { records } = await dnsOverHttps(server.url).ask({
      name: 'mx.northwind.example',
      type: 'AAAA',
    });
    expect(records[0]).toMatch(/^2001:0?db8:/);
  });

  it('tells a name that does not exist from a server that does not know', async () => {
    const dns = dnsOverHttps(server.url);
    expect(await dns.ask({ name: 'gone.example', type: 'TXT' })).toMatchObject({ kind: 'no_name' });
    server.fail('broken.example');
    await expect(dns.ask({ name: 'broken.example', type: 'TXT' })).rejects.toMatchObject({
      name: 'DnsFailure',
      away: false,
    });
  });

  it('is away when the server refuses', async () => {
    server.refuse(503);
    const asked = dnsOverHttps(server.url).ask({ name: 'northwind.example', type: 'TXT' });
    await expect(asked).rejects.toMatchObject({ name: 'DnsFailure', away: true });
    server.refuse(null);
  });
});

describe('a DNS-over-HTTPS server', () => {
  it('that is not there is away', async () => {
    const server = await startDohServer();
    await server.close();
    const asked = dnsOverHttps(server.url).ask({ name: 'northwind.example', type: 'TXT' });
    await expect(asked).rejects.toMatchObject({ name: 'DnsFailure', away: true });
  });

  it('is not asked for names that no query can hold', async () => {
    const dns = dnsOverHttps('http://127.0.0.1:1/');
    for (const name of ['a..b', `${'a'.repeat(64)}.example`, 'a.'.repeat(130)])
      expect(await dns.ask({ name, type: 'TXT' })).toMatchObject({ kind: 'no_name' });
  });
});

describe('a DNS message', () => {
  const query = encodeQuery({ name: 'a.example', type: 'TXT' })!;
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
    expect(() => decodeAnswer(message, 'TXT')).toThrow('BADRESP');
  });
});
