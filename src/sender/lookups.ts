import { DnsFailure, type DnsRecord } from '../dns/answer.js';
import type { RecordType } from '../dns/answer.js';
import type { Resolver } from '../dns/resolver.js';

/** How the verifying library asks: records, or an error whose `code` says why there are none. */
export type LibraryResolver = (name: string, type: string) => Promise<string[][] | string[]>;

/** The questions of one check, and whether one of them stayed without an answer. */
export interface Lookups {
  readonly resolve: LibraryResolver;
  readonly failed: () => boolean;
}

/** The questions of one mail. */
export interface MailLookups {
  /** Questions of one check: the library passes over some failures, so they are counted here. */
  of(): Lookups;
  /** Milliseconds since 1970 until which all answers are kept; Infinity without a question, 0 where one was not answered. */
  until(): number;
  end(): void;
}

const CODES = { no_name: 'ENOTFOUND', no_data: 'ENODATA' } as const;

/** All questions of a mail together have `milliseconds`. */
export function startLookups(resolver: Pick<Resolver, 'ask'>, milliseconds: number): MailLookups {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DnsFailure('DEADLINE', false)), milliseconds);
  });
  // Most mails are done before.
  late.catch(() => undefined);

  let until = Infinity;
  const ask = async (name: string, type: RecordType): Promise<readonly DnsRecord[]> => {
    const answer = await Promise.race([resolver.ask({ name, type }), late]);
    const { kind, records } = answer;
    until = Math.min(until, answer.until ?? 0);
    if (kind !== 'found') throw coded(CODES[kind]);
    return records;
  };

  return {
    of() {
      let failed = false;
      return {
        failed: () => failed,
        async resolve(name, type) {
          try {
            // The library sorts what it gets. Its type leaves out MX records, which it reads.
            return [...(await ask(name, type as RecordType))] as string[] | string[][];
          } catch (error) {
            if (!(error instanceof DnsFailure)) throw error;
            failed = true;
            until = 0;
            throw coded('ETIMEOUT');
          }
        },
      };
    },
    until: () => until,
    end: () => clearTimeout(timer),
  };
}

const coded = (code: string): Error => Object.assign(new Error(code), { code });
