import { randomBytes } from 'node:crypto';
import type { PlanName } from '../../auth/plans.js';
import type { Database } from '../../db/database.js';
import { invalid, tooLarge } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Mailbox } from '../../mail/analysis.js';
import { fallbackAnalysis } from '../../mail/fallback.js';
import { composeOutgoing, type OutgoingFile } from '../../mail/outgoing.js';
import { mailRecord } from '../inbound/record.js';
import type { Parser } from '../inbound/service.js';
import { refusals } from '../suppressions/refusal.js';
import { MAX_FILES, MAX_RECIPIENTS } from './schema.js';
import type { BulkPlace, StorableSend } from './store.js';

/** What preparing needs. */
export interface PreparingDeps {
  readonly database: Pick<Database, 'query'>;
  readonly parser: Parser;
}

/** An inbox that sends. */
export interface SendingInbox {
  readonly id: string;
  readonly orgId: string;
  readonly status: string;
  readonly address: string;
  readonly domain: string;
  readonly displayName: string | null;
  readonly dailySendLimit: number | null;
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
}

/** For whom a mail is prepared. */
export interface Sender {
  readonly plan: PlanName;
  readonly idempotencyKey: string | null;
  readonly requestHash: Buffer | null;
  /** Its place in a bulk send; null for a mail alone. */
  readonly bulk: BulkPlace | null;
}

// Interface decisions, section 5.
const MAX_MESSAGE = 25 * 1024 * 1024;
const MAX_DAYS_AHEAD = 30;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Checks a mail and composes it; nothing is written yet.
 * @throws AppError 400 for what is missing or may not be sent, 413 over 25 MiB
 */
export async function prepare(
  { database, parser }: PreparingDeps,
  inbox: SendingInbox,
  draft: MailDraft,
  sender: Sender,
): Promise<StorableSend> {
  const recipients = recipientsOf(draft);
  checkDraft(draft, recipients);
  await checkRecipients(database, inbox, recipients);
  const raw = await compose(inbox, draft);
  if (raw.length > MAX_MESSAGE) throw tooLarge('The message is larger than 25 MiB');
  const context = { receivedAt: new Date() };
  const analysis = (await parser.parse(raw, context)) ?? fallbackAnalysis(raw, context);
  return {
    ...sender,
    emailId: newId('eml'),
    orgId: inbox.orgId,
    inboxId: inbox.id,
    inboxAddress: inbox.address,
    dailyLimit: inbox.dailySendLimit,
    newThreadId: newId('thr'),
    repliesTo: draft.repliesTo,
    raw,
    record: mailRecord(analysis, 'complete'),
    attachments: analysis.attachments,
    recipients,
    sendAt: draft.sendAt,
    metadata: draft.metadata,
  };
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
  if (recipients.length > MAX_RECIPIENTS)
    throw invalid(`to, cc and bcc must hold at most ${MAX_RECIPIENTS} addresses in all`);
  if (draft.text === undefined && draft.html === undefined)
    throw invalid('text or html is missing: give one of them, or both');
  if (draft.files.length > MAX_FILES)
    throw invalid(`attachments must hold at most ${MAX_FILES} files`);
  checkSendAt(draft.sendAt);
}

function checkSendAt(sendAt: Date | null): void {
  if (!sendAt) return;
  if (sendAt.getTime() <= Date.now()) throw invalid('send_at must be in the future');
  if (sendAt.getTime() > Date.now() + MAX_DAYS_AHEAD * DAY)
    throw invalid(`send_at must be within ${MAX_DAYS_AHEAD} days`);
}

async function checkRecipients(
  database: PreparingDeps['database'],
  { orgId, id: inboxId }: SendingInbox,
  addresses: readonly string[],
): Promise<void> {
  const queries = { query: (text: string, values: unknown[]) => database.query(text, values) };
  const [refused] = await refusals(queries, { orgId, inboxId, addresses });
  if (refused) throw invalid(`${refused[0]} ${refused[1]}`);
}

function compose(inbox: SendingInbox, draft: MailDraft): Promise<Buffer> {
  return composeOutgoing({
    ...draft,
    ...draft.answer,
    messageId: `<${randomBytes(16).toString('hex')}@${inbox.domain}>`,
    date: new Date(),
    from: { name: inbox.displayName, address: inbox.address },
  });
}
