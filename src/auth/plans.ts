/** The plans an organization can have (docs/interface.md, Quotas). */
export const PLAN_NAMES = ['free', 'starter', 'pro', 'selfhost'] as const;

/** The name of a plan. */
export type PlanName = (typeof PLAN_NAMES)[number];

/** What a plan allows; null = unlimited. */
export interface Plan {
  readonly inboxes: number | null;
  /** Addresses that are taken within 24 hours: nobody else ever gets them. */
  readonly addressesPerDay: number | null;
  readonly inboundPerMonth: number | null;
  readonly outboundPerMonth: number | null;
  /** What of sent mail counts towards the month. */
  readonly outboundCounts: 'emails' | 'recipients';
  readonly requestsPerMinute: number | null;
  /** Bytes of mail and drafts that are kept. */
  readonly storageBytes: number | null;
}

const GIB = 1024 ** 3;

/** Limits of each plan. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: {
    inboxes: 3,
    addressesPerDay: 50,
    inboundPerMonth: 5_000,
    outboundPerMonth: 100,
    // Strangers sign up for this one: no mail of theirs reaches 50 people at the price of one.
    outboundCounts: 'recipients',
    requestsPerMinute: 60,
    storageBytes: GIB,
  },
  starter: {
    inboxes: 10,
    addressesPerDay: 200,
    inboundPerMonth: 5_000,
    outboundPerMonth: 5_000,
    outboundCounts: 'emails',
    requestsPerMinute: 120,
    storageBytes: 10 * GIB,
  },
  pro: {
    inboxes: 50,
    addressesPerDay: 1_000,
    inboundPerMonth: 25_000,
    outboundPerMonth: 25_000,
    outboundCounts: 'emails',
    requestsPerMinute: 300,
    storageBytes: 50 * GIB,
  },
  selfhost: {
    inboxes: null,
    addressesPerDay: null,
    inboundPerMonth: null,
    outboundPerMonth: null,
    outboundCounts: 'emails',
    requestsPerMinute: null,
    storageBytes: null,
  },
};

/** Requests a minute of an address without a valid credential. */
export const ANONYMOUS_PER_MINUTE = 120;
/** Organizations an address may create in an hour. */
export const SIGNUPS_PER_HOUR = 3;
