/** The plans an organization can have (Interface, Limits; decisions, section 7). */
export const PLAN_NAMES = ['free', 'starter', 'pro', 'selfhost'] as const;

/** The name of a plan. */
export type PlanName = (typeof PLAN_NAMES)[number];

/** What a plan allows; null = unlimited. */
export interface Plan {
  readonly inboxes: number | null;
  readonly inboundPerMonth: number | null;
  readonly outboundPerMonth: number | null;
  readonly requestsPerMinute: number | null;
}

/** Limits of each plan. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { inboxes: 3, inboundPerMonth: 5_000, outboundPerMonth: 100, requestsPerMinute: 60 },
  starter: { inboxes: 10, inboundPerMonth: 5_000, outboundPerMonth: 5_000, requestsPerMinute: 120 },
  pro: { inboxes: 50, inboundPerMonth: 25_000, outboundPerMonth: 25_000, requestsPerMinute: 300 },
  selfhost: {
    inboxes: null,
    inboundPerMonth: null,
    outboundPerMonth: null,
    requestsPerMinute: null,
  },
};
