import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { countedKeyId, principalId } from '../../auth/principal.js';
import type { ActOutcome } from '../../browser/session.js';
import { Conditions } from '../../db/conditions.js';
import { listPage, newestFirst, type ListDeps, type Page, type Paging } from '../../db/page.js';
import { notFound, rateLimited } from '../../errors.js';
import { newId } from '../../ids.js';
import { QUOTAS } from '../../operations/limits.js';
import type { FromWire } from '../../operations/wire.js';
import type { FindInbox } from '../../store/inboxes.js';
import { lockOrg } from '../../store/locks.js';
import type { Egress } from '../../egress/egress.js';
import type { EndWatches } from '../../live/end-watches.js';
import { SessionAccess } from './access.js';
import { checkedAct } from './checked-act.js';
import type { ActInput, newSession } from './schema.js';
import type { PageOrder } from './orders.js';
import type { BrowserStepOutcome, SealedSteps, Used, UseInput } from './sealed-steps.js';
import { StepList, type StepView } from './step-list.js';
import { RETRY_AFTER_SECONDS, StepQueue } from './step-queue.js';
import {
  ADD_SESSION,
  COUNT_OPEN,
  endSession,
  HOLD,
  SESSION_COLUMNS,
  type BrowserSessionRow,
} from './store.js';

interface BrowserSessionDeps extends ListDeps {
  readonly findInbox: FindInbox;
  readonly steps: SealedSteps;
  readonly egress: Pick<Egress, 'checkUrl'>;
  /** Requests that wait for a step. */
  readonly watches: Pick<EndWatches, 'watch'>;
}

/** What a session is to be. */
export interface NewSession extends Pick<FromWire<z.output<typeof newSession>>, 'ttlSeconds'> {
  readonly inboxId?: string | undefined;
  /** A credential whose cookies it begins with; the caller was checked. */
  readonly bring: UseInput | null;
}

// Milliseconds that a browser takes to start.
const OPENED_WITHIN_MS = 45_000;

/** Sessions of browsers: what is to be done is a row, which the process that holds the session does. */
export class BrowserSessionService {
  private readonly access: SessionAccess;
  private readonly queue: StepQueue;
  private readonly stepList: StepList;

  constructor(private readonly deps: BrowserSessionDeps) {
    this.access = new SessionAccess(deps);
    this.queue = new StepQueue({ ...deps, access: this.access });
    this.stepList = new StepList({ ...deps, access: this.access });
  }

  /** A session, once its browser is there. @throws AppError 403, 404, 429 too many, 503 without a browser */
  async create(caller: Caller, given: NewSession, signal: AbortSignal): Promise<BrowserSessionRow> {
    await this.access.requirePlace(caller, given.inboxId ?? null);
    const step = await this.add(caller, given);
    try {
      await this.queue.settled(caller, step, OPENED_WITHIN_MS, signal);
    } catch (error) {
      await this.end(step.sessionId);
      throw error;
    }
    return this.access.owned(caller, step.sessionId);
  }

  /** A session that is opened once the transaction is over: answers its id. @throws AppError 403, 404, 429 too many */
  async begin(caller: Caller, given: Omit<NewSession, 'bring'>): Promise<string> {
    await this.access.requirePlace(caller, given.inboxId ?? null);
    return (await this.add(caller, { ...given, bring: null })).sessionId;
  }

  /** A page of sessions the caller may use, newest first. @throws AppError 400 */
  list(caller: Caller, paging: Paging): Promise<Page<BrowserSessionRow>> {
    const { orgId, allowedInboxIds } = caller;
    const where = new Conditions().add('org_id = ?', orgId);
    if (allowedInboxIds) where.add('inbox_id = ANY (?)', allowedInboxIds);
    const name = ['browser_sessions', allowedInboxIds];
    const list = { orgId, name, columns: SESSION_COLUMNS, from: 'browser_sessions', where };
    return listPage<BrowserSessionRow>(
      this.deps,
      { ...list, order: newestFirst('browser_sessions') },
      paging,
    );
  }

  /** @throws AppError 403, 404 */
  get(caller: Caller, id: string): Promise<BrowserSessionRow> {
    return this.access.owned(caller, id);
  }

  /** Closes it; what is being done is broken off. @throws AppError 403, 404 also where it was closed before */
  async close(caller: Caller, id: string): Promise<void> {
    await this.access.owned(caller, id);
    if (!(await this.end(id))) throw notFound('Browser session');
  }

  /** Does one thing, behind what is under way. @throws AppError 400, 403, 404 closed, 409, 410 lost */
  async act(
    caller: Caller,
    { id, ...input }: ActInput,
    signal: AbortSignal,
  ): Promise<{ readonly step: number; readonly outcome: ActOutcome }> {
    await this.requireOpen(caller, id);
    const act = checkedAct(input, this.deps.egress.checkUrl);
    const asked = { sessionId: id, action: act.action, input: { act } };
    const { n: step, done } = await this.queue.done(caller, asked, signal);
    return { step, outcome: done.outcome! };
  }

  /** Has a credential filled in; the caller was checked. @throws AppError 403, 404, 409, 410, 503 */
  async use(caller: Caller, id: string, use: UseInput, signal: AbortSignal): Promise<Used> {
    const asked = { sessionId: id, action: 'use', input: { use } };
    const { done } = await this.queue.done(caller, asked, signal);
    return done.used!;
  }

  /**
   * Does what the service itself orders, once for each key: whoever asks again is told what came of it, also of
   * what was refused. @throws AppError 403, 404 closed, 410 lost, 503
   */
  async carryOut(
    caller: Caller,
    id: string,
    { order, key }: { readonly order: PageOrder; readonly key: string },
    signal: AbortSignal,
  ): Promise<{ readonly step: number; readonly done: BrowserStepOutcome }> {
    await this.requireOpen(caller, id);
    const asked = { sessionId: id, action: order.do, input: { order }, key };
    const { n: step, done } = await this.queue.outcome(caller, asked, signal);
    return { step, done };
  }

  /** Keeps an open session for so many seconds more at least; the caller was checked. */
  async hold(id: string, seconds: number): Promise<void> {
    await this.deps.database.query(HOLD, [id, seconds]);
  }

  /** A session in which something can be done. @throws AppError 403, 404 closed, 410 lost */
  requireOpen(caller: Caller, id: string): Promise<BrowserSessionRow> {
    return this.access.open(caller, id);
  }

  /** A page of its steps, the last first. @throws AppError 400, 403, 404 */
  steps(caller: Caller, id: string, paging: Paging): Promise<Page<StepView>> {
    return this.stepList.page(caller, id, paging);
  }

  /** The picture of a step, as PNG. @throws AppError 403, 404 */
  picture(caller: Caller, id: string, n: number): Promise<Buffer> {
    return this.stepList.picture(caller, id, n);
  }

  /** Its rows: a session, and its first step. */
  private async add(caller: Caller, { inboxId, ttlSeconds, bring }: NewSession) {
    const { orgId, principal } = caller;
    const sessionId = newId('brs');
    const id = newId('bst');
    const { steps, database } = this.deps;
    const input = bring && (await steps.seal(orgId, id, 'input', { bring }));
    await database.transaction(async (manager) => {
      await lockOrg(manager, orgId);
      const keyId = countedKeyId(principal);
      const [open] = await manager.query<[OpenCounts]>(COUNT_OPEN, [orgId, keyId]);
      requireRoom(open);
      await manager.query(ADD_SESSION, [
        ...[sessionId, orgId, inboxId ?? null, principalId(principal), keyId, ttlSeconds],
        ...[id, input, bring?.credentialId ?? null],
      ]);
    });
    return { id, sessionId };
  }

  private end(id: string): Promise<boolean> {
    return endSession(this.deps.database, id, 'CLOSED', null);
  }
}

interface OpenCounts {
  readonly ofOrg: number;
  readonly ofKey: number;
}

/** @throws AppError 429 */
function requireRoom({ ofOrg, ofKey }: OpenCounts): void {
  const { browser_sessions_per_key: perKey, browser_sessions: perOrg } = QUOTAS;
  if (ofKey >= perKey)
    throw rateLimited(
      RETRY_AFTER_SECONDS,
      `A key has at most ${perKey} browser sessions; close one`,
    );
  if (ofOrg >= perOrg)
    throw rateLimited(
      RETRY_AFTER_SECONDS,
      `An organization has at most ${perOrg} browser sessions; close one`,
    );
}
