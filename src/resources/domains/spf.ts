import { DnsFailure } from '../../dns/answer.js';
import type { Ask } from './resolvers.js';

/** RFC 7208 section 4.6.4. */
export const MAX_LOOKUPS = 10;

// Of a range for documents (RFC 5737): no record names it, so all of a record is read.
const NOBODY = '203.0.113.254';
const CODES = { no_name: 'ENOTFOUND', no_data: 'ENODATA' } as const;

/** Whether a TXT record is an SPF record (RFC 7208 section 4.5). */
export const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text);

/** The terms of an SPF record. */
const termsOf = (record: string) => record.trim().split(/ +/);

/** Whether a record lets our servers send: our part comes before what decides about everybody, and passes. */
export function includes(record: string, include: string): boolean {
  const decisive = termsOf(record).find((term) => isOf(include, term) || decidesForAll(term));
  return decisive !== undefined && isOf(include, decisive) && !/^[-~?]/.test(decisive);
}

/** Whether a term is this mechanism, with any qualifier. */
const isOf = (mechanism: string, term: string) =>
  term.replace(/^[-~?+]/, '').toLowerCase() === mechanism.toLowerCase();

const isAll = (term: string) => /^[-~?+]?all$/i.test(term);

// Of an address nothing is compared there: every one matches, of one family at least.
const IS_EVERY_ADDRESS = /^[-~?+]?(?:ip[46]:\S*|(?:a|mx)(?:[:/]\S*)?)\/0$/i;

/** Whether what stands behind a term is not asked about any address. */
const decidesForAll = (term: string) => isAll(term) || IS_EVERY_ADDRESS.test(term);

/** The record with ours at its beginning, where no other part can decide before it. */
export function withInclude(record: string, include: string): string {
  const [version = '', ...terms] = termsOf(record);
  return [version, include, ...terms.filter((term) => !isOf(include, term))].join(' ');
}

/** The record with a mechanism put in, before what ends it. */
function withMechanism(record: string, mechanism: string): string {
  const terms = termsOf(record).filter((term) => term.toLowerCase() !== mechanism.toLowerCase());
  const end = terms.findIndex((term) => isAll(term) || /^redirect=/i.test(term));
  return terms.toSpliced(end < 0 ? terms.length : end, 0, mechanism).join(' ');
}

const IS_MODIFIER = /^[a-z][a-z0-9_.-]*=/i;

/** One record in place of several: the first, with the mechanisms of the others. */
export function mergedSpf(records: readonly string[]): string {
  const [first = '', ...others] = records;
  const mechanisms = others
    .flatMap(termsOf)
    .filter((term) => !isAll(term) && !IS_MODIFIER.test(term));
  return mechanisms.reduce(withMechanism, first);
}

/**
 * What is wrong with what an SPF record leads to; null when nothing is. Ours counts as one look-up that is not
 * followed. @throws DnsFailure where a look-up has no answer
 */
export async function problemOfLookups(
  domain: string,
  include: string,
  ask: Ask,
): Promise<string | null> {
  const { spf } = await import('mailauth/lib/spf/index.js');
  let failure: DnsFailure | null = null;
  const ours = include.replace(/^include:/, '');
  const { status } = await spf({
    sender: `postmaster@${domain}`,
    ip: NOBODY,
    helo: domain,
    maxResolveCount: MAX_LOOKUPS,
    async resolver(name, type) {
      if (name === ours) return [['v=spf1 -all']];
      try {
        const { kind, records } = await ask(name, type as Parameters<Ask>[1]);
        if (kind !== 'found') throw Object.assign(new Error(kind), { code: CODES[kind] });
        return [...records] as string[] | string[][];
      } catch (error) {
        if (!(error instanceof DnsFailure)) throw error;
        failure = error;
        throw Object.assign(error, { code: 'ETIMEOUT' });
      }
    },
  });
  if (failure !== null) throw failure as DnsFailure;
  return status.result === 'permerror' ? problemIn(status.comment) : null;
}

/** mailauth says it behind who asked. */
const problemIn = (comment: string | undefined) =>
  /lookup of \S+: (.+)$/.exec(comment ?? '')?.[1] ?? 'the record cannot be evaluated';
