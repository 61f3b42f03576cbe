import { z } from 'zod';
import { fromWire } from '../../operations/wire.js';
import { operationWith } from '../../operations/operation.js';
import {
  createdInbox,
  imapAccess,
  inbox,
  inboxChange,
  inboxPage,
  inboxPath,
  inboxQuery,
  newInbox,
  presentInbox,
} from './schema.js';
import type { InboxService } from './service.js';

const operation = operationWith<{ readonly inboxes: InboxService }>();

const INBOXES = '/v1/inboxes';
const INBOX = `${INBOXES}/:id` as const;

/** Answers 201 also for a known `client_id`, with the inbox that has it and without a password. */
export const createInbox = operation({
  name: 'createInbox',
  summary: 'Create an inbox; everything about it may be left out.',
  access: 'inboxes:write',
  input: newInbox,
  output: createdInbox,
  http: { method: 'POST', path: INBOXES, status: 201 },
  creates: true,
  tool: { name: 'create_inbox' },
  async run({ caller, services }, input) {
    const { imap, ...view } = await services.inboxes.create(caller, fromWire(input));
    return { ...presentInbox(view), ...imap };
  },
});

const listInboxes = operation({
  name: 'listInboxes',
  summary: 'List inboxes with the number of their emails, newest first.',
  access: 'inboxes:read',
  input: inboxQuery,
  output: inboxPage,
  http: { method: 'GET', path: INBOXES },
  tool: { name: 'list_inboxes', readOnly: true },
  async run({ caller, services }, paging) {
    const found = await services.inboxes.list(caller, paging);
    const data = found.data.map((view) => ({
      ...presentInbox(view),
      email_count: view.emailCount,
    }));
    return { ...found, data };
  },
});

const getInbox = operation({
  name: 'getInbox',
  summary: 'Get an inbox.',
  access: 'inboxes:read',
  input: inboxPath,
  output: inbox,
  http: { method: 'GET', path: INBOX },
  tool: { name: 'get_inbox', readOnly: true },
  async run({ caller, services }, { id }) {
    return presentInbox(await services.inboxes.get(caller, id));
  },
});

/** Changes the fields that are given; the address never changes. */
export const updateInbox = operation({
  name: 'updateInbox',
  summary: 'Change the name, status, metadata, expiry, limits or sender lists of an inbox.',
  access: 'inboxes:write',
  input: inboxChange,
  output: inbox,
  http: { method: 'PATCH', path: INBOX },
  tool: { name: 'update_inbox' },
  async run({ caller, services }, { id, ...change }) {
    return presentInbox(await services.inboxes.update(caller, id, fromWire(change)));
  },
});

/** Answers 204 at once; the bytes are removed by a workflow. */
export const deleteInbox = operation({
  name: 'deleteInbox',
  summary: 'Delete an inbox and all its emails for ever.',
  access: 'inboxes:write',
  input: inboxPath,
  output: z.undefined(),
  http: { method: 'DELETE', path: INBOX, status: 204 },
  tool: { name: 'delete_inbox', destructive: true },
  async run({ caller, services }, { id }) {
    await services.inboxes.remove(caller, id);
    return undefined;
  },
});

/** Mail keeps coming in, but is not announced; waits and sends answer 503. */
export const pauseInbox = operation({
  name: 'pauseInbox',
  summary: 'Pause an inbox: its mail is kept but not announced until it is resumed.',
  access: 'inboxes:write',
  input: inboxPath,
  output: inbox,
  http: { method: 'POST', path: `${INBOX}/pause` },
  tool: { name: 'pause_inbox', idempotent: true },
  async run({ caller, services }, { id }) {
    return presentInbox(await services.inboxes.update(caller, id, { status: 'PAUSED' }));
  },
});

/** Held mail is announced in the order it came. */
export const resumeInbox = operation({
  name: 'resumeInbox',
  summary: 'Resume a paused inbox and announce the mail that came meanwhile.',
  access: 'inboxes:write',
  input: inboxPath,
  output: inbox,
  http: { method: 'POST', path: `${INBOX}/resume` },
  tool: { name: 'resume_inbox', idempotent: true },
  async run({ caller, services }, { id }) {
    return presentInbox(await services.inboxes.update(caller, id, { status: 'ACTIVE' }));
  },
});

/** The answer is the only one that shows the new password. */
export const regenerateImapPassword = operation({
  name: 'regenerateImapPassword',
  summary: 'Give an inbox a new IMAP password; the old one stops working at once.',
  access: 'inboxes:write',
  input: inboxPath,
  output: imapAccess,
  http: { method: 'POST', path: `${INBOX}/imap-password` },
  tool: { name: 'regenerate_imap_password', destructive: true },
  async run({ caller, services }, { id }) {
    return services.inboxes.regenerateImapPassword(caller, id);
  },
});

/** Inboxes, addresses, pause, deletion. */
export const inboxOperations = [
  createInbox,
  listInboxes,
  getInbox,
  updateInbox,
  deleteInbox,
  pauseInbox,
  resumeInbox,
  regenerateImapPassword,
];
