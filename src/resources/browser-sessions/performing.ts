import type { Browsers, OpenSession } from '../../browser/browsers.js';
import type { ActResult, BrowserSession } from '../../browser/session.js';
import { AppError } from '../../errors.js';
import type { Log } from '../../log.js';
import { carryOut, type PageOrder, type StateStore } from './orders.js';
import type { SealedSteps, BrowserStepOutcome, Used, UseInput } from './sealed-steps.js';

/** Where a session is, in which organization. */
export interface SessionPlace {
  readonly orgId: string;
  readonly sessionId: string;
}

/** A credential that a session signs in with, and what its cookies were; null: whatever they are now. */
export interface SignedInBy {
  readonly id: string;
  readonly kept: string | null;
}

/** What is done with credentials in sessions. */
export interface CredentialsInSessions {
  /** Fills one in. @throws AppError 403, 409, 503 */
  use(session: BrowserSession, place: SessionPlace, use: UseInput): Promise<Used>;
  /** Brings its cookies back. @throws AppError 404, 409, 503 */
  bring(session: BrowserSession, place: SessionPlace, use: UseInput): Promise<unknown>;
  /** Keeps its cookies where they have changed; answers what tells that the next time. */
  keep(session: BrowserSession, place: SessionPlace, by: SignedInBy): Promise<string | null>;
}

/** A session that this process holds. */
export interface Held {
  readonly id: string;
  readonly orgId: string;
  open: OpenSession | null;
  /** The last one: cookies are its own from then on. */
  signedIn: SignedInBy | null;
  /** What is being done, one thing after the other. */
  running: Promise<void> | null;
  /** Whether there may be more to do. */
  isDue: boolean;
}

/** A step that it is to do. */
export interface TakenStep {
  readonly id: string;
  readonly n: number;
  readonly action: string;
  readonly sealedInput: Buffer | null;
}

/** What came of a step. */
export interface Performed {
  readonly outcome: BrowserStepOutcome;
  /** PNG. */
  readonly picture: Buffer | null;
}

interface PerformerDeps {
  readonly browsers: Pick<Browsers, 'open'>;
  readonly steps: SealedSteps;
  readonly credentials: CredentialsInSessions;
  readonly states: StateStore;
  readonly log: Log;
}

/** Does what steps say. */
export class StepPerformer {
  constructor(private readonly deps: PerformerDeps) {}

  /** What a step came to; `onLost` is told of the end of a browser that it opened. */
  async outcomeOf(held: Held, step: TakenStep, onLost: (why: string) => void): Promise<Performed> {
    try {
      const performed = await this.perform(held, step, onLost);
      await this.keepCookies(held);
      return performed;
    } catch (error) {
      // What a browser that ended makes of an order is no word of the page.
      if (held.open && !(await held.open.session.isAlive())) return refused(503, ENDED);
      if (!(error instanceof AppError)) {
        this.deps.log.warn(
          { session: held.id, step: step.n },
          'a step of a browser session failed',
        );
        return refused(503, 'The browser did not do it; look at the steps of the session');
      }
      return refused(error.status, error.message);
    }
  }

  /** Lets go of a session. */
  async leave(held: Held): Promise<void> {
    await this.keepCookies(held);
    await held.open?.close();
  }

  private async perform(
    held: Held,
    { id, action, sealedInput }: TakenStep,
    onLost: (why: string) => void,
  ): Promise<Performed> {
    const { steps } = this.deps;
    const input = sealedInput && (await steps.open(held.orgId, id, 'input', sealedInput));
    if (action === 'open') return this.openBrowser(held, input?.bring, onLost);
    const session = held.open?.session;
    if (!session || !input) throw new AppError(503, 'The session has no browser');
    const { credentials } = this.deps;
    if (input.order) return this.carryOut(held, session, input.order);
    if (input.use) {
      const { credentialId } = input.use;
      // Those from before are not what it brings.
      const kept = await credentials.keep(session, placeOf(held), { id: credentialId, kept: null });
      const used = await credentials.use(session, placeOf(held), input.use);
      held.signedIn = { id: credentialId, kept };
      return { outcome: { used, outcome: await session.look() }, picture: null };
    }
    const { outcome, picture }: ActResult = await session.act(input.act!);
    return { outcome: { outcome }, picture };
  }

  private async carryOut(
    held: Held,
    session: BrowserSession,
    order: PageOrder,
  ): Promise<Performed> {
    const { credentials, states } = this.deps;
    const use = credentials.use.bind(credentials);
    const done = await carryOut(session, placeOf(held), order, { use, states });
    const [used] = order.do === 'enter' ? order.uses : [];
    // Cookies from before are of the same walk, and of the same account.
    if (used) held.signedIn = { id: used.credentialId, kept: NONE_KEPT };
    return done;
  }

  private async openBrowser(
    held: Held,
    bring: UseInput | undefined,
    onLost: (why: string) => void,
  ): Promise<Performed> {
    held.open = await this.deps.browsers.open(held.orgId, onLost);
    if (bring) {
      await this.deps.credentials.bring(held.open.session, placeOf(held), bring);
      held.signedIn = { id: bring.credentialId, kept: null };
    }
    return { outcome: {}, picture: null };
  }

  /** What a site gives who has signed in comes with any step, or between two. */
  private async keepCookies(held: Held): Promise<void> {
    const { signedIn, open } = held;
    if (!signedIn || !open) return;
    try {
      const kept = await this.deps.credentials.keep(open.session, placeOf(held), signedIn);
      if (held.signedIn === signedIn) held.signedIn = { ...signedIn, kept };
    } catch (err) {
      this.deps.log.warn({ err, session: held.id }, 'cookies of a browser session were not kept');
    }
  }
}

const ENDED = 'The browser ended unexpectedly';

// What no cookies are known by.
const NONE_KEPT = '';

const placeOf = ({ id, orgId }: Held): SessionPlace => ({ orgId, sessionId: id });

const refused = (status: number, message: string) => ({
  outcome: { refused: { status, message } },
  picture: null,
});
