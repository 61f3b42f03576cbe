import { DnsFailure, type DnsAnswer, type DnsSource, type Question } from '../../dns/answer.js';
import { dnsOverHttps, type DohTransport } from '../../dns/doh.js';
import { Semaphore } from '../../semaphore.js';

/** A resolver that is asked about domains, and how it is called in answers. */
export interface NamedResolver extends DnsSource {
  readonly name: string;
}

// Run by different companies on different software: one that lies or lags is outvoted.
const PUBLIC_RESOLVERS = [
  'https://cloudflare-dns.com/dns-query',
  'https://dns.google/dns-query',
  'https://dns.quad9.net/dns-query',
];
// Questions to a resolver at once.
const IN_FLIGHT = 32;

/** The resolvers at `urls`; without any, three public ones. */
export const namedResolvers = (
  urls: readonly string[],
  transport: DohTransport,
): readonly NamedResolver[] =>
  (urls.length > 0 ? urls : PUBLIC_RESOLVERS).map((url) =>
    atMost(IN_FLIGHT, { name: new URL(url).host, ...dnsOverHttps(url, transport) }),
  );

/** The resolver with so many questions at once; the others wait. */
function atMost(permits: number, resolver: NamedResolver): NamedResolver {
  const inFlight = new Semaphore(permits);
  return { name: resolver.name, ask: (question) => inFlight.run(() => resolver.ask(question)) };
}

/** Resolvers during one look: each question is asked once, and none is waited for longer than so many milliseconds. */
export function forOneLook(
  resolvers: readonly NamedResolver[],
  milliseconds: number,
): readonly NamedResolver[] {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DnsFailure('DEADLINE', true)), milliseconds).unref();
  });
  // Most looks are over before.
  late.catch(() => undefined);
  return resolvers.map((resolver) => askedOnce(resolver, late));
}

function askedOnce(resolver: NamedResolver, late: Promise<never>): NamedResolver {
  const asked = new Map<string, Promise<DnsAnswer>>();
  return {
    name: resolver.name,
    ask(question) {
      const key = `${question.type} ${question.name}`;
      const known = asked.get(key) ?? Promise.race([resolver.ask(question), late]);
      known.catch(() => undefined);
      asked.set(key, known);
      return known;
    },
  };
}

/** The resolvers of which more than half, by chance, are asked; the others answer that they were not. */
export function majorityOf(resolvers: readonly NamedResolver[]): readonly NamedResolver[] {
  const { length } = resolvers;
  const [first, asked] = [Math.floor(Math.random() * length), Math.floor(length / 2) + 1];
  return resolvers.map((resolver, index) =>
    (index - first + length) % length < asked ? resolver : notAsked(resolver),
  );
}

const notAsked = ({ name }: NamedResolver): NamedResolver => ({
  name,
  ask: () => Promise.reject(new DnsFailure('NOT_ASKED', false)),
});

/** Asks one resolver. @throws DnsFailure */
export type Ask = (name: string, type: Question['type']) => Promise<DnsAnswer>;
