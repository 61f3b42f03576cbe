import { createHash } from 'node:crypto';
import type { Caller } from '../../auth/caller.js';
import { requireOwnedOfInbox, type AccessScope } from '../../auth/ownership.js';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/errors.js';
import { invalid, notFound } from '../../errors.js';
import { requireFurtherWait } from '../durable-waits/wait-limit.js';
import { replyRecipients, replyReferences, forwardSubject, replySubject } from './reply-headers.js';
import { cancelSend } from './cancelling.js';
import { draftOf, type Forward, type NewMessage, type NewReply } from './drafting.js';
import { readSendingInboxes, type SendingInbox } from '../../store/inboxes.js';
import { requireSendable } from './sending-inbox.js';
import { findByKey } from './find-by-idempotency-key.js';
import { filesOf, findOriginal, findOwner, messageFile } from './originals.js';
import {
  authorOf,
  prepare,
  type MailAuthor,
  type MailDraft,
  type MailSender,
  type PreparingDeps,
} from './preparing.js';
import { forwarded, quoted } from './quoting.js';
import { sendingSteps, type SendingStep } from './timeline.js';
import type { SettledSends } from './settled-sends.js';
import { createSingleStore, type SingleSend } from './single-store.js';
import { resolveSend } from './resolving.js';
import { findSends, type SendView } from './views.js';
import type { EndWatches } from '../../live/end-watches.js';

interface SendingDeps extends PreparingDeps {
  readonly database: Database;
  /** Its statements may take as long as a large mail does, and are planned once. */
  readonly ledger: Database;
  readonly watches: EndWatches;
  readonly settled: Pick<SettledSends, 'await' | 'take'>;
  /** Where operators see a run; null without a Temporal UI. */
  readonly workflowUrl: (workflowId: string) => string | null;
}

/** How a request sends. */
export interface Request {
  readonly idempotencyKey: string | null;
  /** Aborted when the client is gone or the process stops. */
  readonly signal: AbortSignal;
  /** Written in the transaction of the mail. */
  readonly inSameTransaction?: SingleSend['inSameTransaction'];
  /** What makes two requests with one key the same, where it is not what is sent. */
  readonly requestHash?: Buffer;
}

// Milliseconds that a request waits for the result (docs/interface.md, Sending).
const RESULT_WITHIN_MS = 25_000;

/** Sends mail: what is answered with 2xx is in the ledger, and leaves once. */
export class SendingService {
  private readonly store: ReturnType<typeof createSingleStore>;

  constructor(private readonly deps: SendingDeps) {
    this.store = createSingleStore(deps.ledger);
  }

  /** A new mail. @throws AppError 400, 403, 404, 413, 429, 503 of a paused inbox */
  async send(
    caller: Caller,
    inboxId: string,
    message: NewMessage,
    request: Request,
  ): Promise<SendView> {
    const inbox = await this.sendingInbox(caller, inboxId);
    return this.submit(authorOf(caller), inbox, draftOf(message), request);
  }

  /** An answer to a mail of the inbox, above what it answers. @throws as `send` */
  async reply(
    caller: Caller,
    inboxId: string,
    reply: NewReply,
    request: Request,
  ): Promise<SendView> {
    const inbox = await this.sendingInbox(caller, inboxId);
    const original = await findOriginal(this.deps.database, caller, inboxId, reply.emailId);
    const answered = replyRecipients(original, inbox.address, reply.all);
    const to = reply.to ?? answered.to;
    if (to.length === 0) throw invalid('email_id is of an email that has no address to answer to');
    if (reply.text === undefined && reply.html === undefined)
      throw invalid('text or html is missing: give one of them, or both');
    const draft: MailDraft = {
      ...draftOf({
        ...reply,
        to: [...to],
        subject: reply.subject ?? replySubject(original.subject),
      }),
      ...quoted(reply, original),
      cc: [...answered.cc, ...(reply.cc ?? [])],
      answer: replyReferences(original),
      repliesTo: original.id,
    };
    return this.submit(authorOf(caller), inbox, draft, request);
  }

  /** A mail of the inbox passed on with its files. @throws as `send` */
  async forward(
    caller: Caller,
    inboxId: string,
    forward: Forward,
    request: Request,
  ): Promise<SendView> {
    const { database } = this.deps;
    const inbox = await this.sendingInbox(caller, inboxId);
    const original = await findOriginal(database, caller, inboxId, forward.emailId);
    const comment = forward.comment ?? '';
    const whole = forward.asAttachment;
    const draft: MailDraft = {
      ...draftOf({ ...forward, subject: forwardSubject(original.subject) }),
      ...(whole ? { text: comment } : forwarded(comment, original)),
      files: whole ? [await messageFile(database, original)] : await filesOf(database, original),
      // It belongs to the conversation it tells of, and answers nothing.
      answer: { ...replyReferences(original), inReplyTo: null },
      repliesTo: original.id,
    };
    return this.submit(authorOf(caller), inbox, draft, request);
  }

  /** What became of a mail so far. @throws AppError 403, 404; of a mail that came in, too */
  async get(access: AccessScope, emailId: string): Promise<SendView> {
    const [view] = await findSends(this.deps.database, [emailId]);
    requireOwnedOfInbox(access, view ?? (await findOwner(this.deps.database, emailId)), 'Email');
    if (!view) throw notFound('Sent email');
    return view;
  }

  /** Keeps a mail from being sent. @throws AppError 403, 404, 409 once it is under way or over */
  async cancel(access: AccessScope, emailId: string): Promise<SendView> {
    await this.get(access, emailId);
    await cancelSend(this.deps.database, emailId);
    return this.get(access, emailId);
  }

  /** Settles what is unknown. @throws AppError 403, 404, 409 where nothing is unknown */
  async resolve(
    access: AccessScope,
    emailId: string,
    outcome: 'sent' | 'failed',
    providerMessageId: string | null,
  ): Promise<SendView> {
    await this.get(access, emailId);
    await resolveSend(this.deps.database, emailId, outcome, providerMessageId);
    return this.get(access, emailId);
  }

  /** What happened to a mail that leaves, whose owner was asked before. */
  async timeline(emailId: string): Promise<(SendingStep & { workflow_url: string | null })[]> {
    const urlOf = (id: string | null) => (id === null ? null : this.deps.workflowUrl(id));
    const steps = await sendingSteps(this.deps.database, emailId);
    return steps.map((step) => ({ ...step, workflow_url: urlOf(step.workflow_id) }));
  }

  /** An inbox the caller may send from. @throws AppError 403, 404, 503 when it is paused */
  async sendingInbox(access: AccessScope, id: string): Promise<SendingInbox> {
    return requireSendable(access, (await readSendingInboxes(this.deps.database, [id])).get(id));
  }

  /** Writes a mail into the ledger and waits for what becomes of it. */
  async submit(
    { orgId, plan, requestedBy, noticeOf }: MailAuthor,
    inbox: SendingInbox,
    draft: MailDraft,
    { idempotencyKey, signal, inSameTransaction, requestHash }: Request,
  ): Promise<SendView> {
    const sender: MailSender = {
      ...{ plan, requestedBy, noticeOf },
      idempotencyKey,
      requestHash: idempotencyKey === null ? null : (requestHash ?? hashOf(inbox, draft)),
      bulk: null,
    };
    const { database } = this.deps;
    const before = await findByKey(database, 'sends', orgId, sender);
    if (before) return this.result(before, signal);
    if (draft.awaitReply) await requireFurtherWait(database, orgId);
    const send = await prepare(this.deps, { inbox, draft, sender });
    const { settled, watches } = this.deps;
    // Watched first, stored second: what ends between the two would otherwise be missed.
    const watch = watches.watch(send.emailId);
    settled.await(send.emailId);
    try {
      await this.store({ send, inSameTransaction });
    } catch (error) {
      await watch.until(0, signal);
      await settled.take(send.emailId);
      const isSame = isDuplicateKey(error);
      const same = isSame ? await findByKey(database, 'sends', send.orgId, send) : null;
      if (same === null) throw error;
      return this.result(same, signal);
    }
    await watch.until(send.sendAt ? 0 : RESULT_WITHIN_MS, signal);
    return (await settled.take(send.emailId)) ?? this.view(send.emailId);
  }

  /** What became of the mail that this very request sent before; null when there is none. @throws AppError 403, 409 */
  async sentWith(
    access: AccessScope,
    { idempotencyKey, requestHash, signal }: Request,
  ): Promise<SendView | null> {
    const key = { idempotencyKey, requestHash: requestHash ?? null };
    const before = await findByKey(this.deps.database, 'sends', access.orgId, key);
    if (before === null) return null;
    return requireOwnedOfInbox(access, await this.result(before, signal), 'Sent email');
  }

  private async result(emailId: string, signal: AbortSignal): Promise<SendView> {
    const watch = this.deps.watches.watch(emailId);
    // Watched first, looked at second: what ends between the two would otherwise be missed.
    const view = await this.view(emailId);
    const settled = view.send_at !== null || !['queued', 'sending'].includes(view.status);
    await watch.until(settled ? 0 : RESULT_WITHIN_MS, signal);
    return settled ? view : this.view(emailId);
  }

  private async view(emailId: string): Promise<SendView> {
    const [view] = await findSends(this.deps.ledger, [emailId]);
    if (!view) throw notFound('Email');
    return view;
  }
}

const isDuplicateKey = (error: unknown) =>
  isDuplicate(error) || (error as { status?: number }).status === 409;

/** What makes two requests the same: all that is sent but what is made anew each time. */
const hashOf = (inbox: SendingInbox, draft: MailDraft): Buffer => {
  const { files, ...rest } = draft;
  const hash = createHash('sha256').update(JSON.stringify([inbox.id, rest]));
  for (const { content, ...file } of files) hash.update(JSON.stringify(file)).update(content);
  return hash.digest();
};
