import type { Log } from './log.js';
import { withTimeout } from './deadline.js';

/** Ends something, in about so many milliseconds. */
export type Close = (milliseconds: number) => Promise<unknown>;

interface Closer {
  readonly part: string;
  readonly by: number;
  readonly close: Close;
}

/** What a process has opened, to be closed in reverse. What takes longer than its time is cut. */
export class Closers {
  private readonly opened: Closer[] = [];

  constructor(private readonly log: Pick<Log, 'warn'>) {}

  /** Adds a part that has to be closed `by` so many milliseconds after the stop began. */
  add(part: string, by: number, close: Close): void {
    this.opened.push({ part, by, close });
  }

  /** Closes everything, whatever hangs: what was answered is committed already. */
  async closeAll(): Promise<void> {
    const began = Date.now();
    for (const closer of this.opened.splice(0).reverse())
      await this.closeOne(closer, Math.max(0, began + closer.by - Date.now()));
  }

  private async closeOne({ part, close }: Closer, milliseconds: number): Promise<void> {
    const closed = close(milliseconds).then(
      () => true,
      (err: unknown) => {
        this.log.warn({ err, part }, 'could not be closed');
        return true;
      },
    );
    if (!(await withTimeout(milliseconds, closed, false)))
      this.log.warn({ part }, 'cut, as it took too long to end');
  }
}
