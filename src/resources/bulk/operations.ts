import { operationWith, type ToolFacts } from '../../operations/operation.js';
import type { BulkChange } from './changes.js';
import { bulk, bulkPath, bulkQuery, newBulk, presentBulk } from './schema.js';
import { LIMITS } from '../../operations/limits.js';
import type { StoredFiles } from '../sending/attached.js';
import type { BulkService } from './service.js';
import { messagesWithContents } from './stored-files.js';

const operation = operationWith<{
  readonly bulk: BulkService;
  readonly emails: { readonly downloads: StoredFiles };
}>();

const BULK = '/v1/send/bulk';
// Bytes of a send route (docs/interface.md, Limits).
const SEND_BODY = LIMITS.body_bytes.send;

/** Answers when all are sent or failed, within `wait` seconds; later it goes on by itself. */
export const sendBulkEmail = operation({
  name: 'sendBulkEmail',
  summary: 'Send up to 100 emails in one request, or one to each contact of a list.',
  access: 'emails:send',
  input: newBulk,
  output: bulk,
  http: { method: 'POST', path: BULK },
  bodyLimit: SEND_BODY,
  creates: true,
  inOneTransaction: false,
  tool: { name: 'send_bulk_email', openWorld: true, names: { contact_list_id: 'list_id' } },
  async run({ caller, services, idempotencyKey, signal }, input) {
    const messages = await messagesWithContents(services.emails.downloads, caller, input.messages);
    const request = { ...input, messages };
    return presentBulk(await services.bulk.send(caller, request, { idempotencyKey, signal }));
  },
});

/** With the results of its messages, in parts. */
export const getBulkSend = operation({
  name: 'getBulkSend',
  summary: 'Get how far a bulk send is and what became of its emails.',
  access: 'emails:send',
  input: bulkQuery,
  output: bulk,
  http: { method: 'GET', path: `${BULK}/:id` },
  tool: { name: 'get_bulk_send', readOnly: true, defaults: { limit: 20 } },
  async run({ caller, services }, { id, ...page }) {
    return presentBulk(await services.bulk.get(caller, id, page));
  },
});

const changing = (what: BulkChange, summary: string, tool: ToolFacts) =>
  operation({
    name: `${what}BulkSend`,
    summary,
    access: 'emails:send',
    input: bulkPath,
    output: bulk,
    http: { method: 'POST', path: `${BULK}/:id/${what}` },
    tool: { idempotent: true, ...tool },
    async run({ caller, services }, { id }) {
      return presentBulk(await services.bulk.change(caller, id, what));
    },
  });

/** What is under way still arrives. */
export const pauseBulkSend = changing(
  'pause',
  'Pause a bulk send: no further email of it leaves until it is resumed.',
  {},
);

/** Where it stopped. */
export const resumeBulkSend = changing('resume', 'Go on with a paused bulk send.', {
  openWorld: true,
});

/** What is under way still arrives. */
export const cancelBulkSend = changing(
  'cancel',
  'Cancel the emails of a bulk send that have not left.',
  { destructive: true },
);

/** Many mails at once. */
export const bulkOperations = [
  sendBulkEmail,
  getBulkSend,
  pauseBulkSend,
  resumeBulkSend,
  cancelBulkSend,
];
