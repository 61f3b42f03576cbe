/** What there is about the claimed sender that a reader should know (order as listed). */
export const SENDER_FLAGS = [
  /** More than one From field, or From addresses of different domains. */
  'several_from',
  /** The display name holds an address that is not the sender's. */
  'name_is_address',
  /** The display name holds a domain that is not the sender's. */
  'name_claims_domain',
  /** The domain looks like the name the mail gives itself, or mixes scripts to look like another. */
  'lookalike_domain',
] as const;

/** Something about the claimed sender that a reader should know. */
export type SenderFlag = (typeof SENDER_FLAGS)[number];

/** What is to be made of the claimed sender. */
export const SENDER_VERDICTS = ['pass', 'fail', 'none', 'unknown'] as const;

/** What is to be made of the claimed sender; `unknown`: the DNS gave no answer, so it may yet change. */
export type SenderVerdictName = (typeof SENDER_VERDICTS)[number];

/** What the owner of a domain asks for mail that nothing vouches for (RFC 7489 section 6.3). */
export const POLICY_REQUESTS = ['none', 'quarantine', 'reject'] as const;

/** What is asked for such mail. */
export type PolicyRequest = (typeof POLICY_REQUESTS)[number];

/** What DMARC comes to; `none` also where the DNS gave no answer. */
export const DMARC_RESULTS = ['pass', 'fail', 'none'] as const;

/** The sender of a mail as checked here (docs/interface.md, Sender authentication). */
export interface SenderAuth {
  /** RFC 7208 section 2.6. */
  readonly spf: string;
  /** RFC 8601 section 2.7.1. */
  readonly dkim: string;
  readonly dmarc: (typeof DMARC_RESULTS)[number];
  /** Null without a DMARC record, and in what was checked before this was kept. */
  readonly policy: PolicyRequest | null;
  readonly arc: string;
  /** The authenticated domain that the From address belongs to; null when none does. */
  readonly aligned_domain: string | null;
  readonly verdict: SenderVerdictName;
  readonly flags: readonly SenderFlag[];
}

/** How a mail came: what SPF looks at. */
export interface SenderEnvelope {
  /** The mail server that handed it over; null when that is not known. */
  readonly remoteIp: string | null;
  /** What that server called itself; empty when it did not. */
  readonly helo: string;
  /** Empty for the null sender. */
  readonly mailFrom: string;
}
