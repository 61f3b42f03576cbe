import { createBatcher } from '../../batcher.js';
import type { Listener } from '../../live/listener.js';
import type { SenderChecks } from '../inbound/sender-checks.js';

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
const RUN_FIRST_MS = 500;
// Milliseconds between looks while a wait is open: for notifications that got lost, and for what
// was unknown and may be known by now.
const LOOK_EVERY_MS = 5_000;
const MAX_BATCH = 50;
// One slow DNS holds up a batch, not all of them.
const MAX_CONCURRENT = 4;

/** Sees to it that waits for verified mail end, also while no run verifies anything. */
export class SenderWatches {
  private readonly watchers = new Set<SenderWatcher>();
  /** Many waits for one mail have it verified once. */
  private readonly verify: (emailId: string) => Promise<void>;

  constructor(senders: Pick<SenderChecks, 'check'>, listener: Pick<Listener, 'on'>) {
    this.verify = createBatcher<string, void>(
      async (emailIds) => {
        await senders.check([...new Set(emailIds)]);
        return emailIds.map(() => undefined);
      },
      { maxItems: MAX_BATCH, concurrency: MAX_CONCURRENT },
    );
    listener.on('sender_verified', (payload) => {
      const inboxIds = new Set(payload.split(','));
      for (const watcher of [...this.watchers])
        if (inboxIds.has(watcher.inboxId)) watcher.onVerified();
    });
  }

  /** Watches until `stop`. */
  start(watcher: SenderWatcher): SenderWatch {
    this.watchers.add(watcher);
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    let due = Infinity;

    const lookAfter = (milliseconds: number) => {
      const at = Date.now() + milliseconds;
      if (stopped || at >= due) return;
      clearTimeout(timer);
      due = at;
      timer = setTimeout(() => {
        due = Infinity;
        // Storage is away: the next look tries again.
        void this.look(watcher)
          .catch(() => undefined)
          .then(() => lookAfter(LOOK_EVERY_MS));
      }, milliseconds);
    };

    lookAfter(RUN_FIRST_MS);
    return {
      arrived: () => lookAfter(RUN_FIRST_MS),
      stop: () => {
        stopped = true;
        clearTimeout(timer);
        this.watchers.delete(watcher);
      },
    };
  }

  private async look(watcher: SenderWatcher): Promise<void> {
    const emailIds = await watcher.unverified();
    await Promise.all(emailIds.map((emailId) => this.verify(emailId)));
    watcher.onVerified();
  }
}
