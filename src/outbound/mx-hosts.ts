import { DnsFailure, type DnsSource, type MxRecord } from '../dns/answer.js';

/** Which hosts take the mail of a domain, the preferred ones first; or why none does. */
type MxHosts =
  | { readonly kind: 'hosts'; readonly hosts: readonly string[] }
  /** The domain exists not, or says that it takes no mail. */
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

// A domain with more is no mail domain; the preferred ones are enough.
const MAX_HOSTS = 8;
const ADDRESS_LITERAL = /^\[(?:IPv6:)?([^\]]+)\]$/i;

/** The mail exchangers of `domain` (RFC 5321 section 5.1): without any, the domain itself. */
export async function mxHosts(dns: DnsSource, domain: string): Promise<MxHosts> {
  const literal = ADDRESS_LITERAL.exec(domain)?.[1];
  if (literal !== undefined) return { kind: 'hosts', hosts: [literal] };
  try {
    const { kind, records } = await dns.ask({ name: domain, type: 'MX' });
    if (kind === 'no_name') return { kind: 'none', reason: `the domain ${domain} does not exist` };
    const exchangers = records.filter(isMx);
    if (exchangers.length === 0) return { kind: 'hosts', hosts: [domain] };
    return inOrder(exchangers, domain);
  } catch (error) {
    if (!(error instanceof DnsFailure)) throw error;
    return { kind: 'failed', reason: `the mail exchangers of ${domain} could not be looked up` };
  }
}

const isMx = (record: unknown): record is MxRecord =>
  typeof record === 'object' && record !== null && 'exchange' in record;

function inOrder(records: readonly MxRecord[], domain: string): MxHosts {
  const named = records
    .map(({ exchange, priority }) => ({ exchange: exchange.replace(/\.$/, ''), priority }))
    .filter(({ exchange }) => exchange !== '');
  // RFC 7505: a single root as exchange is the wish to get no mail.
  if (named.length === 0) return { kind: 'none', reason: `the domain ${domain} takes no mail` };
  // RFC 5321 section 5.1: equal preferences in random order.
  const shuffled = named
    .map((record) => ({ ...record, at: Math.random() }))
    .sort((a, b) => a.priority - b.priority || a.at - b.at);
  const hosts = [...new Set(shuffled.map(({ exchange }) => exchange.toLowerCase()))];
  return { kind: 'hosts', hosts: hosts.slice(0, MAX_HOSTS) };
}
