/** SQL: an inbox that was deleted takes its mail `e` out of reach at once; the rows are purged later. */
export const IN_LIVE_INBOX = 'JOIN inboxes i ON i.id = e.inbox_id AND i.deleted_at IS NULL';

/** SQL: whether `emails e` is in lists: what is in a mailbox, and all that is sent or to be sent. */
export const LISTED = `(e.mailbox IS NOT NULL OR e.direction = 'outbound')`;

/** SQL: whether `emails e` is in lists that show no spam, such as threads; as the index `emails_by_thread` has it. */
export const SHOWN = `e.status IN ('received', 'held', 'outbound') AND NOT e.is_spam`;

/** SQL: whether `emails e` is mail for its inbox that is no spam. */
export const RECEIVED = `e.mailbox = 'INBOX'`;

/** SQL: a LIKE pattern for text that holds `part`; `%`, `_` and `\` mean themselves. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
