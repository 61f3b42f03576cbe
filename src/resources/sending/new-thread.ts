import type { NewEvent } from '../../store/events/record.js';
import type { StorableSend } from '../../store/mail/insert-outbound.js';

/** What is told of a mail that answers none: it starts a thread. */
export const newThread = (send: StorableSend): NewEvent[] =>
  send.repliesTo === null
    ? [
        {
          kind: 'thread.created',
          orgId: send.orgId,
          inboxId: send.inboxId,
          resourceId: send.emailId,
          data: {
            thread_id: send.newThreadId,
            inbox_id: send.inboxId,
            subject: send.record.subject,
            email_id: send.emailId,
            from: send.inboxAddress,
          },
        },
      ]
    : [];
