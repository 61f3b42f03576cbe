import type { Channel } from '../store/channels.js';
import type { Listener } from './listener.js';

/** Keys that are seen to one lot after the other: those that come meanwhile are in the next lot together. */
export class DueKeys<Key> {
  private readonly due = new Set<Key>();
  private running: Promise<void> | null = null;

  /** A lot that `see` rejects stays due until something is added again. */
  constructor(
    private readonly see: (keys: ReadonlySet<Key>) => Promise<void>,
    private readonly failed: (error: unknown) => void = () => undefined,
  ) {}

  get isBusy(): boolean {
    return this.running !== null;
  }

  /** Resolves when nothing is left to be seen to, or could not be. */
  add(keys: Iterable<Key>): Promise<void> {
    for (const key of keys) this.due.add(key);
    if (this.due.size > 0) this.running ??= this.seeToAll();
    return this.running ?? Promise.resolve();
  }

  private async seeToAll(): Promise<void> {
    let keys = new Set<Key>();
    try {
      while (this.due.size > 0) {
        keys = new Set(this.due);
        this.due.clear();
        await this.see(keys);
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

// What LISTEN tells is looked up again this often: a notification may be lost.
const LOOK_EVERY_MS = 1_000;

/**
 * Hears what NOTIFY tells, and looks at everything that is waited for once a second, in one statement for
 * all: without anybody who waits there is none. What a look misses, the next one finds.
 */
export class Watch<Key> {
  private readonly looks: DueKeys<Key>;
  private readonly timer: NodeJS.Timeout;
  /** Whether something may have been told that nobody heard. */
  private isUnheard = false;

  constructor(
    listener: Pick<Listener, 'on' | 'onReconnect'>,
    private readonly watched: WatchedKeys<Key>,
  ) {
    this.looks = new DueKeys((keys) => this.look(keys), watched.failed);
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
