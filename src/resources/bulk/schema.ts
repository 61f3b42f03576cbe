import { z } from 'zod';
import { firstProblem, predicateOf } from '../../operations/problems.js';
import { readBySchema } from '../../operations/unknown-members.js';
import {
  atMost,
  byId,
  idOf,
  paging,
  plainText,
  timestamp,
  untrusted,
  whole,
} from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import { contents, mailboxes, newMessage } from '../sending/schema.js';
import { SEND_STATUSES } from '../../store/vocabulary.js';
import { VARIABLE_NAME } from './template.js';
import type { BulkView } from './views.js';
import { LIMITS } from '../../operations/limits.js';

// Seconds (docs/interface.md, Bulk).
const MAX_WAIT_SECONDS = 60;
const DEFAULT_WAIT_SECONDS = 25;
const MAX_REF = 200;
const MAX_VARIABLES = 50;
const MAX_VALUE = 10_000;

const variableName = z
  .string()
  .regex(VARIABLE_NAME, 'must be named with letters, digits and _, and no digit in front');

const variables = z
  .record(variableName, z.union([z.string().max(MAX_VALUE), z.number(), z.boolean()]))
  .refine(...atMost(MAX_VARIABLES, 'members'))
  .describe('Fill {{name}} in subject, text and html; escaped in html.');

const shared = {
  subject: newMessage.shape.subject.optional(),
  text: contents.text,
  html: contents.html,
  cc: mailboxes.optional(),
};

/** What messages have that say nothing else themselves. */
const defaults = z.object({
  ...shared,
  reply_to: mailboxes.optional(),
  headers: contents.headers,
});

const clientRef = plainText(MAX_REF).describe('Yours: comes back with the result.');

/** One of many messages. */
export const bulkMessage = z.object({
  inbox_id: idOf('inbox').optional(),
  to: mailboxes,
  ...shared,
  bcc: mailboxes.optional(),
  attachments: contents.attachments,
  variables: variables.optional(),
  client_ref: clientRef.optional(),
});

/** A message that can be read, or what is wrong with it. */
export type ParsedMessage =
  | { readonly message: z.output<typeof bulkMessage> }
  | { readonly problem: string; readonly clientRef: string | null };

// One that is wrong does not make the others wrong: it becomes a result.
const givenMessage = readBySchema(
  z
    .unknown()
    .transform((given): ParsedMessage => {
      const read = bulkMessage.safeParse(given, { error: predicateOf });
      if (read.success) return { message: read.data };
      const isMessage = typeof given === 'object' && given !== null;
      const problem = isMessage ? firstProblem(read.error, given) : 'A message must be an object';
      return { problem, clientRef: refOf(given) };
    })
    .meta({
      override: ({ jsonSchema }: { jsonSchema: object }) => {
        const shape = z.toJSONSchema(bulkMessage, { io: 'input' });
        delete shape.$schema;
        Object.assign(jsonSchema, shape);
      },
    }),
  bulkMessage,
);

const refOf = (given: unknown): string | null => {
  const { client_ref: ref } = Object(given) as { client_ref?: unknown };
  return clientRef.safeParse(ref).data ?? null;
};

/** Many messages, or one for each contact of a list. */
export const newBulk = z.object({
  inbox_id: idOf('inbox').optional().describe('Sends the messages that name none.'),
  defaults: defaults.optional(),
  messages: z
    .array(givenMessage)
    .min(1)
    .max(LIMITS.messages_per_bulk)
    .optional()
    .describe('What is missing in a message is taken from defaults.'),
  contact_list_id: idOf('contact list')
    .optional()
    .describe(
      'In place of messages: defaults go to each subscribed contact, filled with its variables, {{address}} and {{name}}.',
    ),
  mode: z
    .enum(['partial', 'all_or_nothing'], { error: 'must be partial or all_or_nothing' })
    .default('partial')
    .describe('What becomes of the others when a message is refused: they are sent, or not.'),
  wait: whole(0, MAX_WAIT_SECONDS)
    .default(DEFAULT_WAIT_SECONDS)
    .describe('Seconds that the answer may wait for the end.'),
});

/** A bulk send and a part of its results. */
export const bulkQuery = byId.extend({
  ...paging,
  limit: whole(1, LIMITS.page_size.max).default(LIMITS.messages_per_bulk),
});

/** The states of a bulk send. */
const BULK_STATUSES = ['RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const;

/** The state of a bulk send. */
export type BulkStatus = (typeof BULK_STATUSES)[number];

const bulkResult = z.object({
  index: z.number().int(),
  client_ref: z.string().nullable().describe('The address, in mail to a contact list.'),
  ok: z.boolean(),
  email_id: z.string().nullable().describe('Null for a message that was rejected.'),
  message_id: z.string().nullable(),
  provider_message_id: untrusted(z.string().nullable()),
  provider: z.string().nullable(),
  status: z.enum([...SEND_STATUSES, 'rejected']),
  error: untrusted(z.string().nullable()),
});

/** What became of a message so far. */
export type BulkResult = Omit<z.input<typeof bulkResult>, 'ok'>;

/** How far a bulk send is, and what became of its messages. */
export const bulk = z.object({
  id: z.string(),
  status: z.enum(BULK_STATUSES),
  total: z.number().int(),
  accepted: z
    .number()
    .int()
    .describe('Grows until mail to a contact list was made for all contacts.'),
  rejected: z.number().int().describe('Messages that were wrong or may not be sent.'),
  approval_id: z
    .string()
    .nullable()
    .describe('What mails of it wait for before they leave, or waited for.'),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
  results: z.array(bulkResult).describe('In the order of the messages, at most 100 at a time.'),
  cursor: z.string().nullable(),
  has_more: z.boolean(),
});

// What is under way may still be sent.
const OK = new Set<string>(['awaiting_approval', 'queued', 'sending', 'sent']);

/** A bulk send as clients see it. */
export const presentBulk = (view: BulkView): z.input<typeof bulk> => ({
  ...toWire(view),
  results: view.results.map((result) => ({ ...result, ok: OK.has(result.status) })),
  has_more: view.cursor !== null,
});
