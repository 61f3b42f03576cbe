import { organizationOf } from '../../sender/domains.js';
import type { DnsAnswer, MxRecord } from '../../dns/answer.js';
import { DnsFailure } from '../../dns/answer.js';
import { dnsName } from '../../dns/names.js';
import {
  proposedSubdomain,
  spfInclude,
  type DomainRecord,
  type DomainRecords,
  type MailZone,
} from './records.js';
import type { Ask } from './resolvers.js';
import { includes, isSpf, mergedSpf, problemOfLookups, withInclude } from './spf.js';
import type { Verdict } from './verdicts.js';

/** What checks are told of a domain. */
export interface CheckedDomain {
  readonly domain: string;
  readonly records: DomainRecords;
  readonly zone: MailZone;
  /** The key that signs: it may stand in place of the alias. */
  readonly publicKey: string;
}

/** What one resolver says about a record. @throws DnsFailure where it says nothing */
export type Check = (domain: CheckedDomain, ask: Ask) => Promise<Verdict>;

/** TXT records as texts: the strings of one belong together. */
const textsOf = ({ records }: DnsAnswer): string[] =>
  records.flatMap((record) => (Array.isArray(record) ? [record.join('')] : []));

const missing = ({ ttl }: DnsAnswer): Verdict => ({
  status: 'missing',
  found: [],
  ...(ttl !== null && { rememberedFor: ttl }),
});

/** Ours has to be there; others beside it do no harm. */
async function checkVerification({ records }: CheckedDomain, ask: Ask): Promise<Verdict> {
  const { name, value } = records.verification;
  const answer = await ask(name, 'TXT');
  const found = textsOf(answer);
  if (found.length === 0) return missing(answer);
  return { status: found.includes(value) ? 'ok' : 'mismatch', found };
}

/** All of ours and no other, in any order. */
async function checkMx({ domain, records }: CheckedDomain, ask: Ask): Promise<Verdict> {
  const answer = await ask(domain, 'MX');
  const exchangers = answer.records as readonly MxRecord[];
  if (exchangers.length === 0) return missing(answer);
  const found = exchangers.map((one) => `${one.priority} ${hostOf(one)}`);
  const theirs = new Set(exchangers.map(hostOf));
  const ours = records.mx.map(({ value }) => value);
  const foreign = [...theirs].filter((host) => !ours.includes(host));
  if (foreign.length === 0 && ours.every((host) => theirs.has(host)))
    return { status: 'ok', found };
  const detail =
    foreign.length > 0
      ? `mail goes to ${foreign.join(', ')} as well: remove it, or use ${proposedSubdomain(domain)}`
      : 'not all of the hosts are there';
  return { status: 'mismatch', found, detail };
}

/** "." where the domain says that it takes no mail (RFC 7505). */
const hostOf = ({ exchange }: MxRecord) => dnsName(exchange) || '.';

/** One record that includes ours and can be evaluated. */
async function checkSpf({ domain, zone }: CheckedDomain, ask: Ask): Promise<Verdict> {
  const answer = await ask(domain, 'TXT');
  const found = textsOf(answer).filter(isSpf);
  const include = spfInclude(zone);
  const [record] = found;
  if (record === undefined) return missing(answer);
  if (found.length > 1) {
    const suggestion = withInclude(mergedSpf(found), include);
    return { status: 'duplicate', found, suggestion, detail: 'a domain has one SPF record alone' };
  }
  if (!includes(record, include))
    return { status: 'mismatch', found, suggestion: withInclude(record, include) };
  const problem = await problemOfLookups(domain, include, ask);
  return problem === null
    ? { status: 'ok', found }
    : { status: 'mismatch', found, detail: `the record fails: ${problem}` };
}

/** Any policy will do, also one of the organizational domain (RFC 7489 section 6.6.3). */
async function checkDmarc({ domain, records }: CheckedDomain, ask: Ask): Promise<Verdict> {
  const own = await ask(records.dmarc.name, 'TXT');
  const verdict = verdictOnDmarc(own);
  if (verdict.status !== 'missing') return verdict;
  const organization = organizationOf(domain);
  if (organization === null || organization === domain) return verdict;
  const inherited = verdictOnDmarc(await ask(`_dmarc.${organization}`, 'TXT'));
  return inherited.status === 'ok'
    ? { ...inherited, detail: `inherited from ${organization}` }
    : verdict;
}

const IS_DMARC = /^v\s*=\s*DMARC1\s*(;|$)/i;
const HAS_POLICY = /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i;

function verdictOnDmarc(answer: DnsAnswer): Verdict {
  const found = textsOf(answer).filter((text) => IS_DMARC.test(text));
  const [record] = found;
  if (record === undefined) return missing(answer);
  if (found.length > 1)
    return { status: 'duplicate', found, detail: 'a domain has one DMARC record alone' };
  if (HAS_POLICY.test(record)) return { status: 'ok', found };
  return { status: 'mismatch', found, detail: 'p must be none, quarantine or reject' };
}

const checkDkim: Check = ({ records, publicKey }, ask) =>
  checkSelector(records.dkim, publicKey, ask);

/** The alias to our zone, or the key itself, as DNS hosts leave it that flatten aliases. */
export async function checkSelector(
  { name, value }: DomainRecord,
  publicKey: string,
  ask: Ask,
): Promise<Verdict> {
  const [alias, answer] = await Promise.all([
    ask(name, 'CNAME'),
    ask(name, 'TXT').catch((error: unknown) => {
      if (error instanceof DnsFailure) return error;
      throw error;
    }),
  ]);
  const found = (alias.records as readonly string[]).map(dnsName);
  const isAlias = found.includes(value);
  // Our own zone not being reached yet decides nothing.
  if (answer instanceof DnsFailure && !isAlias) throw answer;
  const keys = answer instanceof DnsFailure ? [] : textsOf(answer);
  const keyVisible = keys.some((text) => keyIn(text) === publicKey);
  if (isAlias || keyVisible)
    return { status: 'ok', found: found.length > 0 ? found : keys, keyVisible };
  if (found.length + keys.length === 0) return missing(alias);
  return { status: 'mismatch', found: found.length > 0 ? found : keys, keyVisible };
}

/** The key of a DKIM record, without blanks. */
const keyIn = (text: string) => /(?:^|;)\s*p\s*=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, '');

/** By the names of the records. */
export const CHECKS: Readonly<Record<keyof DomainRecords, Check>> = {
  verification: checkVerification,
  mx: checkMx,
  spf: checkSpf,
  dkim: checkDkim,
  dmarc: checkDmarc,
};
