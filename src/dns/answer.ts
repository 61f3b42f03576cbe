/** The record types that are asked for, by their numbers (RFC 1035 section 3.2.2, RFC 3596). */
export const TYPE_NUMBERS = { A: 1, CNAME: 5, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;

/** A record type that is asked for. */
export type RecordType = keyof typeof TYPE_NUMBERS;

/** A question to the DNS. */
export interface Question {
  /** ASCII, without the final dot. */
  readonly name: string;
  readonly type: RecordType;
}

/** A mail exchanger (RFC 5321 section 5). */
export interface MxRecord {
  readonly priority: number;
  readonly exchange: string;
}

/** Addresses and names are strings, a TXT record is its strings, an MX record an object. */
export type DnsRecord = string | readonly string[] | MxRecord;

/** A definite answer, positive or negative. */
export interface DnsAnswer {
  /** `no_name`: the name does not exist; `no_data`: it has no records of this type. */
  readonly kind: 'found' | 'no_data' | 'no_name';
  readonly records: readonly DnsRecord[];
  /** Seconds for which it may be cached, also a negative one; null where the source does not say. */
  readonly ttl: number | null;
  /** Milliseconds since 1970 until which it is kept, where it is. */
  readonly until?: number;
}

/** No definite answer: nothing may be concluded from it. */
export class DnsFailure extends Error {
  override readonly name = 'DnsFailure';

  constructor(
    /** `SERVFAIL`, `TIMEOUT` …: for logs. */
    readonly reason: string,
    /** Whether the resolver itself did not answer, rather than the servers of one name. */
    readonly away: boolean,
  ) {
    super(`DNS: ${reason}`);
  }
}

/** Whatever answers questions, once each. */
export interface DnsSource {
  /** @throws DnsFailure without a definite answer. */
  ask(question: Question): Promise<DnsAnswer>;
}

/** A negative answer (RFC 2308). */
export const negativeAnswer = (
  kind: 'no_data' | 'no_name',
  ttl: number | null = null,
): DnsAnswer => ({
  kind,
  records: [],
  ttl,
});
