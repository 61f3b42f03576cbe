import { Resolver } from 'node:dns/promises';
import {
  DnsFailure,
  negativeAnswer,
  type DnsAnswer,
  type DnsRecord,
  type DnsSource,
} from './answer.js';

// Milliseconds for a try, and tries: a mail has five seconds for all its questions.
const TIMEOUT_MS = 1_200;
const TRIES = 2;

const NOTHING: Readonly<Record<string, 'no_data' | 'no_name'>> = {
  ENOTFOUND: 'no_name',
  ENODATA: 'no_data',
  // A name no query can hold: there is nothing under it.
  EBADNAME: 'no_name',
};

// What the servers of one name answered; everything else says that the resolver is away.
const ANSWERED: Readonly<Record<string, string>> = {
  ESERVFAIL: 'SERVFAIL',
  EREFUSED: 'REFUSED',
  EFORMERR: 'FORMERR',
  ENOTIMP: 'NOTIMP',
  EBADRESP: 'BADRESP',
};

/** The resolver of the machine. It tells no TTL. */
export function systemDns(): DnsSource {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return {
    async ask({ name, type }) {
      try {
        const records = (await resolver.resolve(name, type)) as readonly DnsRecord[];
        return found(records);
      } catch (error) {
        return nothingOrFailure((error as NodeJS.ErrnoException).code ?? 'UNKNOWN');
      }
    },
  };
}

const found = (records: readonly DnsRecord[]): DnsAnswer =>
  records.length > 0 ? { kind: 'found', records, ttl: null } : negativeAnswer('no_data');

function nothingOrFailure(code: string): DnsAnswer {
  const kind = NOTHING[code];
  if (kind) return negativeAnswer(kind);
  throw new DnsFailure(ANSWERED[code] ?? code, ANSWERED[code] === undefined);
}
