import type { SenderAuth, SenderVerdictName } from './auth.js';
import type { CheckedSignature } from './dkim.js';
import { isAligned } from './domains.js';

/** What the checks found. */
export interface Evidence {
  /** Null: the mail names no usable sender. */
  readonly fromDomain: string | null;
  /** The mail names senders of different domains. */
  readonly ambiguous: boolean;
  readonly spf: { readonly result: string; readonly domain: string };
  readonly signatures: readonly CheckedSignature[];
  readonly policy: Policy;
}

/** What the domain owner says about mail that nothing vouches for (RFC 7489 section 6.3). */
export interface Policy {
  readonly result: 'none' | 'published' | 'temperror';
  readonly strictSpf: boolean;
  readonly strictDkim: boolean;
}

/** The part of the answer that follows from the evidence alone. */
export type Judgement = Pick<SenderAuth, 'dkim' | 'dmarc' | 'aligned_domain' | 'verdict'>;

// What a mail with several signatures is said to have: the best that counts for something.
const BEST_FIRST = ['pass', 'temperror', 'fail', 'policy', 'permerror', 'neutral'] as const;

/** Weighs the evidence. Nothing passes that is not aligned with the From address. */
export function judge(evidence: Evidence): Judgement {
  const domain = alignedDomain(evidence);
  return {
    dkim: dkimResult(evidence),
    dmarc: dmarcResult(evidence, domain),
    aligned_domain: domain,
    verdict: verdict(evidence, domain),
  };
}

function alignedDomain({ fromDomain, ambiguous, spf, signatures, policy }: Evidence) {
  if (fromDomain === null || ambiguous) return null;
  const signed = signatures.find(
    ({ result, domain }) => result === 'pass' && isAligned(domain, fromDomain, policy.strictDkim),
  );
  if (signed) return signed.domain.toLowerCase();
  const sent = spf.result === 'pass' && isAligned(spf.domain, fromDomain, policy.strictSpf);
  return sent ? spf.domain.toLowerCase() : null;
}

function dkimResult({ signatures }: Evidence): string {
  return BEST_FIRST.find((best) => signatures.some(({ result }) => result === best)) ?? 'none';
}

function dmarcResult({ policy }: Evidence, aligned: string | null): string {
  if (policy.result !== 'published') return policy.result;
  return aligned === null ? 'fail' : 'pass';
}

function verdict(evidence: Evidence, aligned: string | null): SenderVerdictName {
  const { ambiguous, policy, spf, signatures } = evidence;
  if (ambiguous) return 'fail';
  // Whether the alignment found is close enough is for the policy to say.
  if (policy.result === 'temperror') return 'unknown';
  if (aligned !== null) return 'pass';
  if (spf.result === 'temperror' || signatures.some(({ result }) => result === 'temperror'))
    return 'unknown';
  return policy.result === 'published' || hasFailed(evidence) ? 'fail' : 'none';
}

/** Without a policy: somebody's mail server is not allowed to, or the sender's own signature is broken. */
function hasFailed({ fromDomain, spf, signatures }: Evidence): boolean {
  const isOwn = (domain: string) => fromDomain !== null && isAligned(domain, fromDomain, false);
  if (spf.result === 'fail') return true;
  if (spf.result === 'softfail' && isOwn(spf.domain)) return true;
  return signatures.some(({ result, domain }) => result !== 'pass' && isOwn(domain));
}
