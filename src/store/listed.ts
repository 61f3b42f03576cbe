/** SQL: an inbox that was deleted takes its mail `e` out of reach at once; the rows are purged later. */
export const IN_LIVE_INBOX = 'JOIN inboxes i ON i.id = e.inbox_id AND i.deleted_at IS NULL';

/** SQL: whether a mail was received by its inbox; what is blocked or over quota was not. */
export const isReceived = (mail: string): string => `${mail}.status IN ('received', 'held')`;

/** SQL: whether `emails e` is in lists: received, or sent. */
export const LISTED = `e.status IN ('received', 'held', 'outbound')`;

/** SQL: whether `emails e` is in lists that show no spam, such as threads; as the index `emails_by_thread` has it. */
export const SHOWN = `${LISTED} AND NOT e.is_spam`;

/** SQL: whether `emails e` is mail for its inbox that is no spam; the indexes of `SHOWN` have it. */
export const RECEIVED = `${isReceived('e')} AND NOT e.is_spam`;

/** SQL: a LIKE pattern for text that holds `part`; `%`, `_` and `\` mean themselves. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
