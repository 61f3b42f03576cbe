import type { Listener } from '../../live/listener.js';
import type { DurableWaitStore } from './store.js';

/** Somebody who is attached to a wait until it ends. */
export interface Attachment {
  readonly waitId: string;
  readonly inboxId: string;
  readonly keyId: string;
  readonly timeoutSeconds: number;
  /** Aborted when the client is gone or the process stops. */
  readonly signal: AbortSignal;
}

/** Why somebody is not attached any more: the wait ended, the time is up, or the key is revoked. */
export type Detached = 'ended' | 'time-up' | 'revoked';

interface Attached extends Attachment {
  detach(why: Detached): void;
}

// Milliseconds between looks for all attached waits together: for notifications that got lost, and
// for times that are up while Temporal is away.
const LOOK_EVERY = 1_000;

/** Requests of this process that are attached to durable waits. */
export class AttachedWaits {
  private readonly attached = new Set<Attached>();
  private readonly timer: NodeJS.Timeout;
  private toLookAt = new Set<string>();
  private looking = false;

  constructor(
    private readonly store: Pick<DurableWaitStore, 'look'>,
    listener: Pick<Listener, 'on' | 'onReconnect'>,
  ) {
    listener.on('wait_ended', (payload) => this.end(new Set(payload.split(','))));
    listener.on('mail_arrived', (payload) => this.arrived(payload));
    listener.on('key_revoked', (keyId) => this.detach((one) => one.keyId === keyId, 'revoked'));
    listener.onReconnect(() => this.lookAtAll());
    this.timer = setInterval(() => this.lookAtAll(), LOOK_EVERY);
    this.timer.unref();
  }

  /** How many are attached. */
  get size(): number {
    return this.attached.size;
  }

  /** How many a key has attached. */
  openWaits(keyId: string): number {
    return [...this.attached].filter((one) => one.keyId === keyId).length;
  }

  /** Resolves when there is nothing to wait for any more. */
  async until(attachment: Attachment): Promise<Detached> {
    const { signal, timeoutSeconds, waitId } = attachment;
    return new Promise((resolve) => {
      const timeUp = () => one.detach('time-up');
      const timer = setTimeout(timeUp, timeoutSeconds * 1_000);
      const one: Attached = {
        ...attachment,
        detach: (why) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', timeUp);
          this.attached.delete(one);
          resolve(why);
        },
      };
      signal.addEventListener('abort', timeUp, { once: true });
      this.attached.add(one);
      // Listen first, look second: what ends between the two would otherwise be missed.
      this.lookAt([waitId]);
      if (signal.aborted) timeUp();
    });
  }

  close(): void {
    clearInterval(this.timer);
    this.detach(() => true, 'time-up');
  }

  private arrived(payload: string): void {
    if (this.attached.size === 0) return;
    const inboxIds = new Set(payload.split(',').map((pair) => pair.split(' ')[0]));
    this.lookAt([...this.attached].filter((one) => inboxIds.has(one.inboxId)).map(idOf));
  }

  private lookAtAll(): void {
    this.lookAt([...this.attached].map(idOf));
  }

  /** What is asked for while a look is under way is looked at together in the next one. */
  private lookAt(waitIds: readonly string[]): void {
    for (const id of waitIds) this.toLookAt.add(id);
    if (this.looking || this.toLookAt.size === 0) return;
    this.looking = true;
    void this.lookAtNext().finally(() => {
      this.looking = false;
      this.lookAt([]);
    });
  }

  private async lookAtNext(): Promise<void> {
    const ids = [...this.toLookAt];
    this.toLookAt = new Set();
    // When storage is away the next look tries again.
    this.end(new Set(await this.store.look(ids, 'other').catch(() => [])));
  }

  private end(waitIds: ReadonlySet<string>): void {
    this.detach((one) => waitIds.has(one.waitId), 'ended');
  }

  private detach(which: (one: Attached) => boolean, why: Detached): void {
    for (const one of [...this.attached]) if (which(one)) one.detach(why);
  }
}

const idOf = ({ waitId }: Attached) => waitId;
