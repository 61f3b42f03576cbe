import { byId } from '../../operations/shapes.js';
import type { ToolFacts } from '../../operations/operation.js';
import { operationsOn } from '../../operations/resource-operations.js';
import type { BulkChange } from './changes.js';
import { bulk, bulkQuery, newBulk, presentBulk } from './schema.js';
import { LIMITS } from '../../operations/limits.js';
import type { StoredFiles } from '../sending/attached.js';
import type { BulkService } from './service.js';
import { messagesWithContents } from './stored-files.js';

const BULK = '/v1/send/bulk';

const { create, get, act } = operationsOn<{
  readonly bulk: BulkService;
  readonly emails: { readonly downloads: StoredFiles };
}>()({
  path: BULK,
  access: 'emails:send',
  item: bulk,
  present: presentBulk,
});

const changing = (what: BulkChange, summary: string, tool: ToolFacts) =>
  act(what, {
    name: `${what}BulkSend`,
    summary,
    input: byId,
    tool: { idempotent: true, ...tool },
    run: ({ caller, services }, { id }) => services.bulk.change(caller, id, what),
  });

/** Many mails at once. */
export const bulkOperations = [
  /** Answers when all are sent or failed, within `wait` seconds; later it goes on by itself. */
  create({
    name: 'sendBulkEmail',
    summary: 'Send up to 100 emails in one request, or one to each contact of a list.',
    input: newBulk,
    http: { method: 'POST', path: BULK },
    bodyLimit: LIMITS.body_bytes.send,
    inOneTransaction: false,
    tool: { openWorld: true, names: { contact_list_id: 'list_id' } },
    async run({ caller, services, idempotencyKey, signal }, input) {
      const { downloads } = services.emails;
      const messages = await messagesWithContents(downloads, caller, input.messages);
      return services.bulk.send(caller, { ...input, messages }, { idempotencyKey, signal });
    },
  }),

  /** With the results of its messages, in parts. */
  get({
    name: 'getBulkSend',
    summary: 'Get how far a bulk send is and what became of its emails.',
    input: bulkQuery,
    tool: { defaults: { limit: 20 } },
    run: ({ caller, services }, { id, ...page }) => services.bulk.get(caller, id, page),
  }),

  /** What is under way still arrives. */
  changing('pause', 'Pause a bulk send: no further email of it leaves until it is resumed.', {}),

  /** Where it stopped. */
  changing('resume', 'Go on with a paused bulk send.', { openWorld: true }),

  /** What is under way still arrives. */
  changing('cancel', 'Cancel the emails of a bulk send that have not left.', { destructive: true }),
];
