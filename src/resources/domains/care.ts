// How a domain is looked after: what a look does to its state, and when the next one is due.

/** Where a domain is in its life. */
export type DomainStatus = 'PENDING' | 'ACTIVE' | 'DEGRADED' | 'FAILED';

/** What a look came to: all is right, something is certainly wrong, or nobody knows. */
export type LookResult = 'good' | 'bad' | 'none';

/** What a look changes that others are told of. */
export type StatusChange = 'verified' | 'failing' | 'degraded' | 'failed' | 'recovered';

/** What the people are told by mail whom a domain names. */
export type NoticeCause = StatusChange | 'dkim-next';

/** What of a domain decides. */
export interface CareState {
  readonly status: DomainStatus;
  readonly createdAt: Date;
  /** When it first became ACTIVE. */
  readonly verifiedAt: Date | null;
  /** Bad looks with no good one between. */
  readonly badLooks: number;
  /** When the first of them was. */
  readonly badSince: Date | null;
  /** Looks that were not good, one after the other. */
  readonly misses: number;
  /** Since when it is told to fail. */
  readonly failingSince: Date | null;
  readonly degradedAt: Date | null;
  readonly failedAt: Date | null;
}

/** When looks are due, in seconds. */
export interface CareSchedule {
  /** After creation: each of these, then by the last of `pending` that has begun. */
  readonly first: readonly number[];
  readonly pending: readonly { readonly from: number; readonly every: number }[];
  readonly pendingEnds: number;
  /** After a look that was not good: each of these, the last again and again. */
  readonly retries: readonly number[];
  readonly daily: number;
  readonly degradedAfter: { readonly seconds: number; readonly looks: number };
  readonly failedAfter: number;
  /** How long a FAILED domain is looked at. */
  readonly failedLooks: number;
  /** Between the two looks that see that a holder has left. */
  readonly handover: number;
}

const MINUTE_SECONDS = 60;
const HOUR = 60 * MINUTE_SECONDS;
const DAY = 24 * HOUR;

/** The schedule of docs/domains.md. */
export const CARE: CareSchedule = {
  first: [MINUTE_SECONDS, 5 * MINUTE_SECONDS, 15 * MINUTE_SECONDS, 30 * MINUTE_SECONDS],
  pending: [
    { from: 0, every: HOUR },
    { from: 3 * DAY, every: 6 * HOUR },
  ],
  pendingEnds: 14 * DAY,
  retries: [10 * MINUTE_SECONDS, HOUR, 6 * HOUR],
  daily: DAY,
  degradedAfter: { seconds: 72 * HOUR, looks: 6 },
  failedAfter: 7 * DAY,
  failedLooks: 30 * DAY,
  handover: 10 * MINUTE_SECONDS,
};

/** What a look does to a domain, and what is to be told of it. */
export function advance(
  state: CareState,
  result: LookResult,
  now: Date,
  care: CareSchedule = CARE,
): { readonly state: CareState; readonly turn: StatusChange | null } {
  if (result === 'none') return { state: { ...state, misses: state.misses + 1 }, turn: null };
  return result === 'good' ? afterGood(state, now) : afterBad(state, now, care);
}

function afterGood(state: CareState, now: Date): ReturnType<typeof advance> {
  const healthy: CareState = {
    ...state,
    status: 'ACTIVE',
    verifiedAt: state.verifiedAt ?? now,
    badLooks: 0,
    badSince: null,
    misses: 0,
    failingSince: null,
    degradedAt: null,
    failedAt: null,
  };
  if (state.verifiedAt === null) return { state: healthy, turn: 'verified' };
  const wasWell = state.status === 'ACTIVE' && state.failingSince === null;
  return { state: healthy, turn: wasWell ? null : 'recovered' };
}

function afterBad(state: CareState, now: Date, care: CareSchedule): ReturnType<typeof advance> {
  const bad = {
    ...state,
    badLooks: state.badLooks + 1,
    badSince: state.badSince ?? now,
    misses: state.misses + 1,
  };
  switch (state.status) {
    case 'PENDING':
      return isOver(state.createdAt, care.pendingEnds, now) ? failed(bad, now) : quiet(bad);
    case 'ACTIVE':
      return failing(bad, now, care);
    case 'DEGRADED':
      return isOver(state.degradedAt, care.failedAfter, now) ? failed(bad, now) : quiet(bad);
    case 'FAILED':
      return quiet(bad);
  }
}

function failing(bad: CareState, now: Date, care: CareSchedule): ReturnType<typeof advance> {
  const { seconds, looks } = care.degradedAfter;
  if (bad.badLooks >= looks && isOver(bad.badSince, seconds, now))
    return { state: { ...bad, status: 'DEGRADED', degradedAt: now }, turn: 'degraded' };
  if (bad.badLooks < 2 || bad.failingSince !== null) return quiet(bad);
  return { state: { ...bad, failingSince: bad.badSince }, turn: 'failing' };
}

const quiet = (state: CareState): ReturnType<typeof advance> => ({ state, turn: null });

const failed = (state: CareState, now: Date): ReturnType<typeof advance> => ({
  state: { ...state, status: 'FAILED', failedAt: now },
  turn: 'failed',
});

const isOver = (since: Date | null, seconds: number, now: Date) =>
  since !== null && secondsBetween(since, now) >= seconds;

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1_000;

/** When the next look is due; null when only `verify` looks. `minute` is the domain's own, of a day. */
export function nextLook(
  state: CareState,
  now: Date,
  minute: number,
  care: CareSchedule = CARE,
): Date | null {
  if (state.status === 'PENDING') return nextPending(state, now, care);
  if (state.status === 'FAILED')
    return isOver(state.failedAt, care.failedLooks, now) ? null : after(now, care.daily);
  const retry = care.retries[Math.min(state.misses, care.retries.length) - 1];
  return retry === undefined ? ownMinute(now, minute, care.daily) : after(now, retry);
}

function nextPending({ createdAt }: CareState, now: Date, care: CareSchedule): Date {
  const age = secondsBetween(createdAt, now);
  const first = care.first.find((seconds) => seconds > age);
  if (first !== undefined) return after(createdAt, first);
  const { every } = care.pending.findLast(({ from }) => age >= from)!;
  return after(now, every);
}

/** At the minute of its day, so that not all domains are looked at together; not sooner than half a day. */
function ownMinute(now: Date, minute: number, daily: number): Date {
  const earliest = after(now, daily / 2).getTime();
  const day = daily * 1_000;
  const offset = (minute * MINUTE_SECONDS * 1_000) % day;
  return new Date(Math.ceil((earliest - offset) / day) * day + offset);
}

/** So many seconds later. */
export const after = (time: Date, seconds: number): Date =>
  new Date(time.getTime() + seconds * 1_000);
