import { createBatcher } from '../../batcher.js';
import type { Queries } from '../../db/queries.js';
import type { MailboxName, WantedFields } from '../../imap/session.js';
import { readingOf, readingOfEach, type MessageRow } from './rows.js';

/** Messages of one mailbox, and what is wanted of them. */
export interface MessageRead {
  readonly inboxId: string;
  readonly mailbox: MailboxName;
  readonly uids: readonly number[];
  readonly wanted: WantedFields;
}

type ReadOne = (read: MessageRead) => Promise<readonly MessageRow[]>;

interface PlacedRow extends MessageRow {
  /** Of the read in its batch, from 1. */
  readonly place: number;
}

// Messages of one statement: with the first bytes of each it answers 1 MiB at most. Who asks while one runs joins the
// next, unless it takes so long that waiting for it would be felt.
const BATCHES = { maxItems: 16, concurrency: 2, companyMs: 2 };

/** Reads rows of messages; what sessions ask of one message each, at the same time, is one statement. */
export class MessageReads {
  private readonly batchers = new Map<string, ReadOne>();

  constructor(private readonly database: Queries) {}

  /** Rows of what is still there. @throws AppError 503 */
  read(read: MessageRead): Promise<readonly MessageRow[]> {
    return read.uids.length === 1 ? this.readOne(read) : this.readSome(read);
  }

  private readSome({ inboxId, mailbox, uids, wanted }: MessageRead): Promise<MessageRow[]> {
    const { firstBytes } = wanted;
    const values = [inboxId, mailbox, uids, ...(firstBytes ? [firstBytes] : [])];
    return this.database.query<MessageRow>(readingOf(wanted), values);
  }

  private readOne(read: MessageRead): Promise<readonly MessageRow[]> {
    const statement = readingOfEach(read.wanted);
    let batcher = this.batchers.get(statement);
    if (!batcher) {
      batcher = createBatcher((reads) => this.readEach(statement, reads), BATCHES);
      this.batchers.set(statement, batcher);
    }
    return batcher(read);
  }

  private async readEach(
    statement: string,
    reads: readonly MessageRead[],
  ): Promise<readonly MessageRow[][]> {
    const rows = await this.database.query<PlacedRow>(statement, [
      reads.map(({ inboxId }) => inboxId),
      reads.map(({ mailbox }) => mailbox),
      reads.map(({ uids }) => uids[0]),
      reads.map(({ wanted }) => wanted.firstBytes ?? 0),
    ]);
    return reads.map((_read, index) => rows.filter(({ place }) => place === index + 1));
  }
}
