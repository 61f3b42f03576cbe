import { byId } from '../../operations/shapes.js';
import type { z } from 'zod';
import { invalid } from '../../errors.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { withFiles, type StoredFiles } from './attached.js';
import type { NewReply } from './drafting.js';
import { newForward, newMessage, newReply, presentSend, resolution, sendResult } from './schema.js';
import { LIMITS } from '../../operations/limits.js';
import type { SendingService } from './service.js';

interface SendingServices {
  readonly sending: SendingService;
  readonly emails: { readonly downloads: StoredFiles };
}

const sendsOf = (path: `/${string}`) =>
  operationsOn<SendingServices>()({
    ...{ path, access: 'emails:send', item: sendResult, present: presentSend },
  });

const inInbox = sendsOf('/v1/inboxes');
const ofEmail = sendsOf('/v1/emails');

/** Single mails that leave, and their attempts. */
export const sendingOperations = [
  /** Answers when the mail is sent or failed, within 25 seconds; later it goes on by itself. */
  inInbox.act('send', {
    name: 'sendEmail',
    summary: 'Send an email from an inbox.',
    input: newMessage,
    bodyLimit: LIMITS.body_bytes.send,
    creates: true,
    inOneTransaction: false,
    tool: { openWorld: true },
    run: async (context, { id, ...given }) =>
      context.services.sending.send(context.caller, id, await withFiles(context, given), context),
  }),

  /** To the author of an email, or to everybody it went to. */
  inInbox.act('reply', {
    name: 'replyToEmail',
    summary: 'Answer an email of an inbox, in its thread.',
    input: newReply,
    bodyLimit: LIMITS.body_bytes.send,
    creates: true,
    inOneTransaction: false,
    tool: {
      openWorld: true,
      required: ['email_id'],
      fixed: { reply_to_email_id: undefined },
    },
    async run(context, { id, ...input }) {
      const { caller, services } = context;
      const given = await withFiles(context, input);
      return services.sending.reply(caller, id, toReply(given), context);
    },
  }),

  /** With its attachments, or whole. */
  inInbox.act('forward', {
    name: 'forwardEmail',
    summary: 'Pass an email of an inbox on to others.',
    input: newForward,
    creates: true,
    inOneTransaction: false,
    tool: { openWorld: true },
    run(context, { id, email_id: emailId, as_attachment: asAttachment, ...rest }) {
      const { caller, services } = context;
      return services.sending.forward(caller, id, { ...rest, emailId, asAttachment }, context);
    },
  }),

  /** Before it is under way. */
  ofEmail.act('cancel', {
    name: 'cancelEmail',
    summary: 'Keep an email from being sent that is scheduled or waits for its next attempt.',
    input: byId,
    tool: { destructive: true, idempotent: true },
    run: ({ caller, services }, { id }) => services.sending.cancel(caller, id),
  }),

  /** A mail is never sent again blindly; whoever finds out what became of it says so here. */
  ofEmail.act('resolve', {
    name: 'resolveEmail',
    summary: 'Say what became of an email whose status is unknown.',
    input: resolution,
    tool: { idempotent: true },
    async run({ caller, services }, { id, outcome, provider_message_id: providerId }) {
      if (outcome === undefined && providerId === undefined)
        throw invalid('outcome is missing: sent or failed, or the provider_message_id');
      return services.sending.resolve(caller, id, outcome ?? 'sent', providerId ?? null);
    },
  }),
];

function toReply(input: Omit<z.output<typeof newReply>, 'id'>): NewReply {
  const { email_id, reply_to_email_id, reply_all: all, ...rest } = input;
  const emailId = email_id ?? reply_to_email_id;
  if (emailId === undefined) throw invalid('email_id is missing');
  return { ...rest, all, emailId };
}
