import { apiKeyOperations } from '../resources/api-keys/operations.js';
import { durableWaitOperations } from '../resources/durable-waits/operations.js';
import { emailOperations } from '../resources/emails/operations.js';
import { eventOperations } from '../resources/events/operations.js';
import { inboundOperations } from '../resources/inbound/operations.js';
import { inboxOperations } from '../resources/inboxes/operations.js';
import { limitsOperations } from '../resources/limits/operations.js';
import { listOperations } from '../resources/lists/operations.js';
import { orgOperations } from '../resources/orgs/operations.js';
import { waitOperations } from '../resources/waits/operations.js';
import { webhookOperations } from '../resources/webhooks/operations.js';
import type { AnyOperation } from './operation.js';

/** Everything a client can do: REST routes, OpenAPI and the scope table are read from it. */
export const catalogue: readonly AnyOperation[] = [
  ...orgOperations,
  ...apiKeyOperations,
  ...inboxOperations,
  ...listOperations,
  ...emailOperations,
  ...waitOperations,
  ...durableWaitOperations,
  ...eventOperations,
  ...webhookOperations,
  ...inboundOperations,
  ...limitsOperations,
];
