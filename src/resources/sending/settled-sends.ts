import type { SendView } from './views.js';

/**
 * What became of mails that requests of this process wait for, where this process wrote it down: they need not read it.
 * Nobody is told here that a mail has ended, and what is missing is in storage.
 */
export class SettledSends {
  private readonly awaited = new Map<string, SendView | null>();

  /** Somebody waits for the mail, until `take`. */
  await(emailId: string): void {
    this.awaited.set(emailId, null);
  }

  /** What became of mails was committed. */
  settled(views: readonly SendView[]): void {
    for (const view of views)
      if (this.awaited.has(view.email_id)) this.awaited.set(view.email_id, view);
  }

  /** What became of a mail that was waited for; null where another process wrote it, or it goes on. */
  take(emailId: string): SendView | null {
    const view = this.awaited.get(emailId) ?? null;
    this.awaited.delete(emailId);
    return view;
  }
}
