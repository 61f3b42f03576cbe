import type { ImapLimits } from './limits.js';
import type { Enablable } from './capabilities.js';
import type { SliceBudget } from './fetch/slices.js';
import { inTime, patiently } from './in-time.js';
import { SelectedMailbox } from './selected-mailbox.js';
import type {
  Account,
  FetchedMessage,
  MailboxName,
  MailStorage,
  SearchKey,
  WantedFields,
} from './session.js';
import type { WakeSignal } from '../wake-signal.js';
import type { Incoming } from './wire/incoming.js';
import { ConnectionClosed, type Outgoing } from './wire/outgoing.js';

/** RFC 9051 section 3; `logout` ends the connection once the answer is out. */
export type State = 'not authenticated' | 'authenticated' | 'selected' | 'logout';

/** What a session is made of. */
export interface SessionParts {
  readonly storage: MailStorage;
  readonly incoming: Incoming;
  readonly outgoing: Outgoing;
  /** What all sessions may read at once. */
  readonly slices: SliceBudget;
  /** Wakes IDLE. */
  readonly wake: WakeSignal;
  /** IP address of the client. */
  readonly peer: string;
  readonly limits: ImapLimits;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Takes one of the places of an inbox; what gives it back, or null when there is none. */
  readonly takePlace: (address: string) => (() => void) | null;
  /** The account may no longer be read. */
  readonly onEnded: (reason: string) => void;
  readonly observe: (outcome: string) => void;
}

/** One client's session: what commands work on. */
export class Session {
  /** Failed attempts to sign in. */
  failures = 0;
  /** UIDs that the last SEARCH … SAVE found: `$` (RFC 5182). */
  saved: readonly number[] = [];
  /** The tag of the command that runs. */
  tag = '';
  readonly #enabled = new Set<Enablable>();
  #account: Account | null = null;
  #selected: SelectedMailbox | null = null;
  #isOver = false;
  #leave = () => {};

  constructor(readonly parts: SessionParts) {}

  get state(): State {
    if (this.#isOver) return 'logout';
    if (this.#selected) return 'selected';
    return this.#account ? 'authenticated' : 'not authenticated';
  }

  get out(): Outgoing {
    return this.parts.outgoing;
  }

  /** Who is signed in; for commands of the states that follow. */
  get account(): Account {
    if (!this.#account) throw new Error('nobody is signed in');
    return this.#account;
  }

  /** The selected mailbox; for commands of that state. */
  get selected(): SelectedMailbox {
    if (!this.#selected) throw new Error('no mailbox is selected');
    return this.#selected;
  }

  /** Lets an account in; false, and it is closed, when its inbox has too many connections. */
  enter(account: Account): boolean {
    const leave = this.parts.takePlace(account.address);
    if (!leave || this.#isOver) {
      account.close();
      leave?.();
      return false;
    }
    this.#account = account;
    this.#leave = leave;
    account.onEnded(this.parts.onEnded);
    return true;
  }

  /** Opens a mailbox, once the one before is closed. @throws StorageUnavailable */
  async select(name: MailboxName): Promise<SelectedMailbox> {
    this.unselect();
    const opening = this.account.open(name);
    const mailbox = await inTime(this.parts.limits.storageMs, opening, (late) => late.close());
    if (this.#isOver) {
      mailbox.close();
      throw new ConnectionClosed();
    }
    mailbox.onChanged(() => this.parts.wake.wake());
    this.#selected = new SelectedMailbox(mailbox);
    return this.#selected;
  }

  /** Reads messages of the selected mailbox. @throws StorageUnavailable */
  read(uids: readonly number[], wanted: WantedFields): Promise<readonly FetchedMessage[]> {
    return this.#patiently(this.selected.mailbox.fetch(uids, wanted));
  }

  /** UIDs in the selected mailbox that match, ascending. @throws StorageUnavailable, SearchLimit */
  search(criteria: SearchKey): Promise<readonly number[]> {
    return this.#patiently(this.selected.mailbox.search(criteria));
  }

  #patiently<T>(work: Promise<T>): Promise<T> {
    const { mailbox } = this.selected;
    return patiently(this.parts.limits.storageMs, work, () => mailbox.refresh());
  }

  /** Closes the selected mailbox; whether there was one. */
  unselect(): boolean {
    const before = this.#selected;
    this.#selected = null;
    this.saved = [];
    before?.mailbox.close();
    return before !== null;
  }

  isEnabled(what: Enablable): boolean {
    return this.#enabled.has(what);
  }

  enable(what: Enablable): void {
    const isNew = !this.#enabled.has(what);
    this.#enabled.add(what);
    // RFC 7162 section 3.1: where the client goes on from.
    if (isNew && what === 'CONDSTORE' && this.#selected)
      this.out.line(`* OK [HIGHESTMODSEQ ${this.#selected.view.highestModseq}] The highest`);
  }

  /** Writes what is new in the selected mailbox. */
  tell(expunges: boolean): void {
    this.#selected?.tell(this.out, { expunges, modseqs: this.isEnabled('CONDSTORE') });
  }

  /** The connection is to end, or has ended: everything it holds is given back. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.unselect();
    this.#account?.close();
    this.#leave();
    this.parts.wake.wake();
  }
}
