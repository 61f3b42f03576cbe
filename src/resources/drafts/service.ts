import { createHash } from 'node:crypto';
import type { Caller } from '../../auth/caller.js';
import { requireInbox, requireOwnedOfInbox, type AccessScope } from '../../auth/ownership.js';
import type { Database } from '../../db/database.js';
import { listPage, type ListDeps, type Page, type Paging } from '../../db/page.js';
import { invalid } from '../../errors.js';
import { newId } from '../../ids.js';
import { listedInboxes, type FindInbox } from '../../store/inboxes.js';
import type { StorageOwner } from '../../store/usage.js';
import { findOriginal } from '../sending/originals.js';
import type { Request, SendingService } from '../sending/service.js';
import type { SendView } from '../sending/views.js';
import { filesOfDraft, type DraftChange, type DraftSending, type NewDraft } from './schema.js';
import {
  addDraft,
  changeDraft,
  contentsOfDraft,
  findDraft,
  draftsOf,
  removeDraft,
  takeDraft,
  type DraftRow,
  type ListedDraft,
  type WrittenDraft,
} from './store.js';

interface DraftServiceDeps extends ListDeps {
  /** Its statements may take as long as large files do. */
  readonly files: Database;
  readonly findInbox: FindInbox;
  readonly sending: Pick<SendingService, 'send' | 'reply' | 'sentWith'>;
}

/** Mails that are not sent yet. */
export class DraftService {
  constructor(private readonly deps: DraftServiceDeps) {}

  /** The inbox may be paused. @throws AppError 400 for one draft too many, 403, 404, 429 without room */
  async create(
    caller: AccessScope & StorageOwner,
    { inbox_id: inboxId, attachments: given, ...fields }: NewDraft,
  ): Promise<DraftRow> {
    const { orgId } = requireInbox(caller, await this.deps.findInbox(inboxId));
    const { reply_to_email_id: repliesTo, text, html, ...message } = fields;
    await this.checkOriginal(caller, inboxId, repliesTo);
    const refs = { id: newId('drf'), orgId, inboxId, repliesTo: repliesTo ?? null };
    const texts = { textBody: text ?? null, htmlBody: html ?? null };
    const draft = { ...refs, ...texts, message, ...filesOfDraft(given) };
    return this.deps.files.transaction((manager) => addDraft(manager, caller, draft));
  }

  /** @throws AppError 403, 404 */
  async get(access: AccessScope, id: string): Promise<DraftRow> {
    return requireOwnedOfInbox(access, await findDraft(this.deps.database, id), 'Draft');
  }

  /** A page of drafts, newest first. @throws AppError 400, 403, 404 */
  async list(
    access: AccessScope,
    inboxId: string | undefined,
    paging: Paging,
  ): Promise<Page<ListedDraft>> {
    const listed = await listedInboxes(access, inboxId, this.deps.findInbox);
    return listPage(this.deps, draftsOf(listed), paging);
  }

  /** @throws AppError 403, 404, 429 where it grows and there is no room */
  async update(
    caller: Caller,
    id: string,
    { attachments: given, reply_to_email_id: repliesTo, text, html, ...message }: DraftChange,
  ): Promise<DraftRow> {
    await this.checkOriginal(caller, (await this.get(caller, id)).inboxId, repliesTo);
    const change = (before: DraftRow): WrittenDraft => ({
      ...before,
      contents: null,
      ...(given !== undefined && filesOfDraft(given ?? [])),
      message: withoutNulls({ ...before.message, ...message }),
      repliesTo: repliesTo === undefined ? before.repliesTo : repliesTo,
      textBody: text === undefined ? before.textBody : text,
      htmlBody: html === undefined ? before.htmlBody : html,
    });
    return this.deps.files.transaction((manager) => changeDraft(manager, caller, id, change));
  }

  /** @throws AppError 403, 404 */
  async remove(access: AccessScope, id: string): Promise<void> {
    await this.get(access, id);
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
    const draft = requireOwnedOfInbox(caller, row, 'Draft');
    return this.sendAs(caller, draft, how, {
      // Sent twice at once without a key, both are answered with the one mail.
      idempotencyKey: idempotencyKey ?? `draft:${id}`,
      requestHash,
      signal,
      inSameTransaction: (queries) => takeDraft(queries, draft),
    });
  }

  private async sendAs(
    caller: Caller,
    draft: DraftRow,
    how: DraftSending,
    request: Request,
  ): Promise<SendView> {
    const { sending, files } = this.deps;
    const { message, inboxId, repliesTo: emailId } = draft;
    const contents = await contentsOfDraft(files, draft);
    const given = {
      ...message,
      ...how,
      text: draft.textBody ?? undefined,
      html: draft.htmlBody ?? undefined,
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

  /** @throws AppError 403, 404 of an id that is not of a mail of the inbox */
  private async checkOriginal(
    access: AccessScope,
    inboxId: string,
    emailId: string | null | undefined,
  ): Promise<void> {
    if (typeof emailId === 'string')
      await findOriginal(this.deps.database, access, inboxId, emailId);
  }
}

const withoutNulls = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
