import {
  DnsFailure,
  negativeAnswer,
  type DnsAnswer,
  type DnsRecord,
  type Question,
  type RecordType,
} from './answer.js';
import { dnsName } from './names.js';

/** A resource record of a reply; of types that nobody asks for the data is not read. */
export interface ReplyRecord {
  readonly name: string;
  /** Null for a type that is not asked for. */
  readonly type: RecordType | null;
  readonly ttl: number;
  readonly data: DnsRecord;
}

/** What a resolver replied, in whatever form it came. */
export interface Reply {
  /** What the reply says it was asked; null where it repeats no question. */
  readonly question: { readonly name: string; readonly type: RecordType | null } | null;
  /** RFC 1035 section 4.1.1. */
  readonly rcode: number;
  readonly truncated: boolean;
  readonly answers: readonly ReplyRecord[];
  /** Seconds that a negative answer may be cached (RFC 2308 section 5); null without an SOA record. */
  readonly negativeTtl: number | null;
  /** What went wrong, in the resolver's own words (RFC 8914). */
  readonly extendedError: string | null;
}

/** An answer, or an alias that the resolver did not follow to its end. */
export type Conclusion =
  | DnsAnswer
  | {
      readonly kind: 'alias';
      readonly target: string;
      /** How many were followed to there. */
      readonly aliases: number;
    };

/** Aliases that are followed for one question. */
export const MAX_ALIASES = 8;

const RCODES = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'];
const NXDOMAIN = 3;

/**
 * What a reply says about a question. Only records of its name, or of what that is an alias of, count, through so many
 * aliases at most.
 * @throws DnsFailure where nothing may be concluded
 */
export function conclude(reply: Reply, question: Question, most: number): Conclusion {
  checkReply(reply, question);
  const { owner, aliases } = followed(reply.answers, question, most);
  const found = ofName(reply.answers, owner).filter(({ type }) => type === question.type);
  if (found.length > 0) {
    const ttl = Math.min(...found.map((record) => record.ttl));
    return { kind: 'found', records: found.map(({ data }) => data), ttl };
  }
  const { negativeTtl } = reply;
  if (reply.rcode === NXDOMAIN) return negativeAnswer('no_name', negativeTtl);
  // An alias at its end has an SOA record that says so; without one, the resolver stopped on the way.
  return aliases > 0 && negativeTtl === null
    ? { kind: 'alias', target: owner, aliases }
    : negativeAnswer('no_data', negativeTtl);
}

function checkReply(reply: Reply, question: Question): void {
  const { rcode, truncated, question: repeated, extendedError } = reply;
  if (rcode !== 0 && rcode !== NXDOMAIN) {
    const name = RCODES[rcode] ?? `RCODE${rcode}`;
    throw new DnsFailure(extendedError === null ? name : `${name} (${extendedError})`, false);
  }
  if (truncated) throw new DnsFailure('TRUNCATED', false);
  const isSame =
    repeated !== null &&
    repeated.type === question.type &&
    dnsName(repeated.name) === dnsName(question.name);
  if (!isSame) throw new DnsFailure('OTHERQUESTION', false);
}

const ofName = (records: readonly ReplyRecord[], name: string) =>
  records.filter((record) => dnsName(record.name) === name);

/** The name that the question's name is an alias of, or itself. @throws DnsFailure for too many aliases */
function followed(records: readonly ReplyRecord[], { name, type }: Question, most: number) {
  let owner = dnsName(name);
  if (type === 'CNAME') return { owner, aliases: 0 };
  for (let aliases = 0; aliases <= most; aliases++) {
    const alias = ofName(records, owner).find((record) => record.type === 'CNAME');
    if (alias === undefined) return { owner, aliases };
    owner = dnsName(alias.data as string);
  }
  throw new DnsFailure('TOOMANYALIASES', false);
}
