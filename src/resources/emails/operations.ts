import { z } from 'zod';
import { deleted, deletion, operationWith } from '../../operations/operation.js';
import { flag, page } from '../../operations/shapes.js';
import {
  emailId,
  emailPart,
  emailQuery,
  emailSearch,
  emailWithAttachments,
  extentOf,
  PREVIEW,
  READABLE,
  timelineStep,
} from './schema.js';
import type { PreparedJson } from '../../operations/prepared-json.js';
import { isPart, type EmailPart } from './email-part.js';
import { emailDetail, emailPage, wholeEmail } from './writing.js';
import { listedEmail } from '../../store/shown.js';
import { presentTimeline } from './timeline.js';
import type { EmailService } from './service.js';

/** What is known of mail that leaves, step by step. */
interface SentSteps {
  timeline(emailId: string): Promise<z.input<typeof timelineStep>[]>;
}

const operation = operationWith<{
  readonly emails: EmailService;
  readonly sending: SentSteps;
}>();

// What tools show of an email: of one of many, and of one that is read.
const BRIEFLY = { max_chars: PREVIEW };
const IN_BRIEF = 'Bodies are cut: read_email shows one whole.';
const READING = { body: 'auto', offset: 0, max_chars: READABLE };

/** An email, or the part of it that was asked for. */
const shown = async (
  emails: EmailService,
  part: EmailPart,
  which: Parameters<EmailService['read']>,
): Promise<PreparedJson> =>
  isPart(part)
    ? emailDetail(await emails.read(...which), part)
    : wholeEmail(await emails.readWhole(...which));

/** Reading, search, raw messages, attachments, timelines. */
export const emailOperations = [
  operation({
    name: 'listEmails',
    summary: 'List the emails of an inbox, newest first.',
    access: 'emails:read',
    input: emailQuery.extend({ id: z.string() }),
    output: page(listedEmail),
    http: { method: 'GET', path: '/v1/inboxes/:id/emails' },
    tool: { details: IN_BRIEF, defaults: BRIEFLY },
    run: ({ caller, services }, { id, ...listing }) =>
      services.emails.shownList(caller, id, listing, (page) => emailPage(page, extentOf(listing))),
  }),

  operation({
    name: 'searchEmails',
    summary: 'Search the emails of the organization, newest first.',
    access: 'emails:read',
    input: emailSearch,
    output: page(listedEmail),
    http: {
      method: 'GET',
      path: '/v1/emails',
      variants: [{ method: 'GET', path: '/v1/emails/search' }],
    },
    tool: { details: IN_BRIEF, defaults: BRIEFLY },
    async run({ caller, services }, search) {
      const found = await services.emails.search(caller, search);
      return emailPage(found, extentOf(search));
    },
  }),

  operation({
    name: 'readInboxEmail',
    summary: 'Read an email of an inbox with its attachments and headers.',
    access: 'emails:read',
    input: z.object({ id: z.string(), emailId, ...emailPart }),
    output: emailWithAttachments,
    http: { method: 'GET', path: '/v1/inboxes/:id/emails/:emailId' },
    tool: { defaults: READING },
    run: ({ caller, services }, { id, emailId: ofInbox, ...part }) =>
      shown(services.emails, part, [caller, ofInbox, id]),
  }),

  operation({
    name: 'readEmail',
    summary: 'Read an email with its attachments and headers.',
    access: 'emails:read',
    input: z.object({ id: emailId, ...emailPart }),
    output: emailWithAttachments,
    http: { method: 'GET', path: '/v1/emails/:id' },
    tool: {
      details: 'A long body comes by pages.',
      defaults: READING,
    },
    run: ({ caller, services }, { id, ...part }) => shown(services.emails, part, [caller, id]),
  }),

  operation({
    name: 'updateEmail',
    summary: 'Mark an email as read or unread.',
    access: 'emails:write',
    input: z.object({ id: emailId, is_read: flag.optional(), max_chars: emailPart.max_chars }),
    output: emailWithAttachments,
    http: { method: 'PATCH', path: '/v1/emails/:id' },
    tool: { name: 'mark_email_read', defaults: { is_read: true }, fixed: BRIEFLY },
    run: async ({ caller, services }, { id, max_chars, ...change }) =>
      emailDetail(await services.emails.update(caller, id, change), { max_chars }),
  }),

  operation({
    name: 'deleteEmail',
    summary:
      'Delete an email with its attachments for good; one that was to be sent later never is.',
    access: 'emails:write',
    input: z.object({ id: emailId }),
    output: deletion,
    http: { method: 'DELETE', path: '/v1/emails/:id' },
    alsoAnswers: { 409: 'It is being sent.' },
    async run({ caller, services }, { id }) {
      await services.emails.remove(caller, id);
      return deleted(id);
    },
  }),

  operation({
    name: 'readRawEmail',
    summary: 'Download an email as received, behind its trace headers.',
    access: 'emails:read',
    input: z.object({ id: emailId }),
    answers: 'bytes',
    http: { method: 'GET', path: '/v1/emails/:id/raw' },
    run: async ({ caller, services }, { id }) => ({
      type: 'message/rfc822',
      body: await services.emails.downloads.raw(caller, id),
    }),
  }),

  operation({
    name: 'readAttachment',
    summary: 'Download an attachment.',
    access: 'emails:read',
    input: z.object({ id: emailId, attachmentId: z.string() }),
    answers: 'bytes',
    http: { method: 'GET', path: '/v1/emails/:id/attachments/:attachmentId' },
    tool: {
      name: 'get_attachment',
      details:
        'Text comes by pages, other files as base64 up to 256 KiB, larger ones as their path.',
    },
    async run({ caller, services }, { id, attachmentId }) {
      const file = await services.emails.downloads.attachment(caller, id, attachmentId);
      return { type: file.content_type, body: file, filename: file.filename ?? attachmentId };
    },
  }),

  operation({
    name: 'readTimeline',
    summary: 'Show what happened to an email, step by step.',
    access: 'emails:read',
    input: z.object({ id: emailId }),
    output: page(timelineStep),
    http: { method: 'GET', path: '/v1/emails/:id/timeline' },
    async run({ caller, services }, { id }) {
      const row = await services.emails.timeline(caller, id);
      const data =
        row.direction === 'outbound' ? await services.sending.timeline(id) : presentTimeline(row);
      return { data, cursor: null, has_more: false };
    },
  }),
];
