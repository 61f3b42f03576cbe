import type { z } from 'zod';
import { requireInbox, requireOwnedOfInbox, type AccessScope } from '../../auth/ownership.js';
import type { CursorPosition } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import {
  addBehind,
  keyset,
  orderBy,
  positionedAt,
  type ListDeps,
  type PagedList,
} from '../../db/page.js';
import { notFound } from '../../errors.js';
import type { PreparedJson } from '../../operations/prepared-json.js';
import { Downloads } from './downloads.js';
import { addFilter } from './filter.js';
import { extentOf, type emailQuery } from './schema.js';
import { endRun, withdrawSend } from '../sending/cancelling.js';
import type { FindInbox, Owned } from '../../store/inboxes.js';
import { takeNumbers, notifyMailboxes } from '../../store/mail/mailboxes.js';
import { emailRemoval, type RemoveEmails } from '../../store/mail/remove.js';
import type { LargeMail, SelectedRow } from './large-mail.js';
import { createWholeFinder, READ, type FindWhole, type WholeEmail } from './reading.js';
import type { EmailDetail, EmailRow } from './rows.js';
import { receiptOf, searchEmails, type EmailSearch } from './search.js';
import { ShownPages } from './shown-pages.js';
import type { TimelineRow } from './timeline.js';
import { IN_LIVE_INBOX } from '../../store/listed.js';
import { statement } from '../../store/statement.js';
import type { Table } from '../../store/tables.js';
import { isUnsettled, joinQueued } from '../../store/outbox.js';
import {
  conditionsOf,
  lookAgain,
  selectEmails,
  type EmailPage,
  type Selection,
} from './selection.js';

interface EmailServiceDeps extends ListDeps {
  /** Reads pages and single mails by their keys. */
  readonly keyed: Database;
  readonly largeMail: LargeMail;
  readonly findInbox: FindInbox;
  /** Where operators see a run; null without a Temporal UI. */
  readonly workflowUrl: (workflowId: string) => string | null;
  /** What goes with an email. */
  readonly tables: readonly Table[];
}

/** Which page of a list is asked for, and how the place of an email in it is read. */
interface ListedBy {
  readonly cursor: string | undefined;
  readonly positionOf: (position: string) => CursorPosition;
}

/** A list of emails: what narrows it and which page of it. */
export type EmailListing = z.output<typeof emailQuery>;

/** Names are found by one of two indexes, all else by the order of the inbox. */
const isInOrder = ({ from }: EmailListing): boolean => from === undefined;

/** SQL: the organization of an inbox that is not deleted, found by its id: else by the index of all that are not. */
const ownerOf = (inbox: string) => `(
  SELECT i.org_id FROM (SELECT org_id, deleted_at FROM inboxes WHERE id = ${inbox} OFFSET 0) i
  WHERE i.deleted_at IS NULL)`;

/** Stored emails: lists, search, single reads. The caller's organization and inboxes come first. */
export class EmailService {
  readonly downloads: Downloads;
  private readonly removeEmails: RemoveEmails;
  private readonly findWhole: FindWhole;
  private readonly pages = new ShownPages();

  constructor(private readonly deps: EmailServiceDeps) {
    this.downloads = new Downloads(deps.database);
    this.findWhole = createWholeFinder(deps.keyed);
    this.removeEmails = emailRemoval(deps.tables);
  }

  /**
   * A page of an inbox, newest first, as `write` shows it: that of before where nothing of it changed. Programs ask
   * for the same page over and over.
   *
   * @throws AppError 403, 404
   */
  async shownList(
    access: AccessScope,
    inboxId: string,
    listing: EmailListing,
    write: (page: EmailPage) => PreparedJson,
  ): Promise<PreparedJson> {
    const asked = JSON.stringify([access.orgId, inboxId, listing]);
    const shown = this.pages.find(asked);
    if (shown) {
      const { isSame, beside: owner } = await lookAgain(this.storageOf(listing), shown.state);
      requireListed(access, inboxId, owner);
      if (isSame) return shown.json;
    }
    const page = await this.list(access, inboxId, listing, this.pages.isAskedAgain(asked));
    return this.pages.kept(asked, page, write(page));
  }

  private async list(
    access: AccessScope,
    inboxId: string,
    listing: EmailListing,
    withState: boolean,
  ): Promise<EmailPage> {
    const { limit, cursor, max_chars, view, ...filter } = listing;
    const page = { limit, extent: extentOf({ max_chars, view }) };
    const { orgId } = access;
    const list = { orgId, name: ['emails', inboxId, filter] };
    return this.pageOf(list, { cursor, positionOf: (uid) => [uid] }, async (after) => {
      const conditions = conditionsOf(page);
      const inboxAt = conditions.values.length + 1;
      conditions.add('e.inbox_id = ? AND e.org_id = ?', inboxId, orgId);
      addFilter(conditions, filter);
      if (after) addBehind(conditions, BY_UID, after);
      const found = await selectEmails(this.storageOf(listing), {
        ...{ where: conditions, order: orderBy(BY_UID), position: 'e.uid::text', page },
        beside: ownerOf(`$${inboxAt}`),
        plannedOnce: isInOrder(listing),
        withState,
      });
      requireListed(access, inboxId, found.beside);
      return found;
    });
  }

  private storageOf(listing: EmailListing): Database {
    return isInOrder(listing) ? this.deps.keyed : this.deps.database;
  }

  /** A page of what was found in the organization, newest first. @throws AppError 403, 404 */
  async search(access: AccessScope, search: EmailSearch): Promise<EmailPage> {
    const { limit, cursor, max_chars, view, ...filter } = search;
    const page = { limit, extent: extentOf({ max_chars, view }) };
    if (filter.inbox_id !== undefined)
      requireInbox(access, await this.deps.findInbox(filter.inbox_id));
    const list = { orgId: access.orgId, name: ['search', filter, access.allowedInboxIds] };
    return this.pageOf(list, { cursor, positionOf: receiptOf }, (after) =>
      searchEmails(this.deps.database, access, { filter, after, page }),
    );
  }

  private async pageOf(
    list: PagedList,
    { cursor, positionOf }: ListedBy,
    select: (after: CursorPosition | null) => Promise<Selection>,
  ): Promise<EmailPage> {
    const { mails, ...page } = await positionedAt(
      this.deps.cursors,
      list,
      cursor,
      async (after) => {
        const { mails, last, state } = await select(after);
        return { mails, state, next: last === null ? null : positionOf(last) };
      },
    );
    return { ...page, mails: await this.deps.largeMail.completedPage(mails) };
  }

  /** One email. @throws AppError 403, 404 */
  async read(access: AccessScope, emailId: string, inboxId?: string): Promise<EmailDetail> {
    const [row] = await this.deps.keyed.query<SelectedRow<EmailDetail> & Owned>(READ, [emailId]);
    const selected = await this.requireEmail(access, row, inboxId);
    const [email] = await this.deps.largeMail.completed<EmailDetail>([selected]);
    if (!email) throw notFound('Email');
    return email;
  }

  /** The same, to be shown whole. @throws AppError 403, 404 */
  async readWhole(access: AccessScope, emailId: string, inboxId?: string): Promise<WholeEmail> {
    const found = await this.findWhole(emailId);
    const { made, other, ...details } = await this.requireEmail(access, found, inboxId);
    if (made) return { ...details, mail: made };
    const [mail] = await this.deps.largeMail.completed<EmailRow>(other);
    if (!mail) throw notFound('Email');
    return { ...details, mail };
  }

  private async requireEmail<Row extends Owned>(
    access: AccessScope,
    row: Row | null | undefined,
    inboxId: string | undefined,
  ): Promise<Row> {
    const email = requireOwnedOfInbox(access, row, 'Email');
    if (inboxId === undefined || email.inboxId === inboxId) return email;
    requireInbox(access, await this.deps.findInbox(inboxId));
    throw notFound('Email');
  }

  /** Sets `is_read` when given, and answers the email. @throws AppError 403, 404 */
  async update(
    access: AccessScope,
    emailId: string,
    { is_read: isRead }: { is_read?: boolean | undefined },
  ): Promise<EmailDetail> {
    if (isRead !== undefined) {
      await this.owned(access, emailId);
      await this.deps.database.query(SET_READ, [access.orgId, emailId, isRead]);
    }
    return this.read(access, emailId);
  }

  /**
   * Deletes an email with its bytes; one that was to be sent later never is.
   *
   * @throws AppError 403, 404, 409 while it is being sent
   */
  async remove(access: AccessScope, emailId: string): Promise<void> {
    await this.owned(access, emailId);
    await this.deps.database.transaction(async (manager) => {
      const isWithdrawn = await withdrawSend(manager, emailId);
      if ((await this.removeEmails(manager, [emailId])) === 0) throw notFound('Email');
      if (isWithdrawn) await endRun(manager, access.orgId, emailId);
    });
  }

  /** What happened to an email. @throws AppError 403, 404 */
  async timeline(access: AccessScope, emailId: string): Promise<TimelineRow> {
    const [row] = await this.deps.database.query<TimelineRow & Owned>(
      `SELECT e.org_id AS "orgId", e.inbox_id AS "inboxId", e.direction, e.status, e.parse_status, e.category,
         e.thread_id, e.accepted_at, e.parsed_at, e.announced_at, r.finished_at, r.attempts,
         r.outcome, coalesce(r.workflow_id, o.workflow_id) AS workflow_id, c.auth, c.checked_at,
         c.attempts AS check_attempts, c.workflow_id AS check_workflow_id, e.is_spam,
         e.routed_from, t.routed_at, t.agent_id AS routed_agent_id, t.inbox_id AS routed_inbox_id,
         t.copying, t.copy_id, ${isUnsettled('e')} AS unsettled
       FROM emails e ${IN_LIVE_INBOX}
       LEFT JOIN email_runs r ON r.email_id = e.id
       LEFT JOIN sender_checks c ON c.stored_message_id = e.stored_message_id
       ${joinQueued({ workflow: 'processInbound' }, 'e')}
       LEFT JOIN routed_emails t ON t.email_id = e.id
       WHERE e.id = $1 ORDER BY o.id DESC LIMIT 1`,
      [emailId],
    );
    const email = requireOwnedOfInbox(access, row, 'Email');
    return {
      ...email,
      workflow_url: this.workflowUrl(email.workflow_id),
      check_workflow_url: this.workflowUrl(email.check_workflow_id),
    };
  }

  private workflowUrl(workflowId: string | null): string | null {
    return workflowId === null ? null : this.deps.workflowUrl(workflowId);
  }

  private async owned(access: AccessScope, emailId: string): Promise<void> {
    const [row] = await this.deps.database.query<Owned>(
      `SELECT e.org_id AS "orgId", e.inbox_id AS "inboxId" FROM emails e ${IN_LIVE_INBOX}
       WHERE e.id = $1`,
      [emailId],
    );
    requireOwnedOfInbox(access, row, 'Email');
  }
}

/** `owner` is the organization of the inbox; null where it is gone. */
const requireListed = (access: AccessScope, inboxId: string, owner: string | null) =>
  requireInbox(access, owner === null ? null : { id: inboxId, orgId: owner });

// A mail that is marked so already keeps its number: with a new one mail programs would read it as changed.
const SET_READ = statement([
  `reading AS MATERIALIZED (
  SELECT inbox_id, NULL::text AS mailbox, NULL::bigint AS mailbox_uid FROM emails
  WHERE org_id = $1 AND id = $2 AND is_read <> $3
)`,
  takeNumbers('reading'),
  `email AS (
  UPDATE emails e SET is_read = $3, modseq = counter.first_uid FROM counter
  WHERE e.org_id = $1 AND e.id = $2 RETURNING e.inbox_id
)`,
  notifyMailboxes('SELECT inbox_id FROM email'),
]);

const BY_UID = keyset('DESC', ['e.uid', 'bigint']);
