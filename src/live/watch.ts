import type { Channel } from '../store/channels.js';
import type { Listener } from './listener.js';

/** Handles keys in batches, one batch at a time: keys that are added meanwhile make up the next batch. */
export class KeyQueue<Key> {
  private readonly due = new Set<Key>();
  private running: Promise<void> | null = null;

  /** Where `handle` rejects, its keys are handled again with the next ones that are added. */
  constructor(
    private readonly handle: (keys: ReadonlySet<Key>) => Promise<void>,
    private readonly failed: (error: unknown) => void = () => undefined,
  ) {}

  get isBusy(): boolean {
    return this.running !== null;
  }

  /** Resolves when all keys are handled, or a batch has failed. */
  add(keys: Iterable<Key>): Promise<void> {
    for (const key of keys) this.due.add(key);
    if (this.due.size > 0) this.running ??= this.handleAll();
    return this.running ?? Promise.resolve();
  }

  private async handleAll(): Promise<void> {
    let keys = new Set<Key>();
    try {
      while (this.due.size > 0) {
        keys = new Set(this.due);
        this.due.clear();
        await this.handle(keys);
      }
    } catch (error) {
      for (const key of keys) this.due.add(key);
      this.failed(error);
    } finally {
      // At once: whoever adds something from now on begins anew.
      this.running = null;
    }
  }
}

/** What is watched, and how. */
export interface WatchedKeys<Key> {
  readonly hears: readonly (readonly [channel: Channel, hear: (payload: string) => void])[];
  /** Everything that somebody waits for. */
  readonly keys: () => Iterable<Key>;
  /** Finds out in storage what became of these. */
  readonly look: (keys: ReadonlySet<Key>) => Promise<void>;
  /** Finds out what no look does, after the connection was lost. */
  readonly catchUp?: () => Promise<void>;
  readonly failed?: (error: unknown) => void;
  /** Milliseconds between looks. */
  readonly everyMs?: number;
}

// Milliseconds between polls.
const LOOK_EVERY_MS = 1_000;

/**
 * Listens to NOTIFY, and polls as well, since notifications may get lost: once a second one statement looks at
 * all keys that somebody waits for. While nobody waits there is none.
 */
export class Watch<Key> {
  private readonly looks: KeyQueue<Key>;
  private readonly timer: NodeJS.Timeout;
  /** Whether notifications may have been lost with the connection. */
  private isUnheard = false;

  constructor(
    listener: Pick<Listener, 'on' | 'onReconnect'>,
    private readonly watched: WatchedKeys<Key>,
  ) {
    this.looks = new KeyQueue((keys) => this.look(keys), watched.failed);
    for (const [channel, hear] of watched.hears) listener.on(channel, hear);
    listener.onReconnect(() => this.reconnected());
    this.timer = setInterval(() => this.lookAgain(), watched.everyMs ?? LOOK_EVERY_MS).unref();
  }

  /** Looks at these, at once or when the look that is under way is over. */
  lookAt(keys: Iterable<Key>): void {
    void this.looks.add(keys);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private reconnected(): void {
    const keys = [...this.watched.keys()];
    this.isUnheard ||= keys.length > 0;
    this.lookAt(keys);
  }

  private lookAgain(): void {
    if (!this.looks.isBusy) this.lookAt(this.watched.keys());
  }

  private async look(keys: ReadonlySet<Key>): Promise<void> {
    await this.watched.look(keys);
    if (!this.isUnheard) return;
    // Before it begins: what is lost meanwhile has to be caught up with again.
    this.isUnheard = false;
    try {
      await this.watched.catchUp?.();
    } catch (error) {
      this.isUnheard = true;
      throw error;
    }
  }
}
