import { createBatcher } from '../../batcher.js';
import type { MailboxName, MailboxView } from '../../store/mail/mailbox-view.js';
import type { Log } from '../../log.js';
import type { Listener } from '../listener.js';
import { Watch } from '../watch.js';
import type { MailboxChanges, MailboxStore, Watched } from './store.js';
import { ClosedViews } from './closed-views.js';
import { advanced } from './view.js';

/** Somebody who is signed in to an inbox. */
export interface SignedIn {
  readonly inboxId: string;
  /** The password it was that let them in, hashed. */
  readonly passwordHash: Buffer;
  /** How far the counter of the inbox was when it was looked up. */
  readonly modseq: number;
  /** Called once, when the inbox may not be read any more. */
  ended(reason: string): void;
}

/** A mailbox that is kept current until it is closed. */
export interface OpenMailbox {
  view(): MailboxView;
  /** Looks, and answers what there is now. @throws AppError 503 */
  refresh(): Promise<MailboxView>;
  close(): void;
}

/** A mailbox that sessions share. */
class SharedMailbox {
  constructor(public view: MailboxView) {}

  readonly changed = new Set<() => void>();

  take(look: MailboxChanges): void {
    const before = this.view;
    this.view = advanced(before, look);
    // The counter moves for other mailboxes too.
    if (this.view.messages === before.messages && this.view.uidNext === before.uidNext) return;
    for (const changed of this.changed) changed();
  }
}

/** An inbox that somebody is signed in to. */
class WatchedInbox {
  readonly accounts = new Set<SignedIn>();
  readonly mailboxes = new Map<MailboxName, SharedMailbox>();
  private password: { readonly hash: Buffer; readonly modseq: number };

  constructor(
    readonly id: string,
    { passwordHash: hash, modseq }: SignedIn,
  ) {
    this.password = { hash, modseq };
  }

  /** What is asked of it, as one row where no mailbox is open. */
  get watched(): Watched[] {
    const { id: inboxId, password } = this;
    if (this.mailboxes.size === 0) return [{ inboxId, mailbox: null, modseq: password.modseq }];
    return Array.from(this.mailboxes, ([mailbox, { view }]) => ({
      inboxId,
      mailbox,
      modseq: Math.min(view.highestModseq, password.modseq),
    }));
  }

  add(account: SignedIn): void {
    this.accounts.add(account);
    this.passwordIs(account.passwordHash, account.modseq);
  }

  take(look: MailboxChanges): void {
    if (look.passwordHash === null) return this.endWhere(() => true, 'The inbox was deleted');
    this.passwordIs(look.passwordHash, look.modseq);
    if (look.mailbox !== null) this.mailboxes.get(look.mailbox)?.take(look);
  }

  /** Whoever came in by another one is out, unless that is newer. */
  private passwordIs(hash: Buffer, modseq: number): void {
    if (modseq >= this.password.modseq) this.password = { hash, modseq };
    const { password } = this;
    this.endWhere(
      (account) => account.modseq <= password.modseq && !password.hash.equals(account.passwordHash),
      'The password was changed',
    );
  }

  private endWhere(chosen: (account: SignedIn) => boolean, reason: string): void {
    for (const account of [...this.accounts]) {
      if (!chosen(account)) continue;
      this.accounts.delete(account);
      account.ended(reason);
    }
  }
}

const MAX_ASKED = 10_000;

/**
 * Keeps the mailboxes current that sessions have open, and tells those that are signed in when they may not read
 * any more. One statement looks for all of them, when NOTIFY tells of one and once a second: it reads what
 * the counter of an inbox says is new.
 */
export class MailboxHub {
  private readonly inboxes = new Map<string, WatchedInbox>();
  private readonly closed = new ClosedViews();
  private readonly watch: Watch<string>;
  private readonly lookNow: (inboxId: string) => Promise<void>;

  constructor(
    private readonly store: MailboxStore,
    listener: Pick<Listener, 'on' | 'onReconnect'>,
    log: Pick<Log, 'debug'>,
  ) {
    this.lookNow = createBatcher(
      async (ids: readonly string[]) => {
        await this.look(ids);
        return ids.map(() => undefined);
      },
      { maxItems: MAX_ASKED },
    );
    this.watch = new Watch(listener, {
      hears: [
        ['mail_arrived', (pairs) => this.told(pairs.split(',').map((pair) => pair.split(' ')[0]))],
        ['mailbox_changed', (ids) => this.told(ids.split(','))],
        ['inbox_changed', (change) => this.told([change.split(' ')[1]])],
      ],
      keys: () => this.inboxes.keys(),
      look: (ids) => this.look(ids),
      failed: (err) => log.debug({ err }, 'mailboxes could not be looked at'),
    });
  }

  /** Sign-ins that are watched. */
  get size(): number {
    let size = 0;
    for (const { accounts } of this.inboxes.values()) size += accounts.size;
    return size;
  }

  /** From now on `account` is told of its end. Answers what lets it go. */
  add(account: SignedIn): () => void {
    const { inboxId } = account;
    const inbox = this.inboxes.get(inboxId) ?? new WatchedInbox(inboxId, account);
    this.inboxes.set(inboxId, inbox);
    inbox.add(account);
    return () => {
      inbox.accounts.delete(account);
      this.forget(inbox);
    };
  }

  /** Opens a mailbox of an inbox that somebody is signed in to. @throws AppError 503 */
  async open(inboxId: string, name: MailboxName, changed: () => void): Promise<OpenMailbox> {
    const inbox = this.inboxes.get(inboxId);
    if (!inbox) throw new Error('nobody is signed in to that inbox');
    const key = `${inboxId} ${name}`;
    const mailbox = inbox.mailboxes.get(name) ?? new SharedMailbox(this.closed.take(key));
    inbox.mailboxes.set(name, mailbox);
    // Each has one of its own: the same function may be given twice.
    const told = () => changed();
    mailbox.changed.add(told);
    const opened: OpenMailbox = {
      view: () => mailbox.view,
      refresh: () => this.lookNow(inboxId).then(() => mailbox.view),
      close: () => {
        if (!mailbox.changed.delete(told)) return;
        if (mailbox.changed.size === 0) {
          inbox.mailboxes.delete(name);
          this.closed.keep(key, mailbox.view);
        }
        this.forget(inbox);
      },
    };
    await opened.refresh().catch((error: unknown) => {
      opened.close();
      throw error;
    });
    return opened;
  }

  close(): void {
    this.watch.close();
  }

  private forget(inbox: WatchedInbox): void {
    if (inbox.accounts.size + inbox.mailboxes.size > 0) return;
    if (this.inboxes.get(inbox.id) === inbox) this.inboxes.delete(inbox.id);
  }

  private told(ids: readonly (string | undefined)[]): void {
    this.watch.lookAt(ids.filter((id) => id !== undefined && this.inboxes.has(id)) as string[]);
  }

  private async look(ids: Iterable<string>): Promise<void> {
    const inboxes = [...ids].flatMap((id) => this.inboxes.get(id) ?? []);
    if (inboxes.length === 0) return;
    const looks = await this.store.look(inboxes.flatMap(({ watched }) => watched));
    for (const look of looks) this.inboxes.get(look.inboxId)?.take(look);
  }
}
