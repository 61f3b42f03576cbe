import { sendBulkRun } from './resources/bulk/run.js';
import { waitForEmailRun } from './resources/durable-waits/run.js';
import {
  processInboundRun,
  releaseMailRun,
  releaseQuarantinedRun,
  verifySendersRun,
} from './resources/inbound/run.js';
import { deleteInboxRun, expireInboxRun } from './resources/inboxes/run.js';
import { sendEmailRun } from './resources/sending/run.js';
import { deliverInOrderRun, deliverWebhookRun } from './resources/webhooks/run.js';
import { purgeExpiredRun } from './store/retention/run.js';
import type { Run, WorkflowName } from './store/run.js';

/** Every workflow: what starts, wakes, lists and finds runs again is read from it. */
export const RUNS: readonly Run[] = [
  processInboundRun,
  verifySendersRun,
  releaseMailRun,
  releaseQuarantinedRun,
  deleteInboxRun,
  expireInboxRun,
  waitForEmailRun,
  deliverWebhookRun,
  deliverInOrderRun,
  sendEmailRun,
  sendBulkRun,
  purgeExpiredRun,
];

const byName = new Map<string, Run>(RUNS.map((run) => [run.workflow, run]));

/** The run of this name. @throws Error when none is declared. */
export function runOf(workflow: WorkflowName): Run {
  const run = byName.get(workflow);
  if (!run) throw new Error(`No run is declared for ${workflow}`);
  return run;
}
