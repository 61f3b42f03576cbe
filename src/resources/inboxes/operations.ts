import { anyPage, byId } from '../../operations/shapes.js';
import { z } from 'zod';
import { fromWire } from '../../operations/wire.js';
import { operationsOn } from '../../operations/resource-operations.js';
import {
  createdInbox,
  imapAccess,
  inbox,
  inboxChange,
  inboxPage,
  newInbox,
  presentInbox,
} from './schema.js';
import type { InboxService } from './service.js';

const INBOXES = '/v1/inboxes';
const INBOX = `${INBOXES}/:id` as const;

const { operation, get, update, act } = operationsOn<{
  readonly inboxes: InboxService;
}>()({
  path: INBOXES,
  access: 'inboxes:write',
  reading: 'inboxes:read',
  item: inbox,
  present: presentInbox,
});

/** Inboxes, addresses, pause, deletion. */
export const inboxOperations = [
  /** Answers 201 also for a known `client_id`, with the inbox that has it and without a password. */
  operation({
    name: 'createInbox',
    summary: 'Create an inbox; everything about it may be left out.',
    input: newInbox,
    output: createdInbox,
    http: { method: 'POST', path: INBOXES, status: 201 },
    creates: true,
    async run({ caller, services }, input) {
      const { imap, ...view } = await services.inboxes.create(caller, fromWire(input));
      return { ...presentInbox(view), ...imap };
    },
  }),

  operation({
    name: 'listInboxes',
    summary: 'List inboxes with the number of their emails, newest first.',
    access: 'inboxes:read',
    input: anyPage,
    output: inboxPage,
    http: { method: 'GET', path: INBOXES },
    async run({ caller, services }, paging) {
      const found = await services.inboxes.list(caller, paging);
      const data = found.data.map((view) => ({
        ...presentInbox(view),
        email_count: view.emailCount,
      }));
      return { ...found, data };
    },
  }),

  get({
    name: 'getInbox',
    summary: 'Get an inbox.',
    input: byId,
    run: ({ caller, services }, { id }) => services.inboxes.get(caller, id),
  }),

  /** Changes the fields that are given; the address never changes. */
  update({
    name: 'updateInbox',
    summary: 'Change the name, status, metadata, expiry, limits or sender lists of an inbox.',
    input: inboxChange,
    run: ({ caller, services }, { id, ...change }) =>
      services.inboxes.update(caller, id, fromWire(change)),
  }),

  /** Answers 204 at once; the bytes are removed by a workflow. */
  operation({
    name: 'deleteInbox',
    summary: 'Delete an inbox and all its emails for ever.',
    input: byId,
    output: z.undefined(),
    http: { method: 'DELETE', path: INBOX, status: 204 },
    async run({ caller, services }, { id }) {
      await services.inboxes.remove(caller, id);
      return undefined;
    },
  }),

  /** Mail keeps coming in, but is not announced; waits and sends answer 503. */
  act('pause', {
    name: 'pauseInbox',
    summary: 'Pause an inbox: its mail is kept but not announced until it is resumed.',
    input: byId,
    tool: { idempotent: true },
    run: ({ caller, services }, { id }) =>
      services.inboxes.update(caller, id, { status: 'PAUSED' }),
  }),

  /** Held mail is announced in the order it came. */
  act('resume', {
    name: 'resumeInbox',
    summary: 'Resume a paused inbox and announce the mail that came meanwhile.',
    input: byId,
    tool: { idempotent: true },
    run: ({ caller, services }, { id }) =>
      services.inboxes.update(caller, id, { status: 'ACTIVE' }),
  }),

  /** The answer is the only one that shows the new password. */
  operation({
    name: 'regenerateImapPassword',
    summary: 'Give an inbox a new IMAP password; the old one stops working at once.',
    input: byId,
    output: imapAccess,
    http: { method: 'POST', path: `${INBOX}/imap-password` },
    tool: { destructive: true },
    run: ({ caller, services }, { id }) => services.inboxes.regenerateImapPassword(caller, id),
  }),
];
