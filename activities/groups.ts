// Written by `npm run docs`.
export { bulkActivities } from './bulks.js';
export { inboundActivities } from './inbound.js';
export { inboxActivities } from './inboxes.js';
export { retentionActivities } from './retention.js';
export { sendingActivities } from './sending.js';
export { waitActivities } from './waits.js';
export { webhookActivities } from './webhooks.js';
