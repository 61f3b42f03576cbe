import type { ArrivalHub, WaitEnd } from '../../live/arrivals/hub.js';
import type { Caller } from '../../auth/caller.js';
import { principalId } from '../../auth/principal.js';
import { ownInbox } from '../../auth/ownership.js';
import { notFound, paused, rateLimited, unauthorized } from '../../errors.js';
import type { FindInbox } from '../../store/inboxes.js';
import {
  isVerified,
  matches,
  type ArrivedMail,
  type WaitFilter,
} from '../../store/waits/arrived-mail.js';
import type { SenderWatch, SenderWatches } from './sender-watch.js';
import {
  CLAIM_SECONDS,
  groupOf,
  type Look,
  type StartPoint,
  type WaitKey,
  type WaitRoute,
  type WaitStore,
} from './store.js';
import { LIMITS } from '../../operations/limits.js';

/** What waiting needs. */
export interface WaitServiceDeps {
  readonly hub: ArrivalHub<ArrivedMail>;
  readonly store: WaitStore;
  readonly senders: SenderWatches;
  readonly findInbox: FindInbox;
}

/** A wait as an operation asks for it. */
export interface WaitRequest {
  readonly route: WaitRoute;
  readonly inboxId: string;
  readonly filter: WaitFilter;
  /** A time, or the id of an email of the inbox. */
  readonly since?: Date | string | undefined;
  readonly timeoutSeconds: number;
  readonly idempotencyKey?: string | undefined;
  readonly signal: AbortSignal;
  /** Called once: whether the answer reached an open connection. */
  readonly onAnswered: (settle: (written: boolean) => void) => void;
}

/** How a wait ended: with a mail, or by running out. */
export type WaitOutcome =
  { readonly mail: ArrivedMail } | { readonly mail: null; readonly lastEmailId: string | null };

const RETRY_AFTER = 1;
// Milliseconds beyond the life of a claim.
const LATER = 250;

/** Long polls: the newest matching mail, or the next one that arrives. */
export class WaitService {
  constructor(private readonly deps: WaitServiceDeps) {}

  /** Waits for a mail. @throws AppError 401 key revoked, 403, 404, 429 too many waits, 503 paused */
  async wait(caller: Caller, request: WaitRequest): Promise<WaitOutcome> {
    const inbox = ownInbox(caller, await this.deps.findInbox(request.inboxId));
    if (inbox.status === 'PAUSED') throw paused();
    const keyId = principalId(caller.principal);
    if (this.deps.hub.openWaits(keyId) >= LIMITS.open_waits_per_key)
      throw rateLimited(
        RETRY_AFTER,
        `At most ${LIMITS.open_waits_per_key} waits can be open with one key`,
      );
    const key: WaitKey = { keyId, route: request.route, inboxId: inbox.id };
    const again = await this.answeredBefore(caller, key, request);
    if (again) return { mail: again };
    const mail = await this.lookAndWait(key, request);
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

  private async lookAndWait(key: WaitKey, request: WaitRequest): Promise<ArrivedMail | null> {
    const start = await this.startPoint(key, request);
    const { requireAuth } = request.filter;
    let watch: SenderWatch | null = null;
    // What the first look has considered is not considered again when its notification is late.
    let seen = 0;
    let freed: string | null = null;
    const waiter = {
      inboxId: key.inboxId,
      keyId: key.keyId,
      group: start.kind === 'marks' ? groupOf(key) : null,
      accepts: (mail: ArrivedMail) => {
        const fits =
          (mail.uid > seen || mail.id === freed) &&
          isAfter(mail, start) &&
          matches(mail, request.filter, new Date());
        if (!fits || !requireAuth || isVerified(mail)) return fits;
        watch?.arrived();
        return false;
      },
    };
    // Listen first, look second: a mail stored between the two would otherwise be missed.
    const registration = this.deps.hub.register(waiter);
    const cancel = () => registration.cancel();
    request.signal.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(cancel, request.timeoutSeconds * 1_000);
    // A process that died with a claim does not say so: its mail is free again after a while.
    const lookAgain = () => {
      this.deps.store.look(key.inboxId, request.filter, start).then(
        (found) => {
          freed = found?.mail?.id ?? null;
          if (freed !== null) registration.offer(freed);
        },
        () => undefined,
      );
    };
    let later: NodeJS.Timeout | undefined;
    try {
      const found = await this.look(waiter, request, start);
      if (found.mail) return found.mail;
      seen = found.seen;
      registration.open(seen);
      if (found.claimed) later = setTimeout(lookAgain, CLAIM_SECONDS * 1_000 + LATER);
      if (requireAuth) watch = this.watchSenders(key, request, start, lookAgain);
      if (request.signal.aborted) cancel();
      return mailOf(await registration.end);
    } finally {
      clearTimeout(timer);
      clearTimeout(later);
      watch?.stop();
      request.signal.removeEventListener('abort', cancel);
      cancel();
    }
  }

  private watchSenders(
    { inboxId }: WaitKey,
    { filter }: WaitRequest,
    start: StartPoint,
    onVerified: () => void,
  ): SenderWatch {
    const unverified = () => this.deps.store.unverified(inboxId, filter, start);
    return this.deps.senders.start({ inboxId, unverified, onVerified });
  }

  /** Looks until there is nothing more, or what there is could be claimed. */
  private async look(
    waiter: Parameters<ArrivalHub<ArrivedMail>['register']>[0],
    { filter }: WaitRequest,
    start: StartPoint,
  ): Promise<Look> {
    for (;;) {
      const found = await this.deps.store.look(waiter.inboxId, filter, start);
      if (!found) throw notFound('Inbox');
      if (!found.mail || start.kind !== 'marks') return found;
      const claimed = await this.deps.store.claim(found.mail, [waiter]);
      // Another wait of this key was faster: that mail is marked now, so look again.
      if (claimed.size > 0) return found;
    }
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

function isAfter(mail: ArrivedMail, start: StartPoint): boolean {
  if (start.kind === 'time') return mail.receivedAt >= start.at;
  return start.kind === 'marks' || mail.uid > start.uid;
}

function mailOf(end: WaitEnd<ArrivedMail>): ArrivedMail | null {
  if (end.kind === 'paused') throw paused();
  if (end.kind === 'deleted') throw notFound('Inbox');
  if (end.kind === 'revoked') throw unauthorized('This API key was revoked');
  return end.kind === 'mail' ? end.mail : null;
}
