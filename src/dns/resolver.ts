import { LRUCache } from 'lru-cache';
import { DnsFailure, type DnsAnswer, type DnsSource, type Question } from './answer.js';
import { createCircuit, type Circuit } from './circuit.js';
import { dnsOverHttps, firstThere, type DohTransport } from './doh.js';
import { systemDns } from './system.js';

/** The one way to the DNS: answers are kept, equal questions are asked once. */
export type Resolver = Circuit;

// Seconds an answer is kept: as long as it says, within these bounds.
const LEAST_SECONDS = 5;
const MOST_SECONDS = 3_600;
const NEGATIVE_SECONDS = 60;
// Where the source does not tell a TTL.
const UNTOLD_SECONDS = 60;
// Servers of one name that fail are left alone for a moment.
const FAILURE_SECONDS = 5;
const MAX_ENTRIES = 10_000;

/** DNS over HTTPS at the first of `urls` that is there; the machine's resolver where there are none. */
export function dnsSource(urls: readonly string[], transport: DohTransport): DnsSource {
  const [first, ...others] = urls.map((url) => dnsOverHttps(url, transport));
  return first === undefined ? systemDns() : firstThere([first, ...others]);
}

type AnswerInCache = DnsAnswer & Required<Pick<DnsAnswer, 'until'>>;

interface CachedAnswer {
  readonly answer: Promise<AnswerInCache>;
  /** Infinity while it is being asked. */
  until: number;
}

/** Puts a circuit and a cache before `source`. */
export function cachedResolver(source: DnsSource, now: () => number = Date.now): Resolver {
  const circuit = createCircuit(source, now);
  const entries = new LRUCache<string, CachedAnswer>({ max: MAX_ENTRIES });

  const keptAnswer = async (question: Question): Promise<AnswerInCache> => {
    const answer = await circuit.ask(question);
    return { ...answer, until: now() + keptFor(answer) * 1_000 };
  };

  const ask = (key: string, question: Question): Promise<AnswerInCache> => {
    const entry: CachedAnswer = { answer: keptAnswer(question), until: Infinity };
    entries.set(key, entry);
    entry.answer.then(
      ({ until }) => (entry.until = until),
      (error: unknown) => {
        // The circuit remembers for all names at once that nobody is there.
        if (error instanceof DnsFailure && error.away) entries.delete(key);
        else entry.until = now() + FAILURE_SECONDS * 1_000;
      },
    );
    return entry.answer;
  };

  return {
    async ask(question) {
      const key = `${question.type} ${question.name.toLowerCase()}`;
      const known = entries.get(key);
      if (known && known.until > now()) return known.answer;
      return ask(key, question);
    },
    reachable: () => circuit.reachable(),
  };
}

function keptFor({ kind, ttl }: DnsAnswer): number {
  const most = kind === 'found' ? MOST_SECONDS : NEGATIVE_SECONDS;
  return Math.min(Math.max(ttl ?? UNTOLD_SECONDS, LEAST_SECONDS), most);
}
