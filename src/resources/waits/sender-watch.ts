import { createBatcher } from '../../batcher.js';
import type { Listener } from '../../live/listener.js';

/** Verifying senders, as waits need it. */
export interface SenderCheck {
  /** Verifies the senders of mails that are not verified yet, and keeps what was found out. */
  check(emailIds: readonly string[]): Promise<void>;
}

/** What one wait asks of its watch. */
export interface SenderWatcher {
  readonly inboxId: string;
  /** Mails that match but for their senders, which nobody has verified. */
  unverified(): Promise<readonly string[]>;
  /** Some sender of the inbox was verified. */
  onVerified(): void;
}

/** A watch for one wait. */
export interface SenderWatch {
  /** A mail matches but for its sender. */
  arrived(): void;
  stop(): void;
}

// Milliseconds a run of processInbound is given before an API process verifies a sender itself.
const PATIENCE = 500;
// Milliseconds between looks while a wait is open: for notifications that got lost, and for what
// was unknown and may be known by now.
const LOOK_EVERY = 5_000;
const MAX_BATCH = 50;
// One slow DNS holds up a batch, not all of them.
const LANES = 4;

/** Sees to it that waits for verified mail end, also while no run verifies anything. */
export class SenderWatches {
  private readonly watchers = new Map<string, Set<SenderWatcher>>();
  /** Many waits for one mail have it verified once. */
  private readonly verify: (emailId: string) => Promise<void>;

  constructor(senders: SenderCheck, listener: Pick<Listener, 'on'>) {
    this.verify = createBatcher<string, void>(
      async (emailIds) => {
        await senders.check([...new Set(emailIds)]);
        return emailIds.map(() => undefined);
      },
      { maxItems: MAX_BATCH, lanes: LANES },
    );
    listener.on('sender_verified', (payload) => {
      for (const inboxId of payload.split(','))
        for (const watcher of [...(this.watchers.get(inboxId) ?? [])]) watcher.onVerified();
    });
  }

  /** Watches until `stop`. */
  start(watcher: SenderWatcher): SenderWatch {
    this.add(watcher);
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    let due = Infinity;

    const lookIn = (milliseconds: number) => {
      const at = Date.now() + milliseconds;
      if (stopped || at >= due) return;
      clearTimeout(timer);
      due = at;
      timer = setTimeout(() => {
        due = Infinity;
        // Storage is away: the next look tries again.
        void this.look(watcher)
          .catch(() => undefined)
          .then(() => lookIn(LOOK_EVERY));
      }, milliseconds);
    };

    lookIn(PATIENCE);
    return {
      arrived: () => lookIn(PATIENCE),
      stop: () => {
        stopped = true;
        clearTimeout(timer);
        this.remove(watcher);
      },
    };
  }

  private async look(watcher: SenderWatcher): Promise<void> {
    const emailIds = await watcher.unverified();
    await Promise.all(emailIds.map((emailId) => this.verify(emailId)));
    watcher.onVerified();
  }

  private add(watcher: SenderWatcher): void {
    const known = this.watchers.get(watcher.inboxId);
    if (known) known.add(watcher);
    else this.watchers.set(watcher.inboxId, new Set([watcher]));
  }

  private remove(watcher: SenderWatcher): void {
    const known = this.watchers.get(watcher.inboxId);
    known?.delete(watcher);
    if (known?.size === 0) this.watchers.delete(watcher.inboxId);
  }
}
