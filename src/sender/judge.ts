import type { PolicyRequest, SenderAuth, SenderVerdictName } from './auth.js';
import type { CheckedSignature } from './dkim.js';
import { isAligned } from './domains.js';

/** What the checks found. */
export interface SenderEvidence {
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
  /** What is to happen to it; null without a record. */
  readonly request: PolicyRequest | null;
  /** The DNS gave no answer: whether there is a record is not known. */
  readonly unanswered: boolean;
  readonly strictSpf: boolean;
  readonly strictDkim: boolean;
}

/** The part of the answer that follows from the evidence alone. */
export type SenderJudgement = Pick<
  SenderAuth,
  'dkim' | 'dmarc' | 'policy' | 'aligned_domain' | 'verdict'
>;

// What a mail with several signatures is said to have: the best that counts for something.
const BEST_FIRST = ['pass', 'temperror', 'fail', 'policy', 'permerror', 'neutral'] as const;

/** Weighs the evidence. Nothing passes that is not aligned with the From address. */
export function judge(evidence: SenderEvidence): SenderJudgement {
  const domain = alignedDomain(evidence);
  return {
    dkim: dkimResult(evidence),
    dmarc: dmarcResult(evidence, domain),
    policy: evidence.policy.request,
    aligned_domain: domain,
    verdict: verdict(evidence, domain),
  };
}

function alignedDomain({ fromDomain, ambiguous, spf, signatures, policy }: SenderEvidence) {
  if (fromDomain === null || ambiguous) return null;
  const signed = signatures.find(
    ({ result, domain }) => result === 'pass' && isAligned(domain, fromDomain, policy.strictDkim),
  );
  if (signed) return signed.domain.toLowerCase();
  const sent = spf.result === 'pass' && isAligned(spf.domain, fromDomain, policy.strictSpf);
  return sent ? spf.domain.toLowerCase() : null;
}

function dkimResult({ signatures }: SenderEvidence): string {
  return BEST_FIRST.find((best) => signatures.some(({ result }) => result === best)) ?? 'none';
}

function dmarcResult({ policy }: SenderEvidence, aligned: string | null): SenderAuth['dmarc'] {
  if (policy.request === null) return 'none';
  return aligned === null ? 'fail' : 'pass';
}

function verdict(evidence: SenderEvidence, aligned: string | null): SenderVerdictName {
  const { ambiguous, policy, spf, signatures } = evidence;
  if (ambiguous) return 'fail';
  // Whether the alignment found is close enough is for the policy to say.
  if (policy.unanswered) return 'unknown';
  if (aligned !== null) return 'pass';
  if (spf.result === 'temperror' || signatures.some(({ result }) => result === 'temperror'))
    return 'unknown';
  return isRefused(policy) || isBroken(evidence) ? 'fail' : 'none';
}

/** Whether the domain's owner wants mail that nothing vouches for to be treated differently. */
const isRefused = ({ request }: Policy) => request === 'quarantine' || request === 'reject';

/** Whether a signature of the sender's own domain does not hold; a weak one (`policy`) is none at all. */
function isBroken({ fromDomain, signatures }: SenderEvidence): boolean {
  return signatures.some(
    ({ result, domain }) =>
      result !== 'pass' &&
      result !== 'policy' &&
      fromDomain !== null &&
      isAligned(domain, fromDomain, false),
  );
}
