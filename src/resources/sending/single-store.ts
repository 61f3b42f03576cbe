import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import type { Queries } from '../../db/queries.js';
import { notFound } from '../../errors.js';
import { countOf, countSends, isLimited } from '../../store/mail/count-sends.js';
import { insertSends, writeSends, type StorableSend } from '../../store/mail/insert-outbound.js';
import { awaitReplies } from '../../store/waits/replies.js';

/** A mail alone. */
export interface SingleSend {
  readonly send: StorableSend;
  /** What else is written in its transaction, last of all; what it throws keeps the mail from leaving. */
  readonly inSameTransaction?: ((queries: Queries) => Promise<void>) | undefined;
}

// Mails and bytes that are written in one statement.
const MAILS_TOGETHER = 20;
const BYTES_TOGETHER = 8 * 1024 * 1024;

/**
 * Writes mails alone. Those of several requests that need no transaction of their own share a statement,
 * and so the wait for the disk and for the row of their inbox.
 * @throws AppError 429 over the month's quota or an inbox's day, 404 when the inbox is gone
 */
export function createSingleStore(database: Database): (single: SingleSend) => Promise<unknown> {
  const alone = ({ send, inSameTransaction }: SingleSend) =>
    database.transaction(async (manager) => {
      const { emailId, awaitReply } = send;
      await countSends(manager, countOf([send]));
      await writeSends(manager, [send]);
      if (awaitReply) await awaitReplies(manager, [{ emailId, awaitReply }]);
      await inSameTransaction?.(manager);
    });
  const together = async (sends: readonly StorableSend[]): Promise<(null | Error)[]> => {
    const stored = new Set((await insertSends(database, sends)).map(({ id }) => id));
    return sends.map(({ emailId }) => (stored.has(emailId) ? null : notFound('Inbox')));
  };
  const write = createBatcher(together, {
    maxItems: MAILS_TOGETHER,
    concurrency: 2,
    maxWeight: BYTES_TOGETHER,
    weigh: ({ raw }) => raw.length,
  });
  return (single) => {
    const { send, inSameTransaction } = single;
    // Counts that turn out to be over a limit are taken back together.
    const needsOwn =
      isLimited(countOf([send])) || send.awaitReply || send.isUnderPolicy || inSameTransaction;
    return needsOwn ? alone(single) : write(send);
  };
}
