import { apiKeyOperations } from './resources/api-keys/operations.js';
import { bulkOperations } from './resources/bulk/operations.js';
import { contactListOperations } from './resources/contact-lists/operations.js';
import { draftOperations } from './resources/drafts/operations.js';
import { durableWaitOperations } from './resources/durable-waits/operations.js';
import { emailOperations } from './resources/emails/operations.js';
import { eventOperations } from './resources/events/operations.js';
import { inboundOperations } from './resources/inbound/operations.js';
import { inboxOperations } from './resources/inboxes/operations.js';
import { limitsOperations } from './resources/limits/operations.js';
import { listOperations } from './resources/lists/operations.js';
import { orgOperations } from './resources/orgs/operations.js';
import { routingOperations } from './resources/routing/operations.js';
import { smtpConfigOperations } from './resources/smtp-configs/operations.js';
import { suppressionOperations } from './resources/suppressions/operations.js';
import { sendingOperations } from './resources/sending/operations.js';
import { threadOperations } from './resources/threads/operations.js';
import { waitOperations } from './resources/waits/operations.js';
import { webhookOperations } from './resources/webhooks/operations.js';

/**
 * Everything a client can do: REST routes, OpenAPI and the scope table are read from it. Where front ends are
 * composed the compiler checks that there is every service that an operation asks for.
 */
export const catalogue = [
  ...orgOperations,
  ...apiKeyOperations,
  ...inboxOperations,
  ...listOperations,
  ...suppressionOperations,
  ...emailOperations,
  ...threadOperations,
  ...sendingOperations,
  ...draftOperations,
  ...bulkOperations,
  ...waitOperations,
  ...durableWaitOperations,
  ...eventOperations,
  ...webhookOperations,
  ...routingOperations,
  ...smtpConfigOperations,
  ...contactListOperations,
  ...inboundOperations,
  ...limitsOperations,
];
