import type { Caller } from '../../auth/caller.js';
import { principalId } from '../../auth/principal.js';
import { requireInbox } from '../../auth/ownership.js';
import type { LongPoll } from '../../deadline.js';
import { notFound, paused } from '../../errors.js';
import type { FindInbox } from '../../store/inboxes.js';
import type { ArrivedMail, WaitFilter } from '../../store/waits/arrived-mail.js';
import { OpenWait, type OpenWaitDeps } from './open-wait.js';
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
    const again = await this.answeredBefore(caller, key, request);
    if (again) return { mail: again };
    const mail = await this.look(key, request);
    if (!mail) return { mail: null, lastEmailId: await this.lastEmailId(key, request) };
    await this.settleLater(caller, key, request, mail);
    return { mail };
  }

  private async answeredBefore(
    { orgId }: Caller,
    key: WaitKey,
    { idempotencyKey }: WaitRequest,
  ): Promise<ArrivedMail | undefined> {
    if (idempotencyKey === undefined) return undefined;
    const emailId = await this.deps.store.answered(orgId, key, idempotencyKey);
    return emailId === null ? undefined : (await this.deps.store.load([emailId]))[0];
  }

  private async look(key: WaitKey, request: WaitRequest): Promise<ArrivedMail | null> {
    const start = await this.startPoint(key, request);
    return new OpenWait(this.deps, { key, filter: request.filter, start }).end(request);
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
