import { withTimeout } from '../../deadline.js';
import type { SendView } from './views.js';

// Milliseconds that an outcome may still be on its way whose end was told already.
const WRITTEN_WITHIN_MS = 100;

/**
 * What became of mails that requests of this process wait for, where this process writes it down: they need not read it.
 * Nobody is told here that a mail has ended, and what is missing is in storage.
 */
export class SettledSends {
  private readonly awaited = new Map<string, Promise<SendView | null> | null>();

  /** Somebody waits for the mail, until `take`. */
  await(emailId: string): void {
    this.awaited.set(emailId, null);
  }

  /** What became of mails is being written. */
  settle(emailIds: readonly string[], written: Promise<readonly SendView[]>): void {
    for (const id of emailIds) {
      if (!this.awaited.has(id)) continue;
      const view = written.then((views) => views.find(({ email_id }) => email_id === id) ?? null);
      // That it failed is the writer's matter.
      this.awaited.set(
        id,
        view.catch(() => null),
      );
    }
  }

  /** What became of a mail that was waited for; null where another process wrote it, or it goes on. */
  async take(emailId: string): Promise<SendView | null> {
    const view = this.awaited.get(emailId) ?? null;
    this.awaited.delete(emailId);
    return view && withTimeout(WRITTEN_WITHIN_MS, view, null);
  }
}
