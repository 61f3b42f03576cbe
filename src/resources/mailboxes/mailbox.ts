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
import { RAW_BYTES, structureColumns, type Structure, type StructureRow } from './rows.js';
import type { MailStructures } from './structures.js';

/** What a mailbox is read with. */
export interface MailboxDeps {
  readonly database: Pick<Database, 'query' | 'queryOnce'>;
  readonly structures: Pick<MailStructures, 'complete'>;
}

/** A message as its row has it. */
interface MessageRow extends MessageMark {
  readonly internalDate: Date;
  readonly threadId: string;
  /** Null where nobody read the mail yet. */
  readonly summary: string | null;
  readonly size?: number;
}

/** The same with what is made of its bytes. */
type MadeRow = MessageRow & StructureRow;

// Messages that are read with one statement: what is made of their bytes is in memory until it is told. Of ordinary
// mail that is little, of hostile mail much.
const FEW = 50;
const MANY = 1_000;
const MUCH = 1024 * 1024;
// RFC 8970 section 3.2, in characters.
const MAX_PREVIEW = 200;

const PLAIN = `e.mailbox_uid::float8 AS uid, e.id AS "emailId", e.is_read AS seen,
  e.modseq::float8 AS modseq, e.received_at AS "internalDate", e.thread_id AS "threadId",
  CASE WHEN e.parsed_at IS NOT NULL THEN e.summary END AS summary`;

const IN_MAILBOX = 'e.inbox_id = $1 AND e.mailbox = $2 AND e.mailbox_uid = ANY ($3::bigint[])';

const READ = `SELECT ${PLAIN} FROM emails e WHERE ${IN_MAILBOX}`;
const READ_SIZED = `SELECT ${PLAIN}, ${RAW_BYTES} AS size FROM emails e WHERE ${IN_MAILBOX}`;
const READ_MADE = `
SELECT ${PLAIN}, ${RAW_BYTES} AS size, ${structureColumns('$4', '$5', '$6')}
FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id WHERE ${IN_MAILBOX}`;

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
    const isMade = wanted.envelope ?? wanted.structure ?? wanted.parts ?? false;
    let atOnce = isMade ? FEW : MANY;
    for (let from = 0; from < uids.length;) {
      const some = uids.slice(from, from + atOnce);
      const found = await available(isMade ? this.readMade(some, wanted) : this.read(some, wanted));
      yield* found;
      from += atOnce;
      if (isMade) atOnce = nextAtOnce(atOnce, found);
    }
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
  ): Promise<readonly FetchedMessage[]> {
    const rows = await this.deps.database.query<MessageRow>(
      wanted.size ? READ_SIZED : READ,
      this.place(uids),
    );
    const byUid = new Map(rows.map((row) => [row.uid, row]));
    return uids.flatMap((uid) => {
      const row = byUid.get(uid);
      return row ? [message(row, wanted)] : [];
    });
  }

  private async readMade(
    uids: readonly number[],
    wanted: WantedFields,
  ): Promise<readonly FetchedMessage[]> {
    const { database, structures } = this.deps;
    const { envelope = false, structure = false, parts = false } = wanted;
    const values = [...this.place(uids), envelope, structure, parts];
    const rows = await database.query<MadeRow>(READ_MADE, values);
    const made = await structures.complete(rows, wanted);
    const byUid = new Map(rows.map((row, index) => [row.uid, { row, structure: made[index] }]));
    return uids.flatMap((uid) => {
      const found = byUid.get(uid);
      // None when it was removed before its structure could be made.
      return found?.structure ? [message(found.row, wanted, found.structure)] : [];
    });
  }

  private place = (uids: readonly number[]) => [this.inboxId, this.name, uids];
}

/** As many as come to about `MUCH`, twice as many as before at most. */
function nextAtOnce(atOnce: number, found: readonly FetchedMessage[]): number {
  const bytes = found.reduce((sum, { envelope, body, bodyStructure }) => {
    const made = [envelope, body, bodyStructure];
    return sum + made.reduce((of, wire) => of + (wire?.length ?? 0), 0);
  }, 1);
  const fit = Math.floor((MUCH / bytes) * found.length);
  return Math.max(FEW, Math.min(MANY, 2 * atOnce, fit));
}

function message(row: MessageRow, wanted: WantedFields, structure?: Structure): FetchedMessage {
  const { uid, emailId, seen, modseq, internalDate, size, threadId, summary } = row;
  return {
    ...{ uid, emailId, seen, modseq },
    ...(wanted.size && { size: size! }),
    ...(wanted.internalDate && { internalDate }),
    ...(wanted.threadId && { threadId }),
    ...(wanted.preview && { preview: summary === null ? null : clip(summary, MAX_PREVIEW) }),
    ...structure,
  };
}

/** RFC 8474 section 4: never another mailbox's. */
export const mailboxIdOf = (inboxId: string, name: MailboxName): string =>
  `${inboxId}-${name.toLowerCase()}`;
