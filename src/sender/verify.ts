import { isIP } from 'node:net';
import type { Resolver } from '../dns/resolver.js';
import { POLICY_REQUESTS, type SenderAuth, type SenderEnvelope } from './auth.js';
import { checkSignatures } from './dkim.js';
import { domainOf, organizationOf } from './domains.js';
import { readFlags } from './flags.js';
import { headOfFrom, readHead, unsignedFrom, type SenderHead } from './head.js';
import { KeptVerdicts, type TimedVerdict } from './kept-verdicts.js';
import { judge, type Policy } from './judge.js';
import { startLookups, type Lookups } from './lookups.js';

/** Checks who sent a mail. */
export interface SenderVerifier {
  /** Never throws for what a mail holds or the DNS does: that is in the answer. */
  verify(raw: Buffer, envelope: SenderEnvelope): Promise<SenderAuth>;
  /** The same for many mails; those that cannot differ are checked once while what the DNS answered is kept. */
  verifyEach(mails: readonly SenderMail[]): Promise<SenderAuth>[];
  /** Whether the DNS answers. */
  reachable(): Promise<boolean>;
}

/** A mail and how it came. */
export interface SenderMail {
  /** Its bytes, or what `unsignedFrom` told of them. */
  readonly message: Buffer | string;
  readonly envelope: SenderEnvelope;
}

// Milliseconds for all questions of a mail.
const DNS_TIME_MS = 5_000;
const NO_POLICY: Policy = {
  request: null,
  unanswered: false,
  strictSpf: false,
  strictDkim: false,
};
// The library is loaded by the first check: roles that verify nothing start without it.

// Named in comments of the library's results, which nobody reads.
const OWN_NAME = 'localhost';

/**
 * A verifier that asks `resolver` alone; headers that tell of earlier checks are not believed. `now` is the clock of
 * the resolver.
 */
export function createSenderVerifier(
  resolver: Resolver,
  now: () => number = Date.now,
): SenderVerifier {
  const kept = new KeptVerdicts(now);
  const find = (message: Buffer, envelope: SenderEnvelope) =>
    verifyHead(resolver, readHead(message), envelope);
  const verify = async (raw: Buffer, envelope: SenderEnvelope) => (await find(raw, envelope)).auth;
  const verifyOnce = ({ message, envelope }: SenderMail) => {
    const fields = typeof message === 'string' ? message : unsignedFrom(message);
    if (fields === null) return verify(message as Buffer, envelope);
    const key = JSON.stringify([envelope, fields]);
    return kept.verdict(key, () => find(headOfFrom(fields), envelope));
  };
  return {
    verify,
    verifyEach: (mails) => mails.map(verifyOnce),
    reachable: () => resolver.reachable(),
  };
}

let loading: Promise<unknown> | undefined;

/** What checks use, before their time begins: on a busy machine loading takes longer than all questions may. */
const loadChecks = () =>
  Promise.all([
    import('mailauth/lib/spf/index.js'),
    import('mailauth/lib/dkim/verify.js'),
    import('mailauth/lib/arc/index.js'),
    import('mailauth/lib/dmarc/index.js'),
  ]);

async function verifyHead(
  resolver: Resolver,
  head: SenderHead,
  envelope: SenderEnvelope,
): Promise<TimedVerdict> {
  await (loading ??= loadChecks());
  const lookups = startLookups(resolver, DNS_TIME_MS);
  try {
    const [sent, signed] = await Promise.all([
      checkSpf(envelope, lookups.of()),
      checkSignatures(head, lookups.of(), lookups.of()),
    ]);
    const { fromDomain, ambiguous } = claimedDomain(head);
    // With nothing that could be aligned there is nothing a policy could be about.
    const checkable = head.signatures > 0 || envelope.remoteIp !== null;
    const policy = checkable ? await readPolicy(fromDomain, lookups.of()) : NO_POLICY;
    const { signatures, arc } = signed;
    const evidence = { fromDomain, ambiguous, spf: sent, signatures, policy };
    const judged = judge(evidence);
    const dkim = judged.dkim === 'none' && head.passedOver ? 'policy' : judged.dkim;
    const auth = { spf: sent.result, ...judged, dkim, arc, flags: readFlags(head) };
    return { auth, until: lookups.until() };
  } finally {
    lookups.end();
  }
}

/** The domain the mail claims to come from. */
function claimedDomain({ mailboxes, fromFields }: SenderHead) {
  const domains = new Set(mailboxes.map(({ address }) => domainOf(address)));
  const [fromDomain = null] = domains;
  return { fromDomain, ambiguous: fromFields > 1 || domains.size > 1 };
}

/** SPF (RFC 7208) of the envelope sender, of the HELO name for the null sender. */
async function checkSpf({ remoteIp, helo, mailFrom }: SenderEnvelope, lookups: Lookups) {
  const domain = domainOf(mailFrom === '' ? helo : mailFrom);
  if (remoteIp === null || !isIP(remoteIp) || domain === null || isIP(domain))
    return { result: 'none', domain: '' };
  const local = mailFrom.slice(0, Math.max(0, mailFrom.lastIndexOf('@'))) || 'postmaster';
  const { spf } = await import('mailauth/lib/spf/index.js');
  const { status } = await spf({
    sender: `${local}@${domain}`,
    ip: remoteIp,
    helo: helo || OWN_NAME,
    mta: OWN_NAME,
    resolver: lookups.resolve,
  });
  // The library goes on after some failures and then concludes from what it did not hear.
  const result = lookups.failed() && status.result !== 'pass' ? 'temperror' : status.result;
  return { result, domain };
}

/** The DMARC record of the domain or its organization (RFC 7489 section 6.6.3). */
async function readPolicy(fromDomain: string | null, lookups: Lookups): Promise<Policy> {
  if (fromDomain === null || organizationOf(fromDomain) === null) return NO_POLICY;
  const { dmarc } = await import('mailauth/lib/dmarc/index.js');
  const found = await dmarc({
    headerFrom: [`postmaster@${fromDomain}`],
    spfDomains: [],
    dkimDomains: [],
    resolver: lookups.resolve,
  });
  if (lookups.failed()) return { ...NO_POLICY, unanswered: true };
  if (!found || found.status.result === 'none') return NO_POLICY;
  const { policy, alignment } = found;
  return {
    // A record without a policy that can be read counts as `none` (section 6.6.3, 6).
    request: POLICY_REQUESTS.find((request) => request === policy?.toLowerCase()) ?? 'none',
    unanswered: false,
    strictSpf: alignment.spf.strict,
    strictDkim: alignment.dkim.strict,
  };
}
