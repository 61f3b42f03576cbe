import type { Browsers } from '../../browser/browsers.js';
import type { ActOutcome } from '../../browser/session.js';
import type { Queries } from '../../db/queries.js';
import type { Listener } from '../../live/listener.js';
import type { Log } from '../../log.js';
import { QUOTAS } from '../../operations/limits.js';
import type { Held, StepPerformer, TakenStep } from './performing.js';
import type { SealedSteps, BrowserStepOutcome } from './sealed-steps.js';
import {
  CLAIM,
  END_STEP,
  endOfProcess,
  endOutdated,
  endSession,
  RENEW,
  TAKE_STEP,
} from './store.js';

interface KeeperDeps {
  readonly database: Queries;
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly log: Log;
  readonly browsers: Pick<Browsers, 'close'>;
  readonly steps: SealedSteps;
  readonly performer: StepPerformer;
  /** Names this process among all that there ever are. */
  readonly process: string;
  readonly timing?: Partial<KeeperTiming>;
}

interface KeeperTiming {
  /** Seconds that a session is held without a word. */
  readonly leaseSeconds: number;
  /** Milliseconds between looks while there are sessions, and without any. */
  readonly busyMs: number;
  readonly idleMs: number;
}

const TIMING: KeeperTiming = { leaseSeconds: 12, busyMs: 2_000, idleMs: 10_000 };

/** Holds sessions, and does what is to be done in them: each act once, whatever becomes of the process. */
export class SessionKeeper {
  private readonly held = new Map<string, Held>();
  private readonly timing: KeeperTiming;
  private timer: NodeJS.Timeout | undefined;
  private claiming: Promise<void> | null = null;
  private isClosed = false;

  constructor(private readonly deps: KeeperDeps) {
    this.timing = { ...TIMING, ...deps.timing };
  }

  /** Takes sessions from now on. */
  start(): void {
    const { listener } = this.deps;
    listener.on('browser_work', (payload) => this.heard(payload.split(',')));
    listener.onReconnect(() => this.lookSoon());
    this.later();
  }

  /** Ends its sessions: they are lost. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await endOfProcess(this.deps.database, this.deps.process).catch(() => undefined);
    await this.deps.browsers.close();
  }

  private heard(sessions: readonly string[]): void {
    if (this.isClosed) return;
    for (const id of sessions) {
      const held = this.held.get(id);
      if (held) this.see(held);
    }
    if (sessions.some((id) => !this.held.has(id))) void this.claim();
  }

  private lookSoon(): void {
    clearTimeout(this.timer);
    void this.look();
  }

  private later(): void {
    if (this.isClosed) return;
    const { busyMs, idleMs } = this.timing;
    this.timer = setTimeout(() => void this.look(), this.held.size > 0 ? busyMs : idleMs).unref();
  }

  /** What was not heard, and what time does. */
  private async look(): Promise<void> {
    try {
      await this.renew();
      await endOutdated(this.deps.database);
      await this.claim();
      for (const held of this.held.values()) this.see(held);
    } catch (err) {
      this.deps.log.warn({ err }, 'browser sessions could not be looked at');
    }
    this.later();
  }

  /** Lets go of those that have ended, or were lost while this process was not there. */
  private async renew(): Promise<void> {
    if (this.held.size === 0) return;
    const { database, process } = this.deps;
    const known = [...this.held.values()];
    const values = [process, this.timing.leaseSeconds];
    const rows = await database.query<{ id: string }>(RENEW, values);
    const ours = new Set(rows.map(({ id }) => id));
    for (const held of known) if (!ours.has(held.id)) await this.drop(held);
  }

  private claim(): Promise<void> {
    this.claiming ??= this.takeSessions().finally(() => (this.claiming = null));
    return this.claiming.catch((err: unknown) =>
      this.deps.log.warn({ err }, 'browser sessions could not be taken'),
    );
  }

  private async takeSessions(): Promise<void> {
    const room = QUOTAS.browser_sessions_per_process - this.held.size;
    if (room <= 0 || this.isClosed) return;
    const values = [this.deps.process, this.timing.leaseSeconds, room];
    const rows = await this.deps.database.query<Pick<Held, 'id' | 'orgId'>>(CLAIM, values);
    const wasIdle = this.held.size === 0;
    for (const row of rows) {
      const held: Held = { ...row, open: null, signedIn: null, running: null, isDue: false };
      this.held.set(row.id, held);
      this.see(held);
    }
    if (wasIdle && rows.length > 0) {
      clearTimeout(this.timer);
      this.later();
    }
  }

  /** Does what is due in a session, unless that is under way. */
  private see(held: Held): void {
    held.isDue = true;
    held.running ??= this.work(held).finally(() => (held.running = null));
  }

  private async work(held: Held): Promise<void> {
    try {
      while (held.isDue && this.held.has(held.id)) {
        held.isDue = false;
        // Whoever ended it meanwhile has told so, and it is due again.
        if (!(await this.doAll(held)) && !(await this.isOpen(held))) await this.drop(held);
      }
    } catch (err) {
      // Storage is away: the next look goes on.
      this.deps.log.warn({ err, session: held.id }, 'a browser session could not go on');
    }
  }

  private async isOpen({ id }: Held): Promise<boolean> {
    const rows = await this.deps.database.query(IS_OPEN, [id, this.deps.process]);
    return rows.length > 0;
  }

  /** Whether there was something to do. */
  private async doAll(held: Held): Promise<boolean> {
    const isWork = await this.doNext(held);
    while (isWork && (await this.doNext(held)));
    return isWork;
  }

  private async doNext(held: Held): Promise<boolean> {
    const { database, process } = this.deps;
    const [step] = await database.query<TakenStep>(TAKE_STEP, [held.id, process]);
    if (!step) return false;
    const { outcome, picture } = await this.deps.performer.outcomeOf(held, step, (why) => {
      void this.lose(held, why);
    });
    await this.endStep(held, step, outcome, picture);
    // Without a browser nothing can be done in it, and it takes the place of one that has one.
    if (step.action === 'open' && outcome.refused) await this.lose(held, outcome.refused.message);
    return true;
  }

  private async endStep(
    { orgId }: Held,
    step: TakenStep,
    outcome: BrowserStepOutcome,
    picture: Buffer | null,
  ): Promise<void> {
    const { steps, database } = this.deps;
    const [told, sealed] = await Promise.all([
      steps.seal(orgId, step.id, 'told', toldOf(outcome)),
      steps.seal(orgId, step.id, 'outcome', outcome),
    ]);
    await database.query(END_STEP, [step.id, told, sealed, picture]);
  }

  private async lose(held: Held, why: string): Promise<void> {
    const { log } = this.deps;
    await endSession(this.deps.database, held.id, 'LOST', why).catch((err: unknown) =>
      log.warn({ err, session: held.id }, 'a lost browser session could not be written down'),
    );
    await this.drop(held);
  }

  /** It is ours no more: what is being done in it is broken off. */
  private async drop(held: Held): Promise<void> {
    if (!this.held.delete(held.id)) return;
    await this.deps.performer.leave(held);
  }
}

const IS_OPEN = `
SELECT FROM browser_sessions WHERE id = $1 AND process = $2 AND status = 'OPEN' AND expires_at > now()`;

const toldOf = ({ outcome, seen, refused }: BrowserStepOutcome) => ({
  ok: refused === undefined && (outcome?.ok ?? true),
  error: refused?.message ?? outcome?.error ?? null,
  page: outcome ? pageOf(outcome.page) : seen ? pageOf(seen) : null,
});

const pageOf = ({ url, title }: Pick<ActOutcome['page'], 'url' | 'title'>) => ({ url, title });
