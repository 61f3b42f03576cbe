import { z } from 'zod';
import { operationsOn } from '../../operations/resource-operations.js';
import { withFiles, type StoredFiles } from '../sending/attached.js';
import { sendResult, presentSend } from '../sending/schema.js';
import {
  draft,
  draftChange,
  draftSending,
  listedDraft,
  newDraft,
  presentDraft,
  presentListedDraft,
} from './schema.js';
import { byId, idOf, page, paging } from '../../operations/shapes.js';
import { LIMITS } from '../../operations/limits.js';
import type { DraftService } from './service.js';

const DRAFTS = '/v1/drafts';
const DRAFT = `${DRAFTS}/:id` as const;

const { operation, create, get, update, remove } = operationsOn<{
  readonly drafts: DraftService;
  readonly emails: { readonly downloads: StoredFiles };
}>()({
  path: DRAFTS,
  access: 'emails:send',
  item: draft,
  present: presentDraft,
});

/** Mails that are not sent yet. */
export const draftOperations = [
  /** Whatever is missing is asked for when it is sent. */
  create({
    name: 'createDraft',
    summary: 'Keep an email, complete or not, to be changed and sent later.',
    input: newDraft,
    bodyLimit: LIMITS.body_bytes.send,
    run: async (context, input) =>
      context.services.drafts.create(context.caller, await withFiles(context, input)),
  }),

  /** Those of inboxes the key may use. */
  operation({
    name: 'listDrafts',
    summary: 'List drafts without their texts, newest first.',
    input: z.object({ inbox_id: idOf('inbox').optional(), ...paging }),
    output: page(listedDraft),
    http: { method: 'GET', path: DRAFTS },
    async run({ caller, services }, { inbox_id: inboxId, ...paging }) {
      const found = await services.drafts.list(caller, inboxId, paging);
      return { ...found, data: found.data.map(presentListedDraft) };
    },
  }),

  /** Of its attachments all but the bytes. */
  get({
    name: 'getDraft',
    summary: 'Get a draft.',
    input: byId,
    run: ({ caller, services }, { id }) => services.drafts.get(caller, id),
  }),

  /** A field that is given takes the place of what was there. */
  update({
    name: 'updateDraft',
    summary: 'Change fields of a draft; null takes one away.',
    input: draftChange,
    bodyLimit: LIMITS.body_bytes.send,
    run: async (context, { id, ...change }) =>
      context.services.drafts.update(context.caller, id, await withFiles(context, change)),
  }),

  /** One that was sent is gone already. */
  remove({
    name: 'deleteDraft',
    summary: 'Delete a draft.',
    input: byId,
    run: ({ caller, services }, { id }) => services.drafts.remove(caller, id),
  }),

  /** As `sendEmail`, or as `replyToEmail` where it answers one; the draft is gone then. */
  operation({
    name: 'sendDraft',
    summary: 'Send a draft, once.',
    input: draftSending,
    output: sendResult,
    http: { method: 'POST', path: `${DRAFT}/send` },
    tool: { openWorld: true },
    creates: true,
    inOneTransaction: false,
    run: async ({ caller, services, idempotencyKey, signal }, { id, ...how }) =>
      presentSend(await services.drafts.send(caller, id, how, { idempotencyKey, signal })),
  }),
];
