import type { z } from 'zod';
import { invalid } from '../../errors.js';
import { operationWith } from '../../operations/operation.js';
import { withContents, type StoredFiles } from './attached.js';
import type { Forward, NewReply } from './drafting.js';
import {
  newForward,
  newMessage,
  newReply,
  presentSend,
  resolution,
  sendPath,
  sendResult,
} from './schema.js';
import { LIMITS } from '../../operations/limits.js';
import type { SendingService } from './service.js';

const operation = operationWith<{
  readonly sending: SendingService;
  readonly emails: { readonly downloads: StoredFiles };
}>();

const INBOX = '/v1/inboxes/:id';
// Bytes of a send route (docs/interface.md, Limits): 25 MiB of message in base64 and JSON.
const SEND_BODY = LIMITS.body_bytes.send;

/** Answers when the mail is sent or failed, within 25 seconds; later it goes on by itself. */
export const sendEmail = operation({
  name: 'sendEmail',
  summary: 'Send an email from an inbox.',
  access: 'emails:send',
  input: newMessage,
  output: sendResult,
  http: { method: 'POST', path: `${INBOX}/send` },
  bodyLimit: SEND_BODY,
  creates: true,
  inOneTransaction: false,
  tool: { name: 'send_email', openWorld: true },
  async run(context, { id, ...given }) {
    const { caller, services } = context;
    const attachments = await withContents(services.emails.downloads, caller, given.attachments);
    const message = { ...given, attachments };
    return presentSend(await services.sending.send(caller, id, message, context));
  },
});

/** To the author of an email, or to everybody it went to. */
export const replyToEmail = operation({
  name: 'replyToEmail',
  summary: 'Answer an email of an inbox, in its thread.',
  access: 'emails:send',
  input: newReply,
  output: sendResult,
  http: { method: 'POST', path: `${INBOX}/reply` },
  bodyLimit: SEND_BODY,
  creates: true,
  inOneTransaction: false,
  tool: {
    name: 'reply_to_email',
    openWorld: true,
    required: ['email_id'],
    fixed: { reply_to_email_id: undefined },
  },
  async run(context, { id, ...input }) {
    const { caller, services } = context;
    const attachments = await withContents(services.emails.downloads, caller, input.attachments);
    const reply = { ...toReply(input), attachments };
    return presentSend(await services.sending.reply(caller, id, reply, context));
  },
});

/** With its attachments, or whole. */
export const forwardEmail = operation({
  name: 'forwardEmail',
  summary: 'Pass an email of an inbox on to others.',
  access: 'emails:send',
  input: newForward,
  output: sendResult,
  http: { method: 'POST', path: `${INBOX}/forward` },
  creates: true,
  inOneTransaction: false,
  tool: { name: 'forward_email', openWorld: true },
  async run(context, { id, email_id: emailId, as_attachment: asAttachment, ...rest }) {
    const { caller, services } = context;
    const forward: Forward = { ...rest, emailId, asAttachment };
    return presentSend(await services.sending.forward(caller, id, forward, context));
  },
});

/** Before it is under way. */
export const cancelEmail = operation({
  name: 'cancelEmail',
  summary: 'Keep an email from being sent that is scheduled or waits for its next attempt.',
  access: 'emails:send',
  input: sendPath,
  output: sendResult,
  http: { method: 'POST', path: '/v1/emails/:id/cancel' },
  tool: { destructive: true, idempotent: true },
  async run({ caller, services }, { id }) {
    return presentSend(await services.sending.cancel(caller, id));
  },
});

/** A mail is never sent again blindly; whoever finds out what became of it says so here. */
export const resolveEmail = operation({
  name: 'resolveEmail',
  summary: 'Say what became of an email whose status is unknown.',
  access: 'emails:send',
  input: resolution,
  output: sendResult,
  http: { method: 'POST', path: '/v1/emails/:id/resolve' },
  tool: { idempotent: true },
  async run({ caller, services }, { id, outcome, provider_message_id: providerId }) {
    if (outcome === undefined && providerId === undefined)
      throw invalid('outcome is missing: sent or failed, or the provider_message_id');
    return presentSend(
      await services.sending.resolve(caller, id, outcome ?? 'sent', providerId ?? null),
    );
  },
});

function toReply(input: Omit<z.output<typeof newReply>, 'id'>): NewReply {
  const { email_id, reply_to_email_id, reply_all: all, ...rest } = input;
  const emailId = email_id ?? reply_to_email_id;
  if (emailId === undefined) throw invalid('email_id is missing');
  return { ...rest, all, emailId };
}

/** Single mails that leave, and their attempts. */
export const sendingOperations = [sendEmail, replyToEmail, forwardEmail, cancelEmail, resolveEmail];
