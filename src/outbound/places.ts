import { timedOut } from '../egress/failure.js';

/** A number of places, taken in order: whoever comes when all are taken waits for one. */
export class Places {
  private inUse = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private most: number) {}

  get taken(): number {
    return this.inUse;
  }

  get limit(): number {
    return this.most;
  }

  /** Those that are taken stay so. */
  resize(limit: number): void {
    this.most = limit;
    this.fill();
  }

  /** @throws when `late` is aborted before there is one. */
  async take(late: AbortSignal): Promise<void> {
    late.throwIfAborted();
    if (this.inUse < this.most) {
      this.inUse++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        late.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.queue.splice(this.queue.indexOf(turn), 1);
        reject(timedOut());
      };
      this.queue.push(turn);
      late.addEventListener('abort', leave, { once: true });
    });
  }

  leave(): void {
    this.inUse--;
    this.fill();
  }

  private fill(): void {
    while (this.inUse < this.most && this.queue.length > 0) {
      this.inUse++;
      this.queue.shift()!();
    }
  }
}
