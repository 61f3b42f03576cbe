import { endAfter, type LongPoll } from '../../deadline.js';
import type { Listener } from '../../live/listener.js';
import { Watch } from '../../live/watch.js';
import type { DurableWaitStore } from './store.js';

/** Somebody who is attached to a wait until it ends. */
export interface AttachedCaller extends LongPoll {
  readonly waitId: string;
  readonly inboxId: string;
  readonly principalId: string;
}

/** Why somebody is not attached any more: the wait ended, the time is up, or the key is revoked. */
export type Detached = 'ended' | 'time-up' | 'revoked';

interface Attached extends AttachedCaller {
  detach(why: Detached): void;
}

/** Requests of this process that are attached to durable waits. Its looks also end waits while Temporal is away. */
export class AttachedWaits {
  private readonly attached = new Set<Attached>();
  private readonly watch: Watch<string>;

  constructor(
    store: Pick<DurableWaitStore, 'look'>,
    listener: Pick<Listener, 'on' | 'onReconnect'>,
  ) {
    this.watch = new Watch(listener, {
      hears: [
        ['wait_ended', (payload) => this.end(new Set(payload.split(',')))],
        ['mail_arrived', (payload) => this.arrived(payload)],
        ['key_revoked', (keyId) => this.detach((one) => one.principalId === keyId, 'revoked')],
      ],
      keys: () => [...this.attached].map(idOf),
      look: async (waitIds) => this.end(new Set(await store.look([...waitIds], 'other'))),
    });
  }

  /** How many are attached. */
  get size(): number {
    return this.attached.size;
  }

  /** Resolves when there is nothing to wait for any more. */
  async until(attachment: AttachedCaller): Promise<Detached> {
    const { signal, timeoutSeconds, waitId } = attachment;
    return new Promise((resolve) => {
      const timeUp = () => one.detach('time-up');
      const clear = endAfter(timeoutSeconds * 1_000, signal, timeUp);
      const one: Attached = {
        ...attachment,
        detach: (why) => {
          clear();
          this.attached.delete(one);
          resolve(why);
        },
      };
      this.attached.add(one);
      // Listen first, look second: what ends between the two would otherwise be missed.
      this.watch.lookAt([waitId]);
      if (signal.aborted) timeUp();
    });
  }

  close(): void {
    this.watch.close();
    this.detach(() => true, 'time-up');
  }

  private arrived(payload: string): void {
    if (this.attached.size === 0) return;
    const inboxIds = new Set(payload.split(',').map((pair) => pair.split(' ')[0]));
    this.watch.lookAt([...this.attached].filter((one) => inboxIds.has(one.inboxId)).map(idOf));
  }

  private end(waitIds: ReadonlySet<string>): void {
    this.detach((one) => waitIds.has(one.waitId), 'ended');
  }

  private detach(which: (one: Attached) => boolean, why: Detached): void {
    for (const one of [...this.attached]) if (which(one)) one.detach(why);
  }
}

const idOf = ({ waitId }: Attached) => waitId;
