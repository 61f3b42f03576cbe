import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { requireAccess, requireInbox, requireOwned } from '../../auth/ownership.js';
import { countedKeyId, principalId } from '../../auth/principal.js';
import type { ActOutcome } from '../../browser/session.js';
import { Conditions } from '../../db/conditions.js';
import {
  keyset,
  listPage,
  newestFirst,
  type ListDeps,
  type Page,
  type Paging,
} from '../../db/page.js';
import { AppError, forbidden, invalid, notFound, rateLimited } from '../../errors.js';
import { newId } from '../../ids.js';
import { QUOTAS } from '../../operations/limits.js';
import type { FromWire } from '../../operations/wire.js';
import type { FindInbox } from '../../store/inboxes.js';
import { lockOrg } from '../../store/locks.js';
import { sendNotification } from '../../store/statement.js';
import type { Egress } from '../../egress/egress.js';
import type { EndWatches } from '../../live/end-watches.js';
import type { ActInput, newSession } from './schema.js';
import { checkedAct } from './checked-act.js';
import type {
  SealedSteps,
  StepInput,
  BrowserStepOutcome,
  StepTold,
  Used,
  UseInput,
} from './sealed-steps.js';
import {
  ADD_SESSION,
  ADD_STEP,
  COUNT_OPEN,
  END_OUTDATED,
  endSession,
  SESSION_COLUMNS,
  STEP_COLUMNS,
  type BrowserSessionRow,
  type BrowserStepRow,
} from './store.js';

interface BrowserSessionDeps extends ListDeps {
  readonly findInbox: FindInbox;
  readonly steps: SealedSteps;
  readonly egress: Pick<Egress, 'checkUrl'>;
  /** Requests that wait for a step. */
  readonly watches: Pick<EndWatches, 'watch'>;
}

/** A step as it is listed. */
export interface StepView extends BrowserStepRow, Omit<StepTold, 'ok'> {
  readonly ok: boolean | null;
  readonly hasScreenshot: boolean;
}

interface AskedStep {
  readonly sessionId: string;
  readonly action: string;
  readonly input: StepInput;
}

interface OpenStep {
  readonly id: string;
  readonly sessionId: string;
}

interface EndedRow {
  readonly endedAt: Date | null;
  readonly sealedOutcome: Buffer | null;
  readonly process: string | null;
}

// Milliseconds: that a process takes a session, that a browser starts, that an act and those before it take.
const TAKEN_WITHIN_MS = 6_000;
const OPENED_WITHIN_MS = 45_000;
const DONE_WITHIN_MS = 90_000;
// Milliseconds between looks whether the process is still there.
const LOOK_EVERY_MS = 2_000;
const RETRY_AFTER_SECONDS = 30;

/** Sessions of browsers: what is to be done is a row, which the process that holds the session does. */
export class BrowserSessionService {
  constructor(private readonly deps: BrowserSessionDeps) {}

  /** A session, once its browser is there. @throws AppError 403, 404, 429 too many, 503 without a browser */
  async create(
    caller: Caller,
    given: FromWire<z.output<typeof newSession>>,
    signal: AbortSignal,
  ): Promise<BrowserSessionRow> {
    const { inboxId = null, ttlSeconds } = given;
    await this.requirePlace(caller, inboxId);
    const { orgId, principal } = caller;
    const id = newId('brs');
    const step = { id: newId('bst'), sessionId: id };
    await this.deps.database.transaction(async (manager) => {
      await lockOrg(manager, orgId);
      const keyId = countedKeyId(principal);
      const [open] = await manager.query<[OpenCounts]>(COUNT_OPEN, [orgId, keyId]);
      requireRoom(open);
      const values = [id, orgId, inboxId, principalId(principal), keyId, ttlSeconds, step.id];
      await manager.query(ADD_SESSION, values);
    });
    const outcome = await this.settled(caller, step, OPENED_WITHIN_MS, signal).catch(
      async (error: unknown) => {
        await this.end(id);
        throw error;
      },
    );
    throwRefused(outcome);
    return this.owned(caller, id);
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
  async get(caller: Caller, id: string): Promise<BrowserSessionRow> {
    await this.deps.database.query(END_OUTDATED);
    return this.owned(caller, id);
  }

  /** Closes it; what is being done is broken off. @throws AppError 403, 404 also where it was closed before */
  async close(caller: Caller, id: string): Promise<void> {
    await this.owned(caller, id);
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
    const { step, done } = await this.enqueue(caller, asked, signal);
    return { step, outcome: done.outcome! };
  }

  /** Has a credential filled in; the caller was checked. @throws AppError 403, 404, 409, 410, 503 */
  async use(caller: Caller, id: string, use: UseInput, signal: AbortSignal): Promise<Used> {
    const asked = { sessionId: id, action: 'use', input: { use } };
    const { done } = await this.enqueue(caller, asked, signal);
    return done.used!;
  }

  /** A session in which something can be done. @throws AppError 403, 404 closed, 410 lost */
  async requireOpen(caller: Caller, id: string): Promise<BrowserSessionRow> {
    const session = await this.owned(caller, id);
    if (session.status === 'LOST') throw lost(session);
    if (session.status === 'CLOSED') throw notFound('Browser session');
    return session;
  }

  /** A page of its steps, the last first. @throws AppError 400, 403, 404 */
  async steps(caller: Caller, id: string, paging: Paging): Promise<Page<StepView>> {
    await this.owned(caller, id);
    const { orgId } = caller;
    const columns = `${STEP_COLUMNS}, sealed_told AS "sealedTold", picture IS NOT NULL AS "hasScreenshot"`;
    const where = new Conditions().add('session_id = ?', id);
    const list = { orgId, name: ['browser_steps', id], columns, from: 'browser_steps', where };
    const page = await listPage<ListedStep>(this.deps, { ...list, order: LAST_FIRST }, paging);
    const data = await Promise.all(page.data.map((row) => this.view(orgId, row)));
    return { ...page, data };
  }

  /** The picture of a step, as PNG. @throws AppError 403, 404 */
  async picture(caller: Caller, id: string, n: number): Promise<Buffer> {
    await this.owned(caller, id);
    const [row] = await this.deps.database.query<{ picture: Buffer | null }>(PICTURE, [id, n]);
    if (!row?.picture) throw notFound('Screenshot');
    return row.picture;
  }

  private async view(orgId: string, { sealedTold, ...row }: ListedStep): Promise<StepView> {
    if (sealedTold === null) return { ...row, ok: null, error: null, page: null };
    return { ...row, ...(await this.deps.steps.open(orgId, row.id, 'told', sealedTold)) };
  }

  private async owned(caller: Caller, id: string): Promise<BrowserSessionRow> {
    const [row] = await this.deps.database.query<BrowserSessionRow>(FIND, [id]);
    const session = requireOwned(caller.orgId, row, 'Browser session');
    if (session.inboxId !== null) requireAccess(caller, session.inboxId);
    else if (caller.allowedInboxIds !== null) throw boundToInboxes();
    return session;
  }

  private async requirePlace(caller: Caller, inboxId: string | null): Promise<void> {
    if (inboxId !== null) requireInbox(caller, await this.deps.findInbox(inboxId));
    else if (caller.allowedInboxIds !== null) throw boundToInboxes();
  }

  private end(id: string): Promise<boolean> {
    return endSession(this.queries, id, 'CLOSED', null);
  }

  private async enqueue(
    caller: Caller,
    { sessionId, action, input }: AskedStep,
    signal: AbortSignal,
  ): Promise<{ readonly step: number; readonly done: BrowserStepOutcome }> {
    const step = { id: newId('bst'), sessionId };
    const sealed = await this.deps.steps.seal(caller.orgId, step.id, 'input', input);
    const values = [sessionId, step.id, action, sealed];
    const [added] = await this.deps.database.query<{ n: number }>(ADD_STEP, values);
    if (!added) throw await this.whyNot(caller, sessionId);
    const done = await this.settled(caller, step, DONE_WITHIN_MS, signal);
    throwRefused(done);
    return { step: added.n, done };
  }

  /** What a step came to. @throws AppError 404, 410 where its session ended meanwhile, 503 where nobody took it */
  private async settled(
    caller: Caller,
    step: OpenStep,
    within: number,
    signal: AbortSignal,
  ): Promise<BrowserStepOutcome> {
    const until = Date.now() + within;
    for (let left = within; left > 0; left = signal.aborted ? 0 : until - Date.now()) {
      const row = await this.watched(step.id, Math.min(left, LOOK_EVERY_MS), signal);
      if (row?.sealedOutcome)
        return this.deps.steps.open(caller.orgId, step.id, 'outcome', row.sealedOutcome);
      if (row?.endedAt !== null) break;
      if (row.process === null && left < within - TAKEN_WITHIN_MS) throw NOBODY();
      // What was told before a process listened is told again.
      if (row.process === null)
        await sendNotification(this.queries, 'browser_work', step.sessionId);
      await this.deps.database.query(END_OUTDATED);
    }
    throw await this.whyNot(caller, step.sessionId);
  }

  /** A step, after a while in which it may end. */
  private async watched(
    stepId: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<EndedRow | undefined> {
    const watch = this.deps.watches.watch(stepId);
    const row = await this.find(stepId).catch(() => undefined);
    await watch.until(row?.endedAt === null ? ms : 0, signal);
    return row;
  }

  private async find(stepId: string): Promise<EndedRow | undefined> {
    const [row] = await this.deps.database.query<EndedRow>(FIND_STEP, [stepId]);
    return row;
  }

  private async whyNot(caller: Caller, id: string): Promise<AppError> {
    const session = await this.owned(caller, id);
    if (session.status === 'LOST') return lost(session);
    if (session.status === 'CLOSED') return notFound('Browser session');
    return new AppError(503, 'It was not done in time; look at the steps of the session');
  }

  private readonly queries = {
    query: (text: string, values: unknown[]) => this.deps.database.query(text, values),
  };
}

interface OpenCounts {
  readonly ofOrg: number;
  readonly ofKey: number;
}

interface ListedStep extends BrowserStepRow {
  readonly sealedTold: Buffer | null;
  readonly hasScreenshot: boolean;
}

const FIND = `SELECT ${SESSION_COLUMNS} FROM browser_sessions WHERE id = $1`;
const PICTURE = 'SELECT picture FROM browser_steps WHERE session_id = $1 AND n = $2';
const FIND_STEP = `
SELECT s.ended_at AS "endedAt", s.sealed_outcome AS "sealedOutcome", b.process
FROM browser_steps s JOIN browser_sessions b ON b.id = s.session_id WHERE s.id = $1`;
const LAST_FIRST = keyset('DESC', ['n', 'integer']);

const boundToInboxes = () =>
  forbidden('This key is bound to inboxes: it has only browser sessions of those (inbox_id)');

const lost = ({ why }: BrowserSessionRow) =>
  new AppError(410, `The browser session was lost: ${why ?? 'nobody knows why'}. Open another one`);

const NOBODY = () =>
  new AppError(503, 'No browser is free: start a process with the role browser (npm run browser)', {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });

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

function throwRefused({ refused }: BrowserStepOutcome): void {
  if (refused?.status === 400) throw invalid(refused.message);
  if (refused) throw new AppError(refused.status, refused.message);
}
