import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Caller } from '../../auth/caller.js';
import type { PlanName } from '../../auth/plans.js';
import { countedKeyId } from '../../auth/principal.js';
import type { Queries } from '../../db/queries.js';
import { AppError, invalid, tooLarge } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Analysis, Mailbox } from '../../mail/analysis.js';
import { fallbackAnalysis } from '../../mail/reading/fallback.js';
import { messageStructure } from '../../mail/structure/structure.js';
import { composedText } from '../../mail/compose/outgoing-text.js';
import { composeOutgoing, type OutgoingFile } from '../../mail/compose/outgoing.js';
import type { AwaitReply } from '../../store/waits/replies.js';
import { mailRecord } from '../../store/mail/columns.js';
import type { Parser } from '../../mail/pool/parse-pool.js';
import { refusals } from '../suppressions/refusal.js';
import type { SendingInbox } from '../../store/inboxes.js';
import type { BulkPosition, StorableSend } from '../../store/mail/insert-outbound.js';
import { LIMITS } from '../../operations/limits.js';
import type { RequestKey } from './find-by-idempotency-key.js';

/** What preparing needs. */
export interface PreparingDeps {
  readonly database: Queries;
  readonly parser: Parser;
}

/** A mail as it is meant. */
export interface MailDraft {
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly OutgoingFile[];
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
  readonly sendAt: Date | null;
  /** What it answers, with its References. */
  readonly answer: { readonly inReplyTo: string | null; readonly references: string[] } | null;
  /** The mail whose thread it joins. */
  readonly repliesTo: string | null;
  /** How long its reply is awaited; undefined when it is not. */
  readonly awaitReply?: AwaitReply | undefined;
}

/** Who asks for a mail. */
export interface MailAuthor {
  readonly orgId: string;
  readonly plan: PlanName;
  /** The API key that asked for it; null for mail of the service itself. */
  readonly requestedBy: string | null;
  /** What it tells of where the service itself wrote it: such mail needs no approval. */
  readonly noticeOf: string | null;
}

/** The author of what a caller sends. */
export const authorOf = ({ orgId, plan, principal }: Caller): MailAuthor => ({
  orgId,
  plan,
  requestedBy: countedKeyId(principal),
  noticeOf: null,
});

/** For whom a mail is prepared. */
export interface MailSender extends RequestKey, Omit<MailAuthor, 'orgId'> {
  /** Its place in a bulk send; null for a mail alone. */
  readonly bulk: BulkPosition | null;
}

// docs/interface.md, Sending.
const MAX_DAYS_AHEAD = 30;
// Mails composed in one go.
const AT_ONCE = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A mail that is to be prepared, by whom and for whom. */
export interface Preparing {
  readonly inbox: SendingInbox;
  readonly draft: MailDraft;
  readonly sender: MailSender;
}

/**
 * Checks a mail and composes it; nothing is written yet.
 * @throws AppError 400 for what is missing or may not be sent, 413 over 25 MiB
 */
export async function prepare(deps: PreparingDeps, mail: Preparing): Promise<StorableSend> {
  const [prepared] = await prepareAll(deps, [mail]);
  if (prepared instanceof AppError) throw prepared;
  return prepared!;
}

/** Prepares mails of one organization, in their order: what `prepare` would throw takes a mail's place. */
export async function prepareAll(
  { database, parser }: PreparingDeps,
  mails: readonly Preparing[],
): Promise<(StorableSend | AppError)[]> {
  const refused = await refusedBy(database, mails);
  const prepared: (StorableSend | AppError)[] = [];
  for (let from = 0; from < mails.length; from += AT_ONCE) {
    // Composing keeps the process busy: others have their turn in between.
    if (from > 0) await setImmediate();
    const some = mails.slice(from, from + AT_ONCE);
    prepared.push(...(await Promise.all(some.map((mail) => checked(parser, mail, refused)))));
  }
  return prepared;
}

async function checked(
  parser: Parser,
  mail: Preparing,
  refused: ReadonlyMap<string, Refusals>,
): Promise<StorableSend | AppError> {
  try {
    const recipients = recipientsOf(mail.draft);
    checkDraft(mail.draft, recipients);
    checkRecipients(recipients, refused.get(mail.inbox.id));
    return await storable(parser, mail, recipients);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function storable(
  parser: Parser,
  { inbox, draft, sender }: Preparing,
  recipients: readonly string[],
): Promise<StorableSend> {
  const raw = await compose(inbox, draft);
  if (raw.length > LIMITS.message_bytes) throw tooLarge('The message is larger than 25 MiB');
  const analysis = isKnown(draft) ? knownAnalysis(raw, draft) : await analysisOf(parser, raw);
  return {
    emailId: newId('eml'),
    orgId: inbox.orgId,
    inboxId: inbox.id,
    inboxAddress: inbox.address,
    dailyLimit: inbox.dailySendLimit,
    isUnderPolicy: inbox.isUnderPolicy && sender.noticeOf === null,
    newThreadId: newId('thr'),
    repliesTo: draft.repliesTo,
    raw,
    record: mailRecord(analysis, 'complete', inbox.address),
    attachments: analysis.attachments,
    recipients,
    sendAt: draft.sendAt,
    metadata: draft.metadata,
    awaitReply: draft.awaitReply,
    ...sender,
  };
}

async function analysisOf(parser: Parser, raw: Buffer): Promise<Analysis> {
  const context = { receivedAt: new Date() };
  return (await parser.parse(raw, context)) ?? fallbackAnalysis(raw, context);
}

// Bytes of a mail whose parts are found at once, in microseconds; those of longer ones are when they are asked for.
const SHORT_BYTES = 64 * 1024;

/** Of a mail without files and quotes it is known what it says: reading it would take longer than all else. */
const isKnown = ({ files, repliesTo }: MailDraft) => files.length === 0 && repliesTo === null;

function knownAnalysis(raw: Buffer, { text, html }: MailDraft): Analysis {
  const shown = composedText({ text, html }).replace(/\r\n?/g, '\n');
  const known = { text: shown, html: html ?? '' };
  const analysis = fallbackAnalysis(raw, { receivedAt: new Date() }, known);
  return raw.length > SHORT_BYTES ? analysis : { ...analysis, structure: messageStructure(raw) };
}

/** Every address once, in the order given. */
function recipientsOf({ to, cc, bcc }: MailDraft): string[] {
  const byKey = new Map<string, string>();
  for (const { address } of [...to, ...cc, ...bcc])
    if (!byKey.has(address.toLowerCase())) byKey.set(address.toLowerCase(), address);
  return [...byKey.values()];
}

function checkDraft(draft: MailDraft, recipients: readonly string[]): void {
  if (recipients.length === 0) throw invalid('to must hold at least one address');
  if (recipients.length > LIMITS.recipients_per_message)
    throw invalid(
      `to, cc and bcc must hold at most ${LIMITS.recipients_per_message} addresses in all`,
    );
  if (draft.text === undefined && draft.html === undefined)
    throw invalid('text or html is missing: give one of them, or both');
  if (draft.files.length > LIMITS.attachments_per_message)
    throw invalid(`attachments must hold at most ${LIMITS.attachments_per_message} files`);
  checkSendAt(draft.sendAt);
}

function checkSendAt(sendAt: Date | null): void {
  if (!sendAt) return;
  if (sendAt.getTime() <= Date.now()) throw invalid('send_at must be in the future');
  if (sendAt.getTime() > Date.now() + MAX_DAYS_AHEAD * DAY_MS)
    throw invalid(`send_at must be within ${MAX_DAYS_AHEAD} days`);
}

type Refusals = ReadonlyMap<string, string>;

/** Which recipients may not be written to, by inbox: one statement for each that may refuse any. */
async function refusedBy(
  database: PreparingDeps['database'],
  mails: readonly Preparing[],
): Promise<ReadonlyMap<string, Refusals>> {
  const inboxes = new Map(mails.map(({ inbox }) => [inbox.id, inbox]));
  const refusing = [...inboxes.values()].filter(({ mayRefuse }) => mayRefuse);
  const refused = refusing.map(async ({ orgId, id: inboxId }) => {
    const theirs = mails.filter(({ inbox }) => inbox.id === inboxId);
    const addresses = [...new Set(theirs.flatMap(({ draft }) => recipientsOf(draft)))];
    return [inboxId, await refusals(database, { orgId, inboxId, addresses })] as const;
  });
  return new Map(await Promise.all(refused));
}

function checkRecipients(addresses: readonly string[], refused: Refusals | undefined): void {
  const address = addresses.find((one) => refused?.has(one));
  if (address !== undefined) throw invalid(`${address} ${refused!.get(address)}`);
}

function compose(inbox: SendingInbox, draft: MailDraft): Promise<Buffer> {
  return composeOutgoing({
    messageId: `<${randomUUID()}@${inbox.domain}>`,
    date: new Date(),
    from: { name: inbox.displayName, address: inbox.address },
    ...draft,
    ...draft.answer,
  });
}
