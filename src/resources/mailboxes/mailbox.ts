import type { Database } from '../../db/database.js';
import { isStatementTimeout } from '../../db/errors.js';
import {
  SearchLimit,
  type FetchedMessage,
  type Mailbox,
  type MailboxName,
  type MailboxView,
  type MessageMark,
  type SearchKey,
  type WantedFields,
} from '../../imap/session.js';
import type { OpenMailbox } from '../../live/mailboxes/hub.js';
import { clip } from '../../mail/text/safe-text.js';
import { available } from './available.js';
import { rawBytes } from './bytes.js';
import { conditionOf } from './search.js';
import { NOTHING_MADE, RAW_BYTES, type FindStructures, type Structure } from './rows.js';

/** What a mailbox is read with. */
export interface MailboxDeps {
  readonly database: Pick<Database, 'query' | 'queryOnce'>;
  readonly findStructures: FindStructures;
}

/** A message as its row has it. */
interface MessageRow extends MessageMark {
  readonly internalDate: Date;
  readonly threadId: string;
  /** Null where nobody read the mail yet. */
  readonly summary: string | null;
  readonly size?: number;
}

// Messages that are read with one statement: what is made of their bytes is in memory until it is told.
const FEW = 100;
const MANY = 1_000;
// RFC 8970 section 3.2, in characters.
const MAX_PREVIEW = 200;

const PLAIN = `e.mailbox_uid::float8 AS uid, e.id AS "emailId", e.is_read AS seen,
  e.modseq::float8 AS modseq, e.received_at AS "internalDate", e.thread_id AS "threadId",
  CASE WHEN e.parsed_at IS NOT NULL THEN e.summary END AS summary`;

const IN_MAILBOX = 'e.inbox_id = $1 AND e.mailbox = $2 AND e.mailbox_uid = ANY ($3::bigint[])';

const READ = `SELECT ${PLAIN} FROM emails e WHERE ${IN_MAILBOX}`;
const READ_SIZED = `SELECT ${PLAIN}, ${RAW_BYTES} AS size FROM emails e WHERE ${IN_MAILBOX}`;

const FIND = `SELECT e.mailbox_uid::float8 AS uid
FROM emails e LEFT JOIN stored_messages s ON s.id = e.stored_message_id
WHERE e.inbox_id = $1 AND e.mailbox = $2`;

/** A mailbox that is open for a session. */
export class StoredMailbox implements Mailbox {
  readonly mailboxId: string;

  constructor(
    readonly name: MailboxName,
    private readonly inboxId: string,
    private readonly deps: MailboxDeps,
    private readonly opened: OpenMailbox & Pick<Mailbox, 'onChanged'>,
  ) {
    this.mailboxId = mailboxIdOf(inboxId, name);
  }

  view(): MailboxView {
    return this.opened.view();
  }

  refresh(): Promise<MailboxView> {
    return available(this.opened.refresh());
  }

  onChanged(changed: () => void): void {
    this.opened.onChanged(changed);
  }

  async *fetch(uids: readonly number[], wanted: WantedFields): AsyncGenerator<FetchedMessage> {
    const isMade = [wanted.envelope, wanted.structure, wanted.parts].includes(true);
    const atOnce = isMade ? FEW : MANY;
    const read = (from: number) => {
      const reading = available(this.read(uids.slice(from, from + atOnce), wanted, isMade));
      // Whoever goes on hears of it; nobody has to.
      reading.catch(() => undefined);
      return reading;
    };
    let next = uids.length > 0 ? read(0) : Promise.resolve([]);
    for (let from = atOnce; from < uids.length; from += atOnce) {
      const rows = await next;
      next = read(from);
      yield* rows;
    }
    yield* await next;
  }

  async *bytes(uid: number, from: number, to: number): AsyncGenerator<Buffer> {
    const place = { inboxId: this.inboxId, mailbox: this.name, uid };
    const slices = rawBytes(this.deps.database, place, from, to);
    for (;;) {
      const slice = await available(slices.next());
      if (slice.done) return;
      yield slice.value;
    }
  }

  async search(criteria: SearchKey): Promise<readonly number[]> {
    const { text, values } = conditionOf(criteria, [this.inboxId, this.name]);
    const found = this.deps.database
      .queryOnce<{ uid: number }>(`${FIND} AND ${text} ORDER BY uid`, values)
      .catch((error: unknown) => {
        throw isStatementTimeout(error) ? new SearchLimit('The search takes too long') : error;
      });
    return (await available(found)).map(({ uid }) => uid);
  }

  close(): void {
    this.opened.close();
  }

  private async read(
    uids: readonly number[],
    wanted: WantedFields,
    isMade: boolean,
  ): Promise<FetchedMessage[]> {
    const { database, findStructures } = this.deps;
    const rows = await database.query<MessageRow>(wanted.size ? READ_SIZED : READ, [
      this.inboxId,
      this.name,
      uids,
    ]);
    const made = isMade
      ? await findStructures(
          this.inboxId,
          rows.map(({ emailId }) => emailId),
          wanted,
        )
      : NOTHING_MADE;
    const byUid = new Map(rows.map((row) => [row.uid, row]));
    return uids.flatMap((uid) => {
      const row = byUid.get(uid);
      return row ? message(row, wanted, isMade ? made.get(row.emailId) : {}) : [];
    });
  }
}

/** None when it was removed before its structure could be made. */
function message(
  row: MessageRow,
  wanted: WantedFields,
  structure: Structure | undefined,
): FetchedMessage[] {
  if (!structure) return [];
  const { uid, emailId, seen, modseq, internalDate, size, threadId, summary } = row;
  return [
    {
      ...{ uid, emailId, seen, modseq },
      ...(size !== undefined && { size }),
      ...(wanted.internalDate && { internalDate }),
      ...(wanted.threadId && { threadId }),
      ...(wanted.preview && { preview: summary === null ? null : clip(summary, MAX_PREVIEW) }),
      ...structure,
    },
  ];
}

/** RFC 8474 section 4: never another mailbox's. */
export const mailboxIdOf = (inboxId: string, name: MailboxName): string =>
  `${inboxId}-${name.toLowerCase()}`;
