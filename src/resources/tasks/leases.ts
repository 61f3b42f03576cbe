/** SQL: what a lease of so many seconds sets. Behind the lease of its last attempt nobody may claim a task any more. */
export const LEASED = (attempt: string, seconds: string): string => `
    lease_until = now() + make_interval(secs => ${seconds}),
    claimable_at = CASE WHEN ${attempt} < t.max_attempts THEN now() + make_interval(secs => ${seconds}) END`;
