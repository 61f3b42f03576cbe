import { aiConfigOperations } from './resources/ai-config/operations.js';
import { describeEmailsRun } from './resources/ai-config/run.js';
import { aiConfigTables } from './resources/ai-config/tables.js';
import { apiKeyOperations } from './resources/api-keys/operations.js';
import { apiKeyTables } from './resources/api-keys/tables.js';
import { approvalOperations } from './resources/approvals/operations.js';
import { awaitApprovalRun } from './resources/approvals/run.js';
import { approvalTables } from './resources/approvals/tables.js';
import { browserSessionOperations } from './resources/browser-sessions/operations.js';
import { browserSessionTables } from './resources/browser-sessions/tables.js';
import { bulkOperations } from './resources/bulk/operations.js';
import { sendBulkRun } from './resources/bulk/run.js';
import { bulkTables } from './resources/bulk/tables.js';
import { contactListOperations } from './resources/contact-lists/operations.js';
import { contactListTables } from './resources/contact-lists/tables.js';
import { credentialOperations } from './resources/credentials/operations.js';
import { credentialTables } from './resources/credentials/tables.js';
import { domainOperations } from './resources/domains/operations.js';
import { verifyDomainRun } from './resources/domains/run.js';
import { domainTables } from './resources/domains/tables.js';
import { draftOperations } from './resources/drafts/operations.js';
import { draftTables } from './resources/drafts/tables.js';
import { durableWaitOperations } from './resources/durable-waits/operations.js';
import { waitForEmailRun } from './resources/durable-waits/run.js';
import { durableWaitTables } from './resources/durable-waits/tables.js';
import { emailOperations } from './resources/emails/operations.js';
import { emailTables } from './resources/emails/tables.js';
import { eventOperations } from './resources/events/operations.js';
import { eventTables } from './resources/events/tables.js';
import { inboundOperations } from './resources/inbound/operations.js';
import {
  processInboundRun,
  releaseMailRun,
  releaseQuarantinedRun,
  verifySendersRun,
} from './resources/inbound/run.js';
import { inboundTables } from './resources/inbound/tables.js';
import { inboxOperations } from './resources/inboxes/operations.js';
import { deleteInboxRun, expireInboxRun } from './resources/inboxes/run.js';
import { inboxTables } from './resources/inboxes/tables.js';
import { limitsOperations } from './resources/limits/operations.js';
import { listOperations } from './resources/lists/operations.js';
import { listTables } from './resources/lists/tables.js';
import { oauthOperations } from './resources/oauth/operations.js';
import { oauthTables } from './resources/oauth/tables.js';
import { orgOperations } from './resources/orgs/operations.js';
import { orgTables } from './resources/orgs/tables.js';
import { questionOperations } from './resources/questions/operations.js';
import { answerQuestionRun } from './resources/questions/run.js';
import { questionTables } from './resources/questions/tables.js';
import { routingOperations } from './resources/routing/operations.js';
import { routingTables } from './resources/routing/tables.js';
import { sendingOperations } from './resources/sending/operations.js';
import { sendEmailRun } from './resources/sending/run.js';
import { sendingTables } from './resources/sending/tables.js';
import { smtpConfigOperations } from './resources/smtp-configs/operations.js';
import { smtpConfigTables } from './resources/smtp-configs/tables.js';
import { suppressionOperations } from './resources/suppressions/operations.js';
import { suppressionTables } from './resources/suppressions/tables.js';
import { taskOperations } from './resources/tasks/operations.js';
import { runAgentTaskRun } from './resources/tasks/run.js';
import { taskTables } from './resources/tasks/tables.js';
import { threadOperations } from './resources/threads/operations.js';
import { threadTables } from './resources/threads/tables.js';
import { toolSessionTables } from './resources/tool-sessions/tables.js';
import { waitOperations } from './resources/waits/operations.js';
import { waitTables } from './resources/waits/tables.js';
import { webhookOperations } from './resources/webhooks/operations.js';
import { deliverInOrderRun, deliverWebhookRun } from './resources/webhooks/run.js';
import { webhookTables } from './resources/webhooks/tables.js';
import { OTHER_TABLES } from './store/other-tables.js';
import { upgradeEmailsRun } from './resources/emails/run.js';
import { purgeExpiredRun } from './store/retention/run.js';
import type { Run, WorkflowName } from './store/run.js';
import type { Table } from './store/tables.js';

// What there is: a resource adds its operations, its tables and its runs here, and nowhere else.

/**
 * Everything a client can do: REST routes, OpenAPI and the scope table are read from it. Where front ends are
 * composed the compiler checks that there is every service that an operation asks for.
 */
export const catalogue = [
  ...orgOperations,
  ...apiKeyOperations,
  ...oauthOperations,
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
  ...taskOperations,
  ...approvalOperations,
  ...questionOperations,
  ...eventOperations,
  ...webhookOperations,
  ...routingOperations,
  ...smtpConfigOperations,
  ...domainOperations,
  ...contactListOperations,
  ...credentialOperations,
  ...browserSessionOperations,
  ...aiConfigOperations,
  ...inboundOperations,
  ...limitsOperations,
];

/** Every table: in this order their rows go, so what others depend on comes behind those. */
export const TABLES: readonly Table[] = [
  ...orgTables,
  ...apiKeyTables,
  ...oauthTables,
  ...inboxTables,
  ...listTables,
  ...emailTables,
  ...inboundTables,
  ...threadTables,
  ...waitTables,
  ...durableWaitTables,
  ...approvalTables,
  ...questionTables,
  ...taskTables,
  ...eventTables,
  ...webhookTables,
  ...sendingTables,
  ...bulkTables,
  ...draftTables,
  ...smtpConfigTables,
  ...domainTables,
  ...contactListTables,
  ...credentialTables,
  ...browserSessionTables,
  ...aiConfigTables,
  ...suppressionTables,
  ...routingTables,
  ...toolSessionTables,
  ...OTHER_TABLES,
];

/** Every workflow: what starts, wakes, lists and finds runs again is read from it. */
export const RUNS: readonly Run[] = [
  processInboundRun,
  verifySendersRun,
  releaseMailRun,
  releaseQuarantinedRun,
  deleteInboxRun,
  expireInboxRun,
  waitForEmailRun,
  runAgentTaskRun,
  awaitApprovalRun,
  answerQuestionRun,
  describeEmailsRun,
  deliverWebhookRun,
  deliverInOrderRun,
  sendEmailRun,
  sendBulkRun,
  verifyDomainRun,
  purgeExpiredRun,
  upgradeEmailsRun,
];

const byName = new Map<string, Run>(RUNS.map((run) => [run.workflow, run]));

/** The run of this name. @throws Error when none is declared. */
export function runOf(workflow: WorkflowName): Run {
  const run = byName.get(workflow);
  if (!run) throw new Error(`No run is declared for ${workflow}`);
  return run;
}
