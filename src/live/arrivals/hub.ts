import type { Listener } from '../listener.js';
import type { Log } from '../../log.js';
import { KeyQueue, Watch } from '../watch.js';
import {
  InboxWatch,
  type EndWithoutMail,
  type WaitEnd,
  type WaitEntry,
  type Waiter,
} from './inbox-watch.js';
import { CLAIM_SECONDS, type ArrivalStore } from './store.js';
import type { ArrivedMail } from '../../store/waits/arrived-mail.js';

/** A waiter that is known to the hub. */
export interface Registration {
  readonly end: Promise<WaitEnd>;
  /** From now on arrivals end the wait; `seen` is the newest uid its own look has considered. */
  open(seen: number): void;
  /** A mail that was found meanwhile: it goes the way of those that arrive. */
  offer(emailId: string): void;
  /** Ends it with a mail that is its own already. */
  endWith(mail: ArrivedMail): void;
  cancel(): void;
}

/** A mail that is being stored, and for which inbox. */
interface NewMail {
  readonly id: string;
  readonly inboxId: string;
}

/** Mails that are being stored in this process and that somebody waits for here. */
export interface AwaitedMails {
  readonly ids: ReadonlySet<string>;
  /** To be called once it is over: those of them that are committed and announced are offered. */
  offer(arrived: readonly ArrivedMail[]): void;
}

// Milliseconds until a claim that was not settled has expired for certain.
const FREE_AFTER = CLAIM_SECONDS * 1_000 + 250;

/**
 * Wakes long polls when mail arrives: they register, look once, and wait for NOTIFY; once a second one statement
 * polls all waiting inboxes. No mail is missed between register and look.
 */
export class ArrivalHub {
  private readonly inboxes = new Map<string, InboxWatch>();
  /** Mails that were stored here and are about to be delivered: they need not be loaded. */
  private readonly known = new Map<string, ArrivedMail>();
  /** One delivery at a time, so that mails that come apart end waits in the order of their arrival. */
  private readonly arrivals: KeyQueue<string>;
  private readonly watch: Watch<string>;

  constructor(
    private readonly store: ArrivalStore,
    listener: Pick<Listener, 'on' | 'onReconnect'>,
    log: Log,
  ) {
    this.arrivals = new KeyQueue(
      async (ids) => this.deliver(await this.load([...ids])),
      (err) => log.warn({ err }, 'arrived mail could not be looked up'),
    );
    this.watch = new Watch(listener, {
      hears: [
        ['mail_arrived', (payload) => this.noticed(payload)],
        ['inbox_changed', (payload) => this.inboxChanged(payload)],
        [
          'key_revoked',
          (keyId) => this.endWhere((entry) => entry.waiter.principalId === keyId, 'revoked'),
        ],
      ],
      keys: () => this.inboxes.keys(),
      look: () => this.look(),
      catchUp: () => this.endUnheard(),
      failed: (err) => log.debug({ err }, 'the poll for open waits failed'),
    });
  }

  /** Waits open in this process. */
  get size(): number {
    let size = 0;
    for (const watch of this.inboxes.values()) size += watch.waiters.size;
    return size;
  }

  /** Listens for `waiter`. What arrives before `open` is kept for it. */
  register(waiter: Waiter): Registration {
    const watch = this.watchOf(waiter.inboxId);
    let finish!: (end: WaitEnd) => void;
    const end = new Promise<WaitEnd>((resolve) => (finish = resolve));
    const entry: WaitEntry = { waiter, opened: false, ended: false, missed: null, finish };
    watch.waiters.add(entry);
    return {
      end,
      open: (seen) => this.open(entry, seen),
      offer: (emailId) => this.offer([emailId]),
      endWith: (mail) => this.end(entry, { kind: 'mail', mail }),
      cancel: () => this.end(entry, { kind: 'cancelled' }),
    };
  }

  /**
   * Mails are about to be stored here. Those that somebody waits for are offered at their commit, and not once more
   * when they are notified of. Null: nobody waits for any.
   */
  storing(mails: readonly NewMail[]): AwaitedMails | null {
    const awaited = mails.filter(({ inboxId }) => this.inboxes.has(inboxId));
    if (awaited.length === 0) return null;
    for (const { id, inboxId } of awaited) this.inboxes.get(inboxId)!.here.set(id, 'storing');
    return {
      ids: new Set(awaited.map(({ id }) => id)),
      offer: (arrived) => this.offerStored(awaited, arrived),
    };
  }

  /** Stops listening; open waits end as cancelled. */
  close(): void {
    this.watch.close();
    this.endWhere(() => true, 'cancelled');
  }

  private watchOf(inboxId: string): InboxWatch {
    let watch = this.inboxes.get(inboxId);
    if (!watch) this.inboxes.set(inboxId, (watch = new InboxWatch()));
    return watch;
  }

  private open(entry: WaitEntry, seen: number): void {
    entry.opened = true;
    this.inboxes.get(entry.waiter.inboxId)?.startAt(seen);
    const missed = entry.missed;
    entry.missed = null;
    if (missed) this.offer(missed.map(({ id }) => id));
  }

  private end(entry: WaitEntry, end: WaitEnd): void {
    if (entry.ended) return;
    entry.ended = true;
    const watch = this.inboxes.get(entry.waiter.inboxId);
    watch?.waiters.delete(entry);
    if (watch?.waiters.size === 0) this.inboxes.delete(entry.waiter.inboxId);
    entry.finish(end);
  }

  private endWhere(chosen: (entry: WaitEntry) => boolean, kind: EndWithoutMail['kind']): void {
    for (const watch of [...this.inboxes.values()])
      for (const entry of [...watch.waiters]) if (chosen(entry)) this.end(entry, { kind });
  }

  private inboxChanged(payload: string): void {
    const [kind, inboxId] = payload.split(' ');
    if (kind === 'paused' || kind === 'deleted')
      this.endWhere((entry) => entry.waiter.inboxId === inboxId, kind);
  }

  /** `<inbox id> <email id>` pairs, separated by commas. */
  private noticed(payload: string): void {
    const emailIds: string[] = [];
    for (const pair of payload.split(',')) {
      const [inboxId = '', emailId = ''] = pair.split(' ');
      const watch = this.inboxes.get(inboxId);
      if (watch && !watch.isOfferedHere(emailId)) emailIds.push(emailId);
    }
    this.offer(emailIds);
  }

  /** Who began to wait meanwhile has looked, or hears of them by their notification. */
  private offerStored(awaited: readonly NewMail[], arrived: readonly ArrivedMail[]): void {
    const mails = new Map(arrived.map((mail) => [mail.id, mail]));
    const due: string[] = [];
    for (const { id, inboxId } of awaited) {
      const mail = mails.get(id);
      if (!this.inboxes.get(inboxId)?.storedHere(id, mail !== undefined)) continue;
      if (mail) this.known.set(id, mail);
      due.push(id);
    }
    this.offer(due);
  }

  /** Those of these mails that may end a wait, oldest first within an inbox. */
  private async load(ids: readonly string[]): Promise<readonly ArrivedMail[]> {
    const others = ids.filter((id) => !this.known.has(id));
    const known = ids.flatMap((id) => this.known.get(id) ?? []);
    for (const { id } of known) this.known.delete(id);
    const loaded = others.length > 0 ? await this.store.load(others) : [];
    return [...known, ...loaded].sort((one, other) => one.uid - other.uid);
  }

  private offer(emailIds: readonly string[]): void {
    void this.arrivals.add(emailIds);
  }

  private async deliver(mails: readonly ArrivedMail[]): Promise<void> {
    // Of those that come together the newest ends a wait, as it does when that looks: older codes are worth nothing.
    for (const mail of mails.toReversed()) {
      this.inboxes.get(mail.inboxId)?.offered.add(mail.id);
      const takers = this.takers(mail);
      for (const entry of takers) if (!entry.waiter.group) this.end(entry, { kind: 'mail', mail });
      const grouped = takers.filter(({ waiter }) => waiter.group !== null);
      if (grouped.length > 0) await this.deliverToGroups(mail, grouped);
    }
  }

  /** Waiters that accept the mail, one of each group; those still looking keep it for later. */
  private takers(mail: ArrivedMail): WaitEntry[] {
    const waiters = this.inboxes.get(mail.inboxId)?.waiters ?? [];
    const accepting = [...waiters].filter((entry) => entry.waiter.accepts(mail));
    for (const entry of accepting) if (!entry.opened) (entry.missed ??= []).push(mail);
    const groups = new Set<string | null>();
    return accepting.filter(({ opened, waiter }) => {
      if (!opened) return false;
      const isFirst = waiter.group === null || !groups.has(waiter.group);
      if (!isFirst) waiter.passedOver();
      groups.add(waiter.group);
      return isFirst;
    });
  }

  private async deliverToGroups(mail: ArrivedMail, entries: readonly WaitEntry[]): Promise<void> {
    const waiters = entries.map(({ waiter }) => waiter);
    const claimed = await this.store.claim(mail, waiters);
    if (claimed.size < waiters.length) this.offerOnceMore(mail);
    for (const entry of entries) {
      if (!claimed.has(entry.waiter)) entry.waiter.passedOver();
      // It may have run out meanwhile: then the mail is the next waiter's.
      else if (entry.ended) await this.store.release(mail, entry.waiter);
      else this.end(entry, { kind: 'mail', mail });
    }
  }

  /** Whoever has claimed it may die before it answers; then the mail is free after a while. */
  private offerOnceMore({ id, inboxId }: ArrivedMail): void {
    const offeredAgain = this.inboxes.get(inboxId)?.offeredAgain;
    if (!offeredAgain || offeredAgain.has(id)) return;
    offeredAgain.add(id);
    setTimeout(() => this.inboxes.has(inboxId) && this.offer([id]), FREE_AFTER).unref();
  }

  /** The poll, which finds what lost notifications told of. */
  private async look(): Promise<void> {
    const newer = await this.store.newerThan(this.seen());
    const missed = newer.filter((position) => this.inboxes.get(position.inboxId)?.isNew(position));
    for (const [inboxId, watch] of this.inboxes)
      watch.advance(newer.filter((position) => position.inboxId === inboxId));
    await this.arrivals.add(missed.map(({ id }) => id));
  }

  private seen(): Map<string, number> {
    const seen = new Map<string, number>();
    for (const [inboxId, watch] of this.inboxes)
      if (watch.seen !== null) seen.set(inboxId, watch.seen);
    return seen;
  }

  private principals(): string[] {
    const entries = [...this.inboxes.values()].flatMap(({ waiters }) => [...waiters]);
    return [...new Set(entries.map(({ waiter }) => waiter.principalId))];
  }

  /** After the connection was lost: what became of inboxes and keys meanwhile. */
  private async endUnheard(): Promise<void> {
    // Notifications were lost: none is waited for.
    for (const watch of this.inboxes.values()) watch.here.clear();
    const ended = await this.store.endings([...this.inboxes.keys()], this.principals());
    this.endWhere(({ waiter }) => ended.paused.includes(waiter.inboxId), 'paused');
    this.endWhere(({ waiter }) => ended.deleted.includes(waiter.inboxId), 'deleted');
    this.endWhere(({ waiter }) => ended.revoked.includes(waiter.principalId), 'revoked');
  }
}
