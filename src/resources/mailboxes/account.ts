import type { Account, Mailbox, MailboxName, MailboxStatus } from '../../imap/session.js';
import type { MailboxHub } from '../../live/mailboxes/hub.js';
import { available } from './available.js';
import { mailboxIdOf, StoredMailbox, type MailboxDeps } from './mailbox.js';
import { RAW_BYTES } from './rows.js';
import type { KnownInbox } from './sign-in.js';

interface AccountDeps extends MailboxDeps {
  readonly hub: MailboxHub;
}

type StatusRow = Omit<MailboxStatus, 'mailboxId'>;

// One row a name also where the inbox was deleted.
const STATUS = `
SELECT w.name, coalesce(a.uid_validity, 0)::float8 AS "uidValidity",
  greatest(m.last_uid, CASE w.name WHEN 'INBOX' THEN c.left_inbox WHEN 'Sent' THEN c.left_sent
    ELSE c.left_spam END, 0)::float8 + 1 AS "uidNext",
  coalesce(c.next_uid - 1, 0)::float8 AS "highestModseq", m.messages, m.unseen, m.size
FROM unnest($2::text[]) AS w(name)
LEFT JOIN inbox_counters c ON c.inbox_id = $1
LEFT JOIN inboxes i ON i.id = $1
LEFT JOIN addresses a ON a.address = i.address AND a.domain_id = coalesce(i.domain_id, '')
CROSS JOIN LATERAL (
  SELECT count(*)::int AS messages, count(*) FILTER (WHERE NOT e.is_read)::int AS unseen,
    coalesce(sum(${RAW_BYTES}), 0)::float8 AS size, max(e.mailbox_uid) AS last_uid
  FROM emails e WHERE e.inbox_id = $1 AND e.mailbox = w.name) AS m`;

/** An inbox that somebody is signed in to. */
export class StoredAccount implements Account {
  readonly address: string;
  readonly close: () => void;
  private end: string | null = null;
  private told: (reason: string) => void = () => undefined;

  constructor(
    private readonly deps: AccountDeps,
    private readonly inbox: KnownInbox,
  ) {
    this.address = inbox.address;
    const { id: inboxId, passwordHash, modseq } = inbox;
    const ended = (reason: string) => this.ended(reason);
    this.close = deps.hub.add({ inboxId, passwordHash, modseq, ended });
  }

  async status(names: readonly MailboxName[]): Promise<readonly MailboxStatus[]> {
    const { id } = this.inbox;
    const rows = await available(this.deps.database.query<StatusRow>(STATUS, [id, names]));
    return rows.map((row) => ({ ...row, mailboxId: mailboxIdOf(id, row.name) }));
  }

  async open(name: MailboxName): Promise<Mailbox> {
    const { id } = this.inbox;
    let told: () => void = () => undefined;
    const opened = await available(this.deps.hub.open(id, name, () => told()));
    const onChanged = (changed: () => void) => (told = changed);
    return new StoredMailbox(name, id, this.deps, { ...opened, onChanged });
  }

  onEnded(told: (reason: string) => void): void {
    this.told = told;
    if (this.end !== null) told(this.end);
  }

  private ended(reason: string): void {
    this.end = reason;
    this.told(reason);
  }
}
