import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Question } from '../../src/dns/answer.js';
import { cachedResolver } from '../../src/dns/resolver.js';
import { createZone, type DnsZone } from '../support/dns-zone.js';

const QUESTION: Question = { name: 'northwind.example', type: 'TXT' };

let zone: DnsZone;
let now: number;
beforeEach(() => {
  zone = createZone();
  now = 0;
});
const resolver = () => cachedResolver(zone, () => now);
const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: { reason: string }) => error.reason,
  );

describe('the resolver', () => {
  it('keeps an answer as long as it says, and one that there is nothing for a minute', async () => {
    zone.publish('northwind.example', 'v=spf1 -all');
    const dns = resolver();
    const ask = async () => {
      await dns.ask(QUESTION);
      await dns.ask({ ...QUESTION, name: 'gone.example' });
      return zone.asked.length;
    };
    expect(await ask()).toBe(2);
    now = 59_000;
    expect(await ask()).toBe(2);
    now = 61_000;
    expect(await ask()).toBe(3);
    now = 301_000;
    expect(await ask()).toBe(5);
  });

  it('asks equal questions once, whatever their letters, and different types apart', async () => {
    const dns = resolver();
    await Promise.all([
      dns.ask(QUESTION),
      dns.ask({ ...QUESTION, name: 'NORTHWIND.example' }),
      dns.ask({ ...QUESTION, type: 'MX' }),
    ]);
    expect(zone.asked).toEqual(['TXT northwind.example', 'MX northwind.example']);
  });

  it('leaves a name whose servers fail alone for some seconds', async () => {
    zone.fail('northwind.example');
    const dns = resolver();
    for (let i = 0; i < 3; i++) expect(await failure(dns.ask(QUESTION))).toBe('SERVFAIL');
    expect(zone.asked).toHaveLength(1);
    now = 6_000;
    zone.heal();
    expect(await dns.ask(QUESTION)).toMatchObject({ kind: 'no_name' });
  });

  it('fails at once while the DNS is away, asks now and then, and goes on when it is back', async () => {
    zone.goAway();
    const dns = resolver();
    const ask = (i: number) => failure(dns.ask({ ...QUESTION, name: `n${i}.example` }));
    for (let i = 0; i < 3; i++) expect(await ask(i)).toBe('UNREACHABLE');
    const askedBefore = zone.asked.length;
    for (let i = 0; i < 100; i++) expect(await ask(i)).toBe('AWAY');
    expect(zone.asked.length - askedBefore).toBeLessThanOrEqual(1);
    expect(await dns.reachable()).toBe(false);

    zone.heal();
    now = 60_000;
    expect(await ask(1)).toBe('AWAY');
    expect(await dns.reachable()).toBe(true);
    expect(await ask(1)).toBeNull();
  });

  it('does not take three dead names for the end of the DNS', async () => {
    const dead = new Set(['n0.example', 'n1.example', 'n2.example']);
    const dns = cachedResolver(
      {
        async ask(question) {
          if (dead.has(question.name)) zone.goAway();
          try {
            return await zone.ask(question);
          } finally {
            zone.heal();
          }
        },
      },
      () => now,
    );
    for (const name of dead) await failure(dns.ask({ ...QUESTION, name }));
    expect(await dns.reachable()).toBe(true);
    expect(await failure(dns.ask(QUESTION))).toBeNull();
  });
});
