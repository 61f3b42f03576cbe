import type { z } from 'zod';
import { invalid, tooLarge, type AppError } from '../../errors.js';
import { predicateOf } from '../../operations/problems.js';
import type { ContactRow } from '../contact-lists/rows.js';
import { draftOf } from '../sending/drafting.js';
import type { MailDraft } from '../sending/preparing.js';
import { newMessage } from '../sending/schema.js';
import type { bulkMessage, newBulk } from './schema.js';
import { checkTemplate, fill, measure, type Template, type Variables } from './template.js';

/** A request to send many messages. */
export type NewBulk = z.output<typeof newBulk>;

/** What messages have that say nothing else themselves. */
export type BulkDefaults = NonNullable<NewBulk['defaults']>;

/** A message of a bulk send that was refused. */
export interface Rejection {
  readonly index: number;
  readonly clientRef: string | null;
  readonly error: AppError;
}

// Bytes of all messages of a request together: shared texts make many of few.
const MAX_TOGETHER = 32 * 1024 * 1024;
// Bytes that a character of base64 stands for.
const BASE64 = 0.75;

/**
 * A message as it is meant: what it lacks is taken from `defaults`, and its places are filled.
 * @throws AppError 400, 413
 */
export function draftOfMessage(
  message: z.output<typeof bulkMessage>,
  defaults: BulkDefaults,
  budget: SizeBudget,
): MailDraft {
  const { variables = {}, cc, ...own } = message;
  for (const { content } of own.attachments ?? []) budget.add(content.length * BASE64);
  const filled = (field: Template['field']): string | undefined => {
    const text = own[field] ?? defaults[field];
    if (text === undefined) return undefined;
    budget.add(measure({ field, text }, variables));
    return fill({ field, text }, variables);
  };
  return draftOf({
    ...own,
    cc: cc ?? defaults.cc,
    reply_to: defaults.reply_to,
    headers: defaults.headers,
    subject: checkedSubject(filled('subject')),
    text: filled('text'),
    html: filled('html'),
  });
}

/** What a value brought along counts as well. */
function checkedSubject(subject: string | undefined): string {
  if (subject === undefined) throw invalid('subject is missing: in the message and in defaults');
  const read = newMessage.shape.subject.safeParse(subject, { error: predicateOf });
  if (!read.success) throw invalid(`subject ${read.error.issues[0]!.message}`);
  return read.data;
}

/** @throws AppError 400 where no contact could be sent the template. */
export function checkListTemplate(defaults: BulkDefaults): void {
  const { subject, text, html } = defaults;
  if (subject === undefined) throw invalid('defaults.subject is missing');
  if (text === undefined && html === undefined)
    throw invalid('defaults.text or defaults.html is missing: give one of them, or both');
  for (const field of ['subject', 'text', 'html'] as const) {
    const text = defaults[field];
    if (text !== undefined) checkTemplate({ field, text });
  }
}

/** Adds up what messages weigh. */
export interface SizeBudget {
  /** @throws AppError 413 when it is too much for one request */
  add(bytes: number): void;
  isOver(): boolean;
}

/** Of one request, with nothing taken of it. */
export function createSizeBudget(): SizeBudget {
  let together = 0;
  const isOver = () => together > MAX_TOGETHER;
  return {
    isOver,
    add(bytes) {
      together += bytes;
      if (isOver())
        throw tooLarge('The messages are larger than 32 MiB together; send fewer at once');
    },
  };
}

/** What a contact's mail is filled with: what is the service's own wins over variables of that name. */
export const contactVariables = ({
  address,
  name,
  variables,
}: Pick<ContactRow, 'address' | 'name' | 'variables'>): Variables => ({
  ...variables,
  address,
  ...(name !== null && { name }),
});
