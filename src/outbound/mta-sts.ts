import { LRUCache } from 'lru-cache';
import { DnsFailure, type DnsSource } from '../dns/answer.js';
import type { Send } from '../egress/send.js';
import { safeText } from '../mail/text/safe-text.js';

/** What a domain demands of those who send to it (RFC 8461). */
export interface StsPolicy {
  readonly mode: 'enforce' | 'testing' | 'none';
  /** Host names; `*.` stands for one label. */
  readonly mx: readonly string[];
  /** Seconds. */
  readonly maxAge: number;
}

/** A policy as it was found. */
export interface StoredPolicy {
  /** As the record in the DNS has it. */
  readonly id: string;
  readonly policy: StsPolicy;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Where policies outlive the process. */
export interface PolicyStore {
  find(domain: string): Promise<StoredPolicy | null>;
  keep(domain: string, kept: StoredPolicy): Promise<void>;
}

const MAX_RECENT = 1_000;
const DAY_SECONDS = 86_400;
// RFC 8461 section 3.2.
const MAX_AGE = 365 * DAY_SECONDS;
const RECORD = /^v=STSv1\s*;\s*(.*)$/;
const ID = /(?:^|;)\s*id=([a-z0-9]{1,32})\s*(?:;|$)/i;

interface StsDeps {
  readonly dns: DnsSource;
  readonly send: Send;
  readonly store: PolicyStore;
  readonly now?: () => number;
}

/** Finds the policies of domains and keeps them as long as they say, the newest in memory as well. */
export function createStsPolicies({ dns, send, store, now = Date.now }: StsDeps) {
  const recent = new LRUCache<string, StoredPolicy>({ max: MAX_RECENT });

  const known = async (domain: string) => {
    const found = recent.get(domain);
    if (found && found.until > now()) return found;
    const kept = await store.find(domain);
    if (kept) recent.set(domain, kept);
    return kept;
  };

  return {
    /** Null without a policy. @throws what the store throws */
    async find(domain: string): Promise<StsPolicy | null> {
      const [kept, id] = await Promise.all([known(domain), policyId(dns, domain)]);
      // RFC 8461 section 5.1: what is known holds, also while it cannot be asked for.
      if (id === null || id === kept?.id) return kept?.policy ?? null;
      const policy = await fetchPolicy(send, domain);
      if (!policy) return kept?.policy ?? null;
      const found = { id, policy, until: now() + policy.maxAge * 1_000 };
      await store.keep(domain, found);
      recent.set(domain, found);
      return policy;
    },
  };
}

/** RFC 8461 section 3.1: exactly one such record, or there is no policy. */
async function policyId(dns: DnsSource, domain: string): Promise<string | null> {
  try {
    const { records } = await dns.ask({ name: `_mta-sts.${domain}`, type: 'TXT' });
    const texts = records
      .map((record) => (Array.isArray(record) ? (record as readonly string[]).join('') : ''))
      .flatMap((text) => RECORD.exec(text)?.[1] ?? []);
    return texts.length === 1 ? (ID.exec(texts[0]!)?.[1] ?? null) : null;
  } catch (error) {
    if (error instanceof DnsFailure) return null;
    throw error;
  }
}

async function fetchPolicy(send: Send, domain: string): Promise<StsPolicy | null> {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  const answer = await send({ url, method: 'GET' });
  if (answer.kind !== 'answered' || answer.status !== 200 || answer.isCut) return null;
  return parsePolicy(safeText(answer.body.toString('utf8')));
}

/** A policy (RFC 8461 section 3.2); null for what is none. */
function parsePolicy(text: string): StsPolicy | null {
  const fields = text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  });
  const first = (name: string) => fields.find(([key]) => key === name)?.[1] ?? '';
  const mode = first('mode');
  const maxAge = first('max_age');
  if (first('version') !== 'STSv1' || !isMode(mode) || !/^\d{1,10}$/.test(maxAge)) return null;
  const mx = fields.filter(([key]) => key === 'mx').map(([, host]) => host.toLowerCase());
  if (mx.length === 0 && mode !== 'none') return null;
  return { mode, mx, maxAge: Math.min(Number(maxAge), MAX_AGE) };
}

const isMode = (text: string): text is StsPolicy['mode'] =>
  text === 'enforce' || text === 'testing' || text === 'none';

/** Whether a policy names `host` (RFC 8461 section 4.1). */
export function namesHost({ mx }: StsPolicy, host: string): boolean {
  const parent = host.slice(host.indexOf('.') + 1);
  return mx.some((pattern) =>
    pattern.startsWith('*.') ? host.includes('.') && pattern.slice(2) === parent : pattern === host,
  );
}
