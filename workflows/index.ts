// The worker bundles this module: what is exported here is a workflow.
export { deleteInbox } from './delete-inbox.js';
export { deliverInOrder } from './deliver-in-order.js';
export { deliverWebhook } from './deliver-webhook.js';
export { expireInbox } from './expire-inbox.js';
export { processInbound } from './process-inbound.js';
export { purgeExpired } from './purge-expired.js';
export { releaseMail } from './release-mail.js';
export { releaseQuarantined } from './release-quarantined.js';
export { sendBulk } from './send-bulk.js';
export { sendEmail } from './send-email.js';
export { verifySenders } from './verify-senders.js';
export { waitForEmail } from './wait-for-email.js';
