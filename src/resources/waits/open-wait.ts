import { setTimeout as delay } from 'node:timers/promises';
import { endAfter, type LongPoll } from '../../deadline.js';
import { notFound, paused, unauthorized } from '../../errors.js';
import type { ArrivalHub, Registration } from '../../live/arrivals/hub.js';
import type { WaitEnd, Waiter } from '../../live/arrivals/inbox-watch.js';
import {
  isVerified,
  matches,
  type ArrivedMail,
  type WaitFilter,
} from '../../store/waits/arrived-mail.js';
import type { SenderWatch, SenderWatches } from './sender-watch.js';
import { CLAIM_SECONDS } from '../../live/arrivals/store.js';
import {
  groupOf,
  type WaitFindings,
  type StartPoint,
  type WaitKey,
  type WaitStore,
} from './store.js';

/** What an open wait needs. */
export interface OpenWaitDeps {
  readonly hub: ArrivalHub;
  readonly store: WaitStore;
  readonly senders: SenderWatches;
}

/** Which mail ends a wait. */
export interface WaitCriteria {
  readonly key: WaitKey;
  readonly filter: WaitFilter;
  readonly start: StartPoint;
  /** The mail that answered the same request before, and was kept for that; absent where nothing is kept. */
  readonly answeredBefore?: (() => Promise<ArrivedMail | undefined>) | undefined;
}

// Milliseconds beyond the life of a claim.
const LATER_MS = 250;
// Milliseconds until what another request is answered with is kept, from one look to the next.
const KEPT_WITHIN_MS = [20, 80, 400, 2_000];

/** One long poll: it looks, is open for what arrives, and has ended. */
export class OpenWait implements Waiter {
  private state: 'looking' | 'open' | 'ended' = 'looking';
  private readonly registration: Registration;
  /** What the first look has considered is not considered again when its notification is late. */
  private seen = 0;
  /** Whether a mail had been claimed when the first look found it, and the one that is free again. */
  private mayBeFreed = false;
  private freed: string | null = null;
  private senders: SenderWatch | null = null;
  private claimTimer: NodeJS.Timeout | undefined;

  /** Listens from now on: a mail stored before the first look would otherwise be missed. */
  constructor(
    private readonly deps: OpenWaitDeps,
    private readonly sought: WaitCriteria,
  ) {
    this.registration = deps.hub.register(this);
  }

  get inboxId(): string {
    return this.sought.key.inboxId;
  }

  get principalId(): string {
    return this.sought.key.principalId;
  }

  get group(): string | null {
    const { key, start } = this.sought;
    return start.kind === 'marks' ? groupOf(key) : null;
  }

  accepts(mail: ArrivedMail): boolean {
    const { filter, start } = this.sought;
    const isNew = mail.uid > this.seen || mail.id === this.freed;
    // What is announced once more was given back; whether it is this one's, or a newer one is, a look tells.
    if (!isNew && this.mayBeFreed) this.lookAgain();
    const fits = isNew && isAfter(mail, start) && matches(mail, filter, new Date());
    if (!fits || !filter.requireAuth || isVerified(mail)) return fits;
    this.senders?.arrived();
    return false;
  }

  passedOver(): void {
    if (this.sought.answeredBefore) void this.askWhatAnswered().catch(() => undefined);
  }

  /** The mail that ends it; null when time is up. @throws AppError 401, 404, 503 */
  async end({ timeoutSeconds, signal }: LongPoll): Promise<ArrivedMail | null> {
    const { registration } = this;
    const cancel = () => registration.cancel();
    const clear = endAfter(timeoutSeconds * 1_000, signal, cancel);
    try {
      const found = await this.look();
      if (found.mail) return found.mail;
      // The first of two that are alike may have been answered since the second one was asked for.
      const again = await this.sought.answeredBefore?.();
      if (again) return again;
      this.open(found);
      if (signal.aborted) cancel();
      return mailOf(await registration.end);
    } finally {
      clear();
      this.close();
    }
  }

  /** Looks until there is nothing more, or what there is could be claimed. */
  private async look(): Promise<WaitFindings> {
    for (;;) {
      const found = await this.lookOnce();
      if (!found) throw notFound('Inbox');
      if (!found.mail || this.sought.start.kind !== 'marks') return found;
      const claimed = await this.deps.store.claim(found.mail, [this]);
      // Another wait of this key was faster: that mail is marked now, so look again.
      if (claimed.size > 0) return found;
    }
  }

  private lookOnce(): Promise<WaitFindings | null> {
    const { filter, start } = this.sought;
    return this.deps.store.look(this.inboxId, filter, start);
  }

  private open({ seen, claimed }: WaitFindings): void {
    this.state = 'open';
    this.seen = seen;
    this.registration.open(seen);
    // A process that died with a claim does not say so: its mail is free again after a while.
    if (claimed) this.awaitSettled();
    if (this.sought.filter.requireAuth) this.senders = this.watchSenders();
  }

  private awaitSettled(): void {
    this.mayBeFreed = true;
    this.claimTimer = setTimeout(
      () => {
        this.lookAgain();
        this.passedOver();
      },
      CLAIM_SECONDS * 1_000 + LATER_MS,
    );
    this.passedOver();
  }

  /** A request that is sent again while the first one is open, but its connection is not, is answered alike. */
  private async askWhatAnswered(): Promise<void> {
    for (const milliseconds of KEPT_WITHIN_MS) {
      await delay(milliseconds, undefined, { ref: false });
      if (this.state !== 'open') return;
      const mail = await this.sought.answeredBefore?.();
      if (mail) this.registration.endWith(mail);
    }
  }

  private watchSenders(): SenderWatch {
    const { filter, start } = this.sought;
    return this.deps.senders.start({
      inboxId: this.inboxId,
      unverified: () => this.deps.store.unverified(this.inboxId, filter, start),
      onVerified: () => this.lookAgain(),
    });
  }

  private lookAgain(): void {
    // Where storage is away, a mail that arrives or the end of the time ends the wait.
    this.lookOnce().then(
      (found) => this.offer(found?.mail?.id ?? null),
      () => undefined,
    );
  }

  private offer(freed: string | null): void {
    this.freed = freed;
    if (freed !== null && this.state === 'open') this.registration.offer(freed);
  }

  private close(): void {
    this.state = 'ended';
    clearTimeout(this.claimTimer);
    this.senders?.stop();
    this.registration.cancel();
  }
}

function isAfter(mail: ArrivedMail, start: StartPoint): boolean {
  if (start.kind === 'time') return mail.receivedAt >= start.at;
  return start.kind === 'marks' || mail.uid > start.uid;
}

function mailOf(end: WaitEnd): ArrivedMail | null {
  if (end.kind === 'paused') throw paused();
  if (end.kind === 'deleted') throw notFound('Inbox');
  if (end.kind === 'revoked') throw unauthorized('This API key was revoked');
  return end.kind === 'mail' ? end.mail : null;
}
