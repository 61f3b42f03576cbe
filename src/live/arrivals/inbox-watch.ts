/** Where a mail stands in its inbox, and whether it may end a wait yet. */
export interface MailPosition {
  readonly id: string;
  readonly inboxId: string;
  readonly uid: number;
  /** False while its parse is pending or it is withheld: it may be announced later. */
  readonly settled: boolean;
}

/** An inbox that someone waits for: who waits, and which of its mails were considered. */
export class InboxWatch<Entry> {
  readonly waiters = new Set<Entry>();
  /** Every mail up to this uid was offered; null until the first waiter has looked. */
  seen: number | null = null;
  /** Mails beyond `seen` that were offered. */
  readonly offered = new Set<string>();
  /** Mails that another process had claimed, and that were offered a second time. */
  readonly offeredAgain = new Set<string>();

  /** The first look of a waiter has considered everything up to `seen`. */
  startAt(seen: number): void {
    this.seen ??= seen;
  }

  /** Whether the safety look has found what no notification told of. */
  isNew({ id, settled }: MailPosition): boolean {
    return settled && !this.offered.has(id);
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
