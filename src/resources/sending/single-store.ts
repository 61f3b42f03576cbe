import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import type { NewEvent } from '../../store/events/record.js';
import { notFound } from '../../errors.js';
import { countOf, isLimited } from '../../store/mail/count-sends.js';
import {
  insertSends,
  isAwaiting,
  storeSends,
  type Beside,
  type StorableSend,
} from '../../store/mail/insert-outbound.js';

/** A mail alone, with its events. */
export interface SingleSend {
  readonly send: StorableSend;
  readonly events: readonly NewEvent[];
  readonly beside?: Beside | undefined;
}

// Mails and bytes that are written in one statement.
const TOGETHER = 20;
const BYTES_TOGETHER = 8 * 1024 * 1024;

/**
 * Writes mails alone. Those of several requests that need no transaction of their own share a statement,
 * and so the wait for the disk and for the row of their inbox. @throws as `storeSends`
 */
export function createSingleStore(database: Database): (single: SingleSend) => Promise<unknown> {
  const alone = async ({ send, events, beside }: SingleSend) => {
    await storeSends(database, [send], events, beside);
  };
  const together = async (singles: readonly SingleSend[]): Promise<(null | Error)[]> => {
    const events = singles.flatMap((single) => single.events);
    const stored = await insertSends(database, singles.map(sendOf), events);
    const ids = new Set(stored.map(({ id }) => id));
    return singles.map(({ send }) => (ids.has(send.emailId) ? null : notFound('Inbox')));
  };
  const write = createBatcher(together, {
    maxItems: TOGETHER,
    lanes: 2,
    maxWeight: BYTES_TOGETHER,
    weigh: ({ send }) => send.raw.length,
  });
  return (single) => {
    const { send, beside } = single;
    const needsOwn = isLimited(countOf([send])) || isAwaiting(send) || beside !== undefined;
    return needsOwn ? alone(single) : write(single);
  };
}

const sendOf = ({ send }: SingleSend) => send;
