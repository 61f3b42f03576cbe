import type { Caller } from '../../auth/caller.js';
import { principalId } from '../../auth/principal.js';
import { requireInbox } from '../../auth/ownership.js';
import type { LongPoll } from '../../deadline.js';
import { notFound, paused } from '../../errors.js';
import type { FindInbox } from '../../store/inboxes.js';
import { matches, type ArrivedMail, type WaitFilter } from '../../store/waits/arrived-mail.js';
import { OpenWait, type OpenWaitDeps, type WaitCriteria } from './open-wait.js';
import { groupOf, type StartPoint, type WaitKey, type WaitRoute } from './store.js';

interface WaitServiceDeps extends OpenWaitDeps {
  readonly findInbox: FindInbox;
}

/** A wait as an operation asks for it. */
export interface WaitRequest extends LongPoll {
  readonly route: WaitRoute;
  readonly inboxId: string;
  readonly filter: WaitFilter;
  /** A time, or the id of an email of the inbox. */
  readonly since?: Date | string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Called once: whether the answer reached an open connection. */
  readonly onAnswered: (settle: (written: boolean) => void) => void;
}

/** How a wait ended: with a mail, or by running out. */
interface WaitOutcome {
  readonly mail: ArrivedMail | null;
  /** The mail handed out last, where there is no other. */
  readonly lastEmailId?: string | null;
}

/** Long polls: the newest matching mail, or the next one that arrives. */
export class WaitService {
  constructor(private readonly deps: WaitServiceDeps) {}

  /** Waits for a mail. @throws AppError 401 key revoked, 403, 404, 503 paused */
  async wait(caller: Caller, request: WaitRequest): Promise<WaitOutcome> {
    const inbox = requireInbox(caller, await this.deps.findInbox(request.inboxId));
    if (inbox.status === 'PAUSED') throw paused();
    const { route } = request;
    const key = { principalId: principalId(caller.principal), route, inboxId: inbox.id };
    const answeredBefore = this.answersOf(caller, key, request);
    const again = await answeredBefore?.();
    if (again) return { mail: again };
    const mail = await this.look(key, request, answeredBefore);
    if (!mail) return { mail: null, lastEmailId: await this.lastEmailId(key, request) };
    await this.settleLater(caller, key, request, mail);
    return { mail };
  }

  /** What was kept for the same request; it is none of one that asks for what that mail does not have. */
  private answersOf(
    { orgId }: Caller,
    key: WaitKey,
    { idempotencyKey, filter }: WaitRequest,
  ): WaitCriteria['answeredBefore'] {
    if (idempotencyKey === undefined) return undefined;
    const { store } = this.deps;
    return async () => {
      const emailId = await store.answered(orgId, key, idempotencyKey);
      const mails = emailId === null ? [] : await store.load([emailId]);
      // A code that has expired meanwhile is answered again.
      return mails.find((mail) => matches(mail, filter, mail.receivedAt));
    };
  }

  private async look(
    key: WaitKey,
    request: WaitRequest,
    answeredBefore: WaitCriteria['answeredBefore'],
  ): Promise<ArrivedMail | null> {
    const { filter } = request;
    const start = await this.startPoint(key, request);
    return new OpenWait(this.deps, { key, filter, start, answeredBefore }).end(request);
  }

  private async startPoint(key: WaitKey, { since }: WaitRequest): Promise<StartPoint> {
    if (since === undefined) return { kind: 'marks', key };
    if (since instanceof Date) return { kind: 'time', at: since };
    const uid = await this.deps.store.uidOf(key.inboxId, since);
    if (uid === null) throw notFound('Email');
    return { kind: 'after', uid };
  }

  /** The mark moves when the answer was written; otherwise the mail is the next waiter's. */
  private async settleLater(
    { orgId }: Caller,
    key: WaitKey,
    { since, idempotencyKey, onAnswered }: WaitRequest,
    mail: ArrivedMail,
  ): Promise<void> {
    const { store } = this.deps;
    // Kept before the answer leaves: the process may die right after it.
    if (idempotencyKey !== undefined) await store.keepAnswer(orgId, key, idempotencyKey, mail.id);
    const settle = async (written: boolean) => {
      if (!written && idempotencyKey !== undefined)
        await store.keepAnswer(orgId, key, idempotencyKey, null);
      if (since !== undefined) return;
      await (written ? store.confirm(mail, key) : store.release(mail, { group: groupOf(key) }));
    };
    // When storage is away the claim expires by itself; there is nobody left to tell.
    onAnswered((written) => void settle(written).catch(() => undefined));
  }

  private lastEmailId(key: WaitKey, { since, signal }: WaitRequest): Promise<string | null> {
    if (since !== undefined || signal.aborted) return Promise.resolve(null);
    return this.deps.store.lastHandedOut(key);
  }
}
