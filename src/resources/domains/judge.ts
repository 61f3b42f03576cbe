import {
  after,
  advance,
  nextLook,
  type CareSchedule,
  type LookResult,
  type StatusChange,
} from './care.js';
import type { DomainEntity, RecordResult, RecordResults } from './entities.js';
import { RECORD_KEYS, verificationValue, type RecordKey } from './records.js';
import {
  agreed,
  kept,
  keptText,
  keptVerdict,
  type Finding,
  type ResolverAnswer,
} from './verdicts.js';

/** What all resolvers said of the records that decide. */
export type OfRecords = Readonly<Record<RecordKey, readonly ResolverAnswer[]>>;

/** What all resolvers said, by the records. */
export type AnswersByRecord = OfRecords & {
  readonly dkim_next?: readonly ResolverAnswer[];
};

/** What keeps a domain that is right from being ACTIVE. */
export interface Obstacles {
  /** The token of the row that holds the name; null without one. */
  readonly holderToken: string | null;
  /** A name above it that another organization keeps for itself. */
  readonly parent: string | null;
}

/** A record that is published otherwise than before. */
export interface RecordChange {
  readonly record: string;
  readonly was: string | null;
  readonly status: string;
  readonly answers: readonly ResolverAnswer[];
}

/** What a look makes of a row. */
export interface Judgement {
  readonly update: Partial<DomainEntity>;
  readonly turn: StatusChange | null;
  readonly changes: readonly RecordChange[];
  readonly result: LookResult;
  /** Whether the key that is to sign next is seen; null where nobody knows, or there is none. */
  readonly seesNextKey: boolean | null;
}

/** What a look is judged by. */
export interface JudgedLook {
  readonly testimonies: AnswersByRecord;
  readonly obstacles: Obstacles;
  /** Postgres's. */
  readonly now: Date;
  readonly care: CareSchedule;
}

/** What a look says of a domain. */
export function judge(domain: DomainEntity, look: JudgedLook): Judgement {
  const { testimonies, now, care } = look;
  const findings = findingsOf(testimonies);
  const results = resultsOf(domain.results, findings, now);
  const result = lookResult(findings);
  const obstacle = result === 'good' ? obstacleOf(domain, look) : null;
  const { state, turn } =
    obstacle === null ? advance(domain, result, now, care) : waiting(domain, look);
  const goneSince = holderGoneSince(domain, look);
  const soon = soonLook(look, obstacle !== null && goneSince !== null);
  return {
    result,
    turn,
    changes: changesOf(domain.results, testimonies),
    seesNextKey: seesNextKey(findings),
    update: {
      ...careFields(state),
      results,
      reason: obstacle ?? reasonOf(results),
      checkedAt: now,
      lastLook: result,
      nextLookAt: earlier(soon, nextLook(state, now, minuteOf(domain.id), care)),
      holderGoneSince: goneSince,
      ...seen(domain, findings, now),
      ...(turn !== null && { turn, turnAt: now }),
    },
  };
}

/** What counts of what resolvers said, by the records. */
type RecordFindings = ReadonlyMap<keyof RecordResults, Finding>;

const findingsOf = (testimonies: AnswersByRecord): RecordFindings =>
  new Map(
    Object.entries(testimonies).map(([record, given]) => [
      record as keyof RecordResults,
      agreed(given),
    ]),
  );

function seesNextKey(findings: RecordFindings): boolean | null {
  const status = findings.get('dkim_next')?.verdict?.status;
  return status === undefined ? null : status === 'ok';
}

/** The earlier of two times, of which either may never be. */
function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

// Seconds between looks for a key that is to sign.
const KEY_LOOK_SECONDS = 3_600;

/** When to look again, where somebody waits for what the DNS is to show; null where nobody does. */
function soonLook({ testimonies, now, care }: JudgedLook, isLeaving: boolean): Date | null {
  if (isLeaving) return after(now, care.handover);
  return testimonies.dkim_next ? after(now, KEY_LOOK_SECONDS) : null;
}

/** Only what care decides: the rest of the row is others'. */
const careFields = (state: ReturnType<typeof advance>['state']): Partial<DomainEntity> => ({
  status: state.status,
  verifiedAt: state.verifiedAt,
  badLooks: state.badLooks,
  badSince: state.badSince,
  misses: state.misses,
  failingSince: state.failingSince,
  degradedAt: state.degradedAt,
  failedAt: state.failedAt,
});

/** A domain that may not be ACTIVE: its time to become so goes on. */
function waiting(domain: DomainEntity, { now, care }: JudgedLook): ReturnType<typeof advance> {
  const bad = advance(domain, 'bad', now, care);
  return { ...bad, state: { ...bad.state, badLooks: 0, badSince: null, misses: 0 } };
}

function obstacleOf(
  { status }: DomainEntity,
  { obstacles: { holderToken, parent } }: JudgedLook,
): string | null {
  if (status === 'ACTIVE' || status === 'DEGRADED') return null;
  if (holderToken !== null)
    return 'the records are right, but the domain is verified elsewhere: remove the other _restante record';
  if (parent !== null)
    return `the records are right, but ${parent} is verified elsewhere and keeps its subdomains`;
  return null;
}

/** Right only where all is right; wrong where anything certainly is. */
function lookResult(findings: RecordFindings): LookResult {
  const statuses = RECORD_KEYS.map((record) => findings.get(record)?.verdict?.status);
  if (statuses.every((status) => status === 'ok')) return 'good';
  return statuses.some((status) => status !== undefined && status !== 'ok') ? 'bad' : 'none';
}

/** What stood there, and what is known better now. */
function resultsOf(before: RecordResults, findings: RecordFindings, now: Date): RecordResults {
  const results = [...findings].map(([record, { verdict, error }]) => {
    const known = before[record] ?? { status: null, found: [] };
    if (verdict === null) return [record, { ...known, error: keptText(error) }];
    const { status, found, suggestion, detail, rememberedFor, keyVisible } = keptVerdict(verdict);
    const result: RecordResult = {
      status,
      found,
      ...(suggestion !== undefined && { suggestion }),
      ...(detail !== undefined && { detail }),
      ...(keyVisible !== undefined && { key_visible: keyVisible }),
      ...(rememberedFor !== undefined && {
        remembered_until: after(now, rememberedFor).toISOString(),
      }),
    };
    return [record, result];
  });
  return Object.fromEntries(results) as RecordResults;
}

function changesOf(before: RecordResults, testimonies: AnswersByRecord): RecordChange[] {
  return Object.entries(testimonies).flatMap(
    ([record, answers]: [string, readonly ResolverAnswer[]]) => {
      const was = before[record as keyof RecordResults]?.status ?? null;
      const status = agreed(answers).verdict?.status;
      return status === undefined || status === was
        ? []
        : [{ record, was, status, answers: answers.map(kept) }];
    },
  );
}

/** What is wrong, in a sentence; null where nothing is known to be. */
export function reasonOf(results: RecordResults): string | null {
  const wrong = RECORD_KEYS.flatMap((record) => {
    const result = results[record];
    if (!result?.status || result.status === 'ok') return [];
    const what = `${record} ${WRONG[result.status]}`;
    return [result.detail === undefined ? what : `${what} (${result.detail})`];
  });
  return wrong.length > 0 ? wrong.join('; ') : null;
}

const WRONG = {
  missing: 'is missing',
  mismatch: 'is not what it has to be',
  duplicate: 'is there more than once',
} as const;

/** What mail in, and between inboxes, goes by. */
function seen(
  { tokenSeenAt, seesMx }: DomainEntity,
  findings: RecordFindings,
  now: Date,
): Partial<DomainEntity> {
  const token = findings.get('verification')?.verdict?.status;
  const mx = findings.get('mx')?.verdict?.status;
  return {
    tokenSeenAt: tokenSeenAt ?? (token === 'ok' ? now : null),
    seesMx: mx === undefined ? seesMx : mx === 'ok',
  };
}

/** Since when more than half of the resolvers do not see the holder's token any more. */
function holderGoneSince(
  { holderGoneSince: since }: DomainEntity,
  { obstacles: { holderToken }, testimonies: { verification }, now }: JudgedLook,
): Date | null {
  if (holderToken === null) return null;
  const value = verificationValue(holderToken);
  const values = verification.flatMap(({ verdict }) => (verdict ? [verdict.found] : []));
  const gone = values.filter((found) => !found.includes(value)).length;
  if (gone * 2 > verification.length) return since ?? now;
  // Where most say nothing, nothing changes.
  return values.length * 2 > verification.length ? null : since;
}

const MINUTES_A_DAY = 1_440;

/** The minute of the day at which a domain is looked at, the same for ever. */
function minuteOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash % MINUTES_A_DAY;
}
