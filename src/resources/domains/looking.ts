import type { EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { DnsFailure } from '../../dns/answer.js';
import { AppError } from '../../errors.js';
import { CARE, type CareSchedule, type DomainStatus } from './care.js';
import { CHECKS, checkSelector, type CheckedDomain } from './checks.js';
import { recordDomainEvent } from './domain-events.js';
import { DomainEntity } from './entities.js';
import {
  judge,
  type Judgement,
  type OfRecords,
  type RecordChange,
  type AnswersByRecord,
} from './judge.js';
import { dkimRecord, RECORD_KEYS, recordsOf, type MailZone } from './records.js';
import { forOneLook, majorityOf, type Ask, type NamedResolver } from './resolvers.js';
import { keysAreDue } from './rotation-schedule.js';
import {
  DomainStore,
  obstaclesOf,
  type DomainKeys,
  type KeyedDomain,
  type ReadDomain,
} from './store.js';
import type { ResolverAnswer, Verdict } from './verdicts.js';
import { isWell, secondsUntilRead } from './well.js';

interface DomainLookingDeps {
  readonly database: Database;
  /** A majority of them decides. */
  readonly resolvers: readonly NamedResolver[];
  readonly zone: MailZone;
  /** When looks are due (default: as documented). */
  readonly care?: CareSchedule;
}

/** Where a domain stands after a look, or without one. */
export interface LookReport {
  readonly orgId: string;
  readonly status: DomainStatus;
  /** For operators: what is wrong. */
  readonly summary: string;
  /** When the next look is due, ISO 8601; null when only `verify` looks. */
  readonly nextLookAt: string | null;
  /**
   * Seconds until its run goes on by itself: when the look is due, and later where that is made beside the run; null
   * when only `verify` looks.
   */
  readonly retryInSeconds: number | null;
  /** Whether a notice by mail is due. */
  readonly untold: boolean;
  /** Whether the name may be taken over from whoever holds it. */
  readonly handover: boolean;
  /** Whether something is to be done about its keys. */
  readonly keysDue: boolean;
  /** Whether a look saw more than that all is as well as it was, and no other look at the same time told of it. */
  readonly isNews: boolean;
}

// Milliseconds for all questions of a look.
const LOOK_WITHIN_MS = 8_000;

/** A look whose questions are under way. */
interface BegunLook {
  readonly found: ReadDomain;
  readonly testimonies: Promise<AnswersByRecord>;
  /** Whether somebody asked for it, and waits for what is published by then. */
  readonly isAsked: boolean;
}

// Milliseconds by which the timer of a run may be early.
const EARLY_MS = 5_000;

/** Looks at what the DNS says of domains. Everything is safe to run twice, and in several processes at once. */
export class DomainLooking {
  private readonly store: DomainStore;
  private readonly care: CareSchedule;
  /** Looks that somebody waits for here, by their domains. */
  private readonly begun = new Map<string, BegunLook>();

  constructor(private readonly deps: DomainLookingDeps) {
    this.store = new DomainStore(deps.database);
    this.care = deps.care ?? CARE;
  }

  /** Where a domain stands; null when it is gone. */
  async stand(id: string): Promise<LookReport | null> {
    const found = await this.store.find(id);
    return found && this.report({ ...found, isNews: false });
  }

  /**
   * Asks the questions of a look that is asked for at `askedAt`, before it is known who makes it: looks of this process
   * at that domain go on from there. What it answers is to be called when nobody waits for that look any more.
   */
  begin(found: ReadDomain, askedAt: Date): () => void {
    const { id } = found.domain;
    const look = this.ask({ ...found, readAt: askedAt }, { isAsked: true });
    this.begun.set(id, look);
    return () => {
      if (this.begun.get(id) === look) this.begun.delete(id);
    };
  }

  /** Looks now, and writes down what comes of it; null when the domain is gone. */
  look(id: string): Promise<LookReport | null> {
    return this.goOn(id, (found) => this.end(this.ask(found)));
  }

  /** Looks where that is due or was asked for since the last look; else answers where the domain stands. */
  lookIfDue(id: string): Promise<LookReport | null> {
    return this.goOn(id, async (found) =>
      isLookDue(found) ? this.lookWhenDue(found) : this.report({ ...found, isNews: false }),
    );
  }

  /** Ends the look that was begun here, or makes one. */
  private async goOn(
    id: string,
    makeLook: (found: ReadDomain) => Promise<LookReport | null>,
  ): Promise<LookReport | null> {
    const begun = this.begun.get(id);
    if (begun) return this.end(begun);
    const found = await this.store.find(id);
    return found && makeLook(found);
  }

  /** Asks no more resolvers than it takes to see that all is as well as it was; all of them where that is not seen. */
  private async lookWhenDue(found: ReadDomain): Promise<LookReport | null> {
    const resolvers = this.resolversOfLook();
    if (isWell(found) && !isAskedFor(found)) {
      const testimonies = await this.testimonies(found, majorityOf(resolvers));
      const confirmed = await this.confirm(found, lookOf(found, testimonies));
      if (confirmed) return confirmed;
    }
    return this.end(this.ask(found, { resolvers }));
  }

  private resolversOfLook(): readonly NamedResolver[] {
    return forOneLook(this.deps.resolvers, LOOK_WITHIN_MS);
  }

  private ask(
    found: ReadDomain,
    { isAsked = false, resolvers = this.resolversOfLook() } = {},
  ): BegunLook {
    const testimonies = this.testimonies(found, resolvers);
    // Where nobody makes the look, nobody is there to hear of it.
    testimonies.catch(() => undefined);
    return { found, testimonies, isAsked };
  }

  private async end({ found, testimonies: asked, isAsked }: BegunLook): Promise<LookReport | null> {
    const look = { ...lookOf(found, await asked), isAsked };
    const confirmed = await this.confirm(found, look);
    if (confirmed) return confirmed;
    const seen = await this.write(look).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 409) throw error;
      // Somebody else became the holder of the name a moment ago: now that is seen.
      return this.write(look);
    });
    return seen === 'overtaken' ? this.lookAnew(look.id) : seen;
  }

  private async lookAnew(id: string): Promise<LookReport | null> {
    const found = await this.store.find(id);
    return found && this.end(this.ask(found));
  }

  private report(reported: ReportedDomain): LookReport {
    const { domain, readAt, keysDue, isNews } = reported;
    const { orgId, status, reason, nextLookAt } = domain;
    const dueIn = nextLookAt && Math.max(0, (nextLookAt.getTime() - readAt.getTime()) / 1_000);
    return {
      orgId,
      status,
      summary: reason ?? 'all records are right',
      nextLookAt: nextLookAt?.toISOString() ?? null,
      retryInSeconds: dueIn !== null && isWell(reported) ? dueIn + secondsUntilRead() : dueIn,
      untold: hasNoticeDue(domain),
      handover: mayTakeOver(domain, this.care),
      ...{ keysDue, isNews },
    };
  }

  /** Most looks see that all is as well as it was: that is written without a lock. Null where there is more to it. */
  private async confirm(found: ReadDomain, look: WrittenLook): Promise<LookReport | null> {
    if (!isWell(found)) return null;
    const { domain } = found;
    const { testimonies } = look;
    const judged = judge(domain, {
      testimonies,
      ...{ obstacles: NONE, now: found.readAt, care: this.care },
    });
    const { result, changes } = judged;
    if (result !== 'good' || changes.length > 0) return null;
    const { results = {}, nextLookAt = null } = judged.update;
    const confirmed = { results, nextLookAt, lookBegunAt: look.begunAt };
    const isWritten = await this.store.confirm(domain, confirmed);
    if (!isWritten) return null;
    return this.report({ ...found, domain: { ...domain, ...judged.update }, isNews: false });
  }

  private async testimonies(
    keyed: KeyedDomain,
    resolvers: readonly NamedResolver[],
  ): Promise<AnswersByRecord> {
    const { zone } = this.deps;
    const checked = checkedDomain(keyed, zone);
    const { next } = keyed.keys;
    const ofRecords = RECORD_KEYS.map(
      async (record) =>
        [record, await askAll(resolvers, (ask) => CHECKS[record](checked, ask))] as const,
    );
    const ofNext =
      next &&
      askAll(resolvers, (ask) =>
        checkSelector(dkimRecord(next, keyed.domain.domain, zone), next.publicKey, ask),
      );
    // Made of every key: the compiler loses them in `fromEntries`.
    const all = Object.fromEntries<readonly ResolverAnswer[]>(
      await Promise.all(ofRecords),
    ) as unknown as OfRecords;
    return ofNext ? { ...all, dkim_next: await ofNext } : all;
  }

  /** Overtaken: what was asked for is not told by a look that began before it, and was written since. */
  private write(look: WrittenLook): Promise<LookReport | null | 'overtaken'> {
    const { id, keys, begunAt, testimonies } = look;
    return this.deps.database.transaction(async (manager) => {
      const domain = await manager.findOne(DomainEntity, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!domain) return null;
      const { now, ...obstacles } = await obstaclesOf(manager, domain);
      // A look that ran at the same time was written first: of two such looks one counts.
      const isTold = domain.checkedAt !== null && domain.checkedAt >= begunAt;
      if (isTold && look.isAsked && domain.lookBegunAt !== null && domain.lookBegunAt < begunAt)
        return 'overtaken';
      const judged = judge(domain, { testimonies, obstacles, now, care: this.care });
      const kept = isTold ? domain : await this.keep(manager, domain, judged, begunAt);
      const keysDue = look.keysDue ?? (await keysDueNow(manager, id));
      return this.report({ domain: kept, keys, readAt: now, keysDue, isNews: !isTold });
    });
  }

  private async keep(
    manager: EntityManager,
    domain: DomainEntity,
    { update, turn, changes, seesNextKey }: Judgement,
    lookBegunAt: Date,
  ): Promise<DomainEntity> {
    const kept = await this.store.change(manager, domain, { ...update, lookBegunAt });
    if (seesNextKey !== null) await manager.query(NOTE_NEXT_KEY, [domain.id, seesNextKey]);
    await keepChanges(manager, domain, changes);
    if (turn !== null) await recordDomainEvent(manager, turn, kept, this.deps.zone);
    return kept;
  }
}

/** What a report is made of. */
interface ReportedDomain extends ReadDomain {
  readonly isNews: boolean;
}

interface WrittenLook {
  readonly id: string;
  readonly keys: DomainKeys;
  readonly begunAt: Date;
  readonly testimonies: AnswersByRecord;
  readonly isAsked: boolean;
  /** Null where that is known once it is written. */
  readonly keysDue: boolean | null;
}

/** What is written of a look that nobody asked for. */
const lookOf = (
  { domain, keys, readAt, keysDue }: ReadDomain,
  testimonies: AnswersByRecord,
): WrittenLook => ({
  ...{ id: domain.id, keys, begunAt: readAt, testimonies, isAsked: false },
  // Whether the next key may sign is told by the look itself.
  keysDue: keys.next ? null : keysDue,
});

const NONE = { holderToken: null, parent: null };

/** Whether its time has come, or somebody asked for a look after the last one began. */
function isLookDue(found: ReadDomain): boolean {
  const { nextLookAt } = found.domain;
  const isDue = nextLookAt !== null && nextLookAt.getTime() - found.readAt.getTime() <= EARLY_MS;
  return isDue || isAskedFor(found);
}

const isAskedFor = ({ domain: { verifyAskedAt, lookBegunAt } }: ReadDomain): boolean =>
  verifyAskedAt !== null && (lookBegunAt === null || lookBegunAt < verifyAskedAt);

/** What checks are told of a domain. */
export const checkedDomain = (
  { domain: { domain, token }, keys: { signing } }: KeyedDomain,
  zone: MailZone,
): CheckedDomain => ({
  domain,
  zone,
  records: recordsOf({ domain, token, dkim: signing }, zone),
  publicKey: signing.publicKey,
});

/** All resolvers at once, each by itself. */
const askAll = (
  resolvers: readonly NamedResolver[],
  check: (ask: Ask) => Promise<Verdict>,
): Promise<ResolverAnswer[]> =>
  Promise.all(
    resolvers.map(async (resolver) => {
      const ask: Ask = (name, type) => resolver.ask({ name, type });
      try {
        return { resolver: resolver.name, verdict: await check(ask), error: null };
      } catch (error) {
        if (!(error instanceof DnsFailure)) throw error;
        return { resolver: resolver.name, verdict: null, error: error.reason };
      }
    }),
  );

/** Whether a change of status was not told by mail yet. */
export const hasNoticeDue = ({ notify, verifiedAt, turnAt, toldAt }: DomainEntity): boolean =>
  notify.length > 0 &&
  verifiedAt !== null &&
  turnAt !== null &&
  (toldAt === null || toldAt < turnAt);

/** Whether two looks far enough from each other saw that the holder has left, and all else is right. */
export const mayTakeOver = (
  { status, lastLook, holderGoneSince, checkedAt }: DomainEntity,
  care: CareSchedule = CARE,
): boolean =>
  (status === 'PENDING' || status === 'FAILED') &&
  lastLook === 'good' &&
  holderGoneSince !== null &&
  checkedAt !== null &&
  checkedAt.getTime() - holderGoneSince.getTime() >= care.handover * 1_000;

const KEYS_DUE = `SELECT ${keysAreDue()} AS due`;

async function keysDueNow(manager: EntityManager, id: string): Promise<boolean> {
  const [row]: { due: boolean }[] = await manager.query(KEYS_DUE, [id]);
  return row!.due;
}

const NOTE_NEXT_KEY = `
UPDATE dkim_keys SET seen_since = CASE WHEN $2 THEN coalesce(seen_since, now()) END
WHERE domain_id = $1 AND state = 'next'`;

const KEEP_CHANGES = `
INSERT INTO domain_changes (org_id, domain_id, record, was, status, answers)
SELECT $1, $2, c.record, c.was, c.status, c.answers
FROM jsonb_to_recordset($3::jsonb) AS c(record text, was text, status text, answers jsonb)`;

async function keepChanges(
  manager: EntityManager,
  { id, orgId }: DomainEntity,
  changes: readonly RecordChange[],
): Promise<void> {
  if (changes.length > 0) await manager.query(KEEP_CHANGES, [orgId, id, JSON.stringify(changes)]);
}
