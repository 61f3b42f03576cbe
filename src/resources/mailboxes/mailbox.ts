import type { Database } from '../../db/database.js';
import type { Queries } from '../../db/queries.js';
import { isStatementTimeout } from '../../db/errors.js';
import {
  SearchLimit,
  type FetchedMessage,
  type Mailbox,
  type MailboxName,
  type MailboxView,
  type SearchKey,
  type WantedFields,
} from '../../imap/session.js';
import type { OpenMailbox } from '../../live/mailboxes/hub.js';
import { clip } from '../../mail/text/safe-text.js';
import { available } from './available.js';
import { beginningOf, rawBytes } from './bytes.js';
import { conditionOf } from './search.js';
import type { MessageReads } from './reads.js';
import type { MessageRow, Structure } from './rows.js';
import type { MailStructures } from './structures.js';

/** What a mailbox is read with. */
export interface MailboxDeps {
  readonly database: Queries;
  readonly searches: Pick<Database, 'queryOnce'>;
  readonly reads: Pick<MessageReads, 'read'>;
  readonly structures: Pick<MailStructures, 'complete'>;
}

// RFC 8970 section 3.2, in characters.
const MAX_PREVIEW = 200;

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

  fetch(uids: readonly number[], wanted: WantedFields): Promise<readonly FetchedMessage[]> {
    return available(this.read(uids, wanted));
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
    const found = this.deps.searches
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
    const { reads, structures } = this.deps;
    const rows = await reads.read({ inboxId: this.inboxId, mailbox: this.name, uids, wanted });
    const completed = structures.complete(rows);
    const made = completed instanceof Promise ? await completed : completed;
    const byUid = new Map(rows.map((row, index) => [row.uid, message(row, made[index], wanted)]));
    return uids.flatMap((uid) => byUid.get(uid) ?? []);
  }
}

/** Null when it was removed before its structure could be made. */
function message(
  row: MessageRow,
  structure: Structure | null | undefined,
  { firstBytes }: WantedFields,
): FetchedMessage | null {
  if (!structure) return null;
  const { uid, size, internalDate, threadId, summary } = row;
  const { envelope, body, bodyStructure, parts } = structure;
  // Spread, it would take several times as long, for each mail of a page.
  return {
    uid,
    size,
    internalDate,
    threadId,
    envelope,
    body,
    bodyStructure,
    parts,
    preview: summary && clip(summary, MAX_PREVIEW),
    firstBytes: firstBytes ? beginningOf(row, firstBytes) : undefined,
  };
}

/** RFC 8474 section 4: never another mailbox's. */
export const mailboxIdOf = (inboxId: string, name: MailboxName): string =>
  `${inboxId}-${name.toLowerCase()}`;
