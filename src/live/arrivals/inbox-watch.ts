import type { ArrivedMail } from '../../store/waits/arrived-mail.js';
import type { MailPosition } from './store.js';

/** Why a wait ended. */
export type WaitEnd = { readonly kind: 'mail'; readonly mail: ArrivedMail } | EndWithoutMail;

/** A wait that ended without one. */
export interface EndWithoutMail {
  readonly kind: 'cancelled' | 'paused' | 'deleted' | 'revoked';
}

/** Someone who waits for a mail in an inbox. */
export interface Waiter {
  readonly inboxId: string;
  readonly principalId: string;
  /** Waiters of one group share each mail among them: one gets it. Null: gets every mail it accepts. */
  readonly group: string | null;
  accepts(mail: ArrivedMail): boolean;
  /** A mail that it accepts went to another one of its group. */
  passedOver(): void;
}

/** Somebody who waits, as the hub keeps him. */
export interface WaitEntry {
  readonly waiter: Waiter;
  opened: boolean;
  ended: boolean;
  /** Arrivals while the waiter takes its own first look. */
  missed: ArrivedMail[] | null;
  finish(end: WaitEnd): void;
}

/** An inbox that someone waits for: who waits, and which of its mails were considered. */
export class InboxWatch {
  readonly waiters = new Set<WaitEntry>();
  /** Every mail up to this uid was offered; null until the first waiter has looked. */
  seen: number | null = null;
  /** Mails beyond `seen` that were offered. */
  readonly offered = new Set<string>();
  /** Mails that another process had claimed, and that were offered a second time. */
  readonly offeredAgain = new Set<string>();
  /** Mails that are stored in this process: being stored, notified of meanwhile, offered before their notification. */
  readonly here = new Map<string, 'storing' | 'notified' | 'offered'>();

  /** The first look of a waiter has considered everything up to `seen`. */
  startAt(seen: number): void {
    this.seen ??= seen;
  }

  /** Whether a poll has found a mail that no notification told of. */
  isNew({ id, settled }: MailPosition): boolean {
    return settled && !this.offered.has(id);
  }

  /** A mail was notified of. Whether it is offered without that, by whoever stores it here. */
  isOfferedHere(id: string): boolean {
    const state = this.here.get(id);
    if (state === 'storing') this.here.set(id, 'notified');
    else if (state === 'offered') this.here.delete(id);
    return state !== undefined;
  }

  /** Storing a mail here is over. Whether it is to be offered now: one that was notified of is stored, whatever is known. */
  storedHere(id: string, isStored: boolean): boolean {
    const state = this.here.get(id);
    const isNotified = state === 'notified';
    if (state === 'storing' && isStored) this.here.set(id, 'offered');
    else this.here.delete(id);
    return isNotified || (state === 'storing' && isStored);
  }

  /** Moves `seen` over the mails found, up to the first that may still be announced. */
  advance(newer: readonly MailPosition[]): void {
    for (const { id, uid, settled } of newer) {
      if (!settled) return;
      this.seen = uid;
      this.offered.delete(id);
    }
  }
}
