import type { MailboxView } from '../../store/mail/mailbox-view.js';
import { UNSEEN } from './view.js';

// About as many bytes as a hundred times that.
const MAX_MESSAGES = 200_000;

/** Views of mailboxes that nobody has open any more: programs come again, and then what is new is read alone. */
export class ClosedViews {
  private readonly views = new Map<string, MailboxView>();
  private messages = 0;

  constructor(private readonly maxMessages = MAX_MESSAGES) {}

  /** Keeps a view, instead of those that were not asked for for the longest time. */
  keep(key: string, view: MailboxView): void {
    this.take(key);
    if (view.messages.length > this.maxMessages) return;
    this.views.set(key, view);
    this.messages += weightOf(view);
    for (const oldest of this.views.keys()) {
      if (this.messages <= this.maxMessages) return;
      this.take(oldest);
    }
  }

  /** The view under `key`, which is not kept any more; `UNSEEN` where there is none. */
  take(key: string): MailboxView {
    const view = this.views.get(key);
    if (!view) return UNSEEN;
    this.views.delete(key);
    this.messages -= weightOf(view);
    return view;
  }
}

/** An empty one takes room as well. */
const weightOf = ({ messages }: MailboxView) => messages.length + 1;
