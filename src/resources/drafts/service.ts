import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { ownInbox, ownOfInbox, type Reach } from '../../auth/ownership.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { listPage, type Page, type Paging } from '../../db/page.js';
import { invalid } from '../../errors.js';
import type { AwaitReply } from '../../store/waits/replies.js';
import type { FindInbox } from '../../store/inboxes.js';
import { findOriginal } from '../sending/originals.js';
import type { Request, SendingService } from '../sending/service.js';
import { roomFor } from '../../store/usage.js';
import type { SendView } from '../sending/views.js';
import type { DraftMessage, DraftRow, ListedDraft } from './rows.js';
import { filesOfDraft, type draftChange, type newDraft } from './schema.js';
import {
  addDraft,
  changeDraft,
  contentsOfDraft,
  draftBytes,
  findDraft,
  draftsOf,
  removeDraft,
  takeDraft,
} from './store.js';

/** What drafts need. */
export interface DraftServiceDeps {
  readonly database: Database;
  /** Its statements may take as long as large files do. */
  readonly files: Database;
  readonly cursors: Cursors;
  readonly findInbox: FindInbox;
  readonly sending: Pick<SendingService, 'send' | 'reply' | 'sentWith'>;
}

/** A draft as a client gives it. */
export type NewDraft = z.output<typeof newDraft>;

/** A change as a client gives it. */
export type DraftChange = Omit<z.output<typeof draftChange>, 'id'>;

/** Which page of the drafts is asked for. */
export interface DraftPaging extends Paging {
  readonly inboxId?: string | undefined;
}

/** How a draft is sent. */
export interface DraftSending {
  readonly send_at?: Date | undefined;
  readonly await_reply?: AwaitReply | undefined;
}

/** Mails that are not sent yet. */
export class DraftService {
  constructor(private readonly deps: DraftServiceDeps) {}

  /** The inbox may be paused. @throws AppError 400 for one draft too many, 403, 404, 429 without room */
  async create(caller: Caller, given: NewDraft): Promise<DraftRow> {
    const inbox = ownInbox(caller, await this.deps.findInbox(given.inbox_id));
    const repliesTo = await this.original(caller, inbox.id, given.reply_to_email_id);
    const row = {
      orgId: inbox.orgId,
      plan: caller.plan,
      inboxId: inbox.id,
      repliesTo: repliesTo ?? null,
      message: messageOf(given),
      text: given.text ?? null,
      html: given.html ?? null,
      ...filesOfDraft(given.attachments),
    };
    return this.deps.files.transaction((manager) => addDraft(manager, row));
  }

  /** @throws AppError 403, 404 */
  async get(reach: Reach, id: string): Promise<DraftRow> {
    return ownOfInbox(reach, await findDraft(this.deps.database, id), 'Draft');
  }

  /** A page of drafts, newest first. @throws AppError 400, 403, 404 */
  async list(reach: Reach, { inboxId, ...paging }: DraftPaging): Promise<Page<ListedDraft>> {
    if (inboxId !== undefined) ownInbox(reach, await this.deps.findInbox(inboxId));
    const inboxIds = inboxId === undefined ? reach.allowedInboxIds : [inboxId];
    return listPage(this.deps, draftsOf(reach.orgId, inboxIds), paging);
  }

  /** @throws AppError 403, 404, 429 where it grows and there is no room */
  async update(caller: Caller, id: string, change: DraftChange): Promise<DraftRow> {
    const before = await this.get(caller, id);
    const { attachments, reply_to_email_id: emailId, text, html, ...fields } = change;
    const repliesTo = await this.original(caller, before.inboxId, emailId);
    const { files, contents } = filesOfDraft(attachments ?? undefined);
    await this.roomToGrow(caller, before, {
      text: text === undefined ? before.text_body : text,
      html: html === undefined ? before.html_body : html,
      files: attachments === undefined ? before.attachments : files,
    });
    return changeDraft(this.deps.files, id, {
      repliesTo,
      message: messageOf(fields),
      cleared: Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : [])),
      text,
      html,
      files: attachments === undefined ? undefined : files,
      contents,
    });
  }

  /** @throws AppError 403, 404 */
  async remove(reach: Reach, id: string): Promise<void> {
    await this.get(reach, id);
    await removeDraft(this.deps.database, id);
  }

  /**
   * Sends a draft, which is gone then: the mail is written and the draft removed in one transaction.
   * @throws AppError as sending does, 404 once it is sent, 409 when it is changed meanwhile
   */
  async send(
    caller: Caller,
    id: string,
    how: DraftSending,
    { idempotencyKey, signal }: Request,
  ): Promise<SendView> {
    const requestHash = createHash('sha256')
      .update(JSON.stringify(['draft', id, how]))
      .digest();
    const row = await findDraft(this.deps.database, id);
    const before =
      row === null &&
      (await this.deps.sending.sentWith(caller, { idempotencyKey, requestHash, signal }));
    if (before) return before;
    const draft = ownOfInbox(caller, row, 'Draft');
    return this.sendAs(caller, draft, how, {
      // Sent twice at once without a key, both are answered with the one mail.
      idempotencyKey: idempotencyKey ?? `draft:${id}`,
      requestHash,
      signal,
      beside: (queries) => takeDraft(queries, draft),
    });
  }

  private async sendAs(
    caller: Caller,
    draft: DraftRow,
    how: DraftSending,
    request: Request,
  ): Promise<SendView> {
    const { sending, files } = this.deps;
    const { message, inboxId, replies_to: emailId } = draft;
    const contents = await contentsOfDraft(files, draft);
    const given = {
      ...message,
      ...how,
      text: draft.text_body ?? undefined,
      html: draft.html_body ?? undefined,
      attachments: draft.attachments.map((file, index) => ({
        filename: file.filename ?? undefined,
        content_type: file.content_type ?? undefined,
        content_id: file.content_id ?? undefined,
        content: contents[index]!.toString('base64'),
      })),
    };
    if (emailId !== null)
      return sending.reply(caller, inboxId, { ...given, emailId, all: false }, request);
    const { to, subject } = message;
    if (to === undefined) throw invalid('to is missing: the draft has no recipients yet');
    if (subject === undefined) throw invalid('subject is missing: the draft has none yet');
    return sending.send(caller, inboxId, { ...given, to, subject }, request);
  }

  private async roomToGrow(
    caller: Caller,
    { text_body: text, html_body: html, attachments }: DraftRow,
    after: Parameters<typeof draftBytes>[0],
  ): Promise<void> {
    const { database } = this.deps;
    const growth = draftBytes(after) - draftBytes({ text, html, files: attachments });
    if (growth > 0)
      await roomFor({ query: (sql, values) => database.query(sql, values) }, caller, growth);
  }

  /** The id of a mail of the inbox; what is not given stays so. @throws AppError 403, 404 */
  private async original<Given extends string | null | undefined>(
    reach: Reach,
    inboxId: string,
    emailId: Given,
  ): Promise<Given> {
    if (typeof emailId === 'string')
      await findOriginal(this.deps.database, reach, inboxId, emailId);
    return emailId;
  }
}

const MESSAGE_FIELDS = ['to', 'cc', 'bcc', 'reply_to', 'subject', 'headers', 'metadata'] as const;

/** Of what is given what is kept as it is. */
const messageOf = (given: Pick<DraftChange, (typeof MESSAGE_FIELDS)[number]>): DraftMessage =>
  Object.fromEntries(
    MESSAGE_FIELDS.flatMap((name) => {
      const value = given[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
