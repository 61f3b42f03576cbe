import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { DeleteInboxInput } from '../../workflows/delete-inbox.js';
import type { DeliverInOrderInput } from '../../workflows/deliver-in-order.js';
import type { DeliverWebhookInput } from '../../workflows/deliver-webhook.js';
import type { ExpireInboxInput } from '../../workflows/expire-inbox.js';
import {
  deliveriesAdded,
  expiryChanged,
  releaseRequested,
  verificationRequested,
} from '../../workflows/messages.js';
import type { ProcessInboundInput } from '../../workflows/process-inbound.js';
import type { ReleaseMailInput } from '../../workflows/release-mail.js';
import type { SendBulkInput } from '../../workflows/send-bulk.js';
import type { SendEmailInput } from '../../workflows/send-email.js';
import type { VerifySendersInput } from '../../workflows/verify-senders.js';
import type { WaitForEmailInput } from '../../workflows/wait-for-email.js';
import type { Log } from '../log.js';
import type { OutboxWork } from './work.js';
import type { DeliveryRun } from './work.js';
import { isRefused } from './grpc-errors.js';
import type { OutboxWorkflow } from '../store/run-ids.js';
import { orgIds, resourceIds } from './search-attributes.js';

/** Tells Temporal what stands in the outbox. */
export interface Starter {
  /**
   * Starts, signals or cancels. What Temporal knows already, or no more, counts as told; but a
   * signal that is to be told again starts its run where it is lost.
   */
  tell(work: OutboxWork): Promise<void>;
  /** Starts a run that makes deliveries; one that is open already counts. */
  deliver(run: DeliveryRun): Promise<void>;
  /** Whether a run of this id is open. */
  isRunning(workflowId: string): Promise<boolean>;
}

/** What a starter needs. */
export interface StarterDeps {
  /** On the connection of this process's worker: its runs then begin without a way through the queue. */
  readonly client: Client;
  readonly taskQueue: string;
  readonly log: Log;
}

interface Inputs {
  readonly processInbound: ProcessInboundInput;
  readonly deleteInbox: DeleteInboxInput;
  readonly expireInbox: ExpireInboxInput;
  readonly releaseMail: ReleaseMailInput;
  readonly verifySenders: VerifySendersInput;
  readonly deliverInOrder: DeliverInOrderInput;
  readonly waitForEmail: WaitForEmailInput;
  readonly sendEmail: SendEmailInput;
  readonly sendBulk: SendBulkInput;
}

const inbox = ([inboxId]: readonly string[]) => ({ inboxId: inboxId! });

type ToInput<Input> = (ids: readonly string[], orgIds: readonly string[]) => Input;

const INPUTS: { readonly [W in OutboxWorkflow]: ToInput<Inputs[W]> } = {
  processInbound: (emailIds) => ({ emailIds }),
  deleteInbox: inbox,
  expireInbox: inbox,
  releaseMail: inbox,
  verifySenders: () => ({}),
  deliverInOrder: ([webhookId]) => ({ webhookId: webhookId! }),
  waitForEmail: ([waitId]) => ({ waitId: waitId! }),
  sendEmail: ([emailId], [orgId]) => ({ emailId: emailId!, orgId: orgId! }),
  sendBulk: ([bulkId], [orgId]) => ({ bulkId: bulkId!, orgId: orgId! }),
};

// Workflows that may be asked for again while they run: the request reaches one that is about to end.
const WAKE_BY = {
  expireInbox: expiryChanged,
  releaseMail: releaseRequested,
  verifySenders: verificationRequested,
  deliverInOrder: deliveriesAdded,
} as const;

const isWoken = (workflow: OutboxWorkflow): workflow is keyof typeof WAKE_BY => workflow in WAKE_BY;

// Runs that let others go first where tasks wait; 3 unless said otherwise.
const PRIORITIES: { readonly [W in OutboxWorkflow]?: number } = { sendBulk: 4 };

// Milliseconds for Temporal to answer.
const DEADLINE = 5_000;
// Milliseconds to go without search attributes after they were refused.
const WITHOUT_ATTRIBUTES = 60_000;

/** The one place that starts and signals workflows. */
export function createStarter({ client, taskQueue, log }: StarterDeps): Starter {
  const without = { until: 0 };

  const launch = async (work: OutboxWork, attributes: boolean) => {
    const options = startOptions(outboxRun(work), taskQueue, attributes);
    if (isWoken(work.workflow)) {
      const signal = WAKE_BY[work.workflow];
      await client.workflow.signalWithStart(work.workflow, { ...options, signal, signalArgs: [] });
    } else {
      await client.workflow.start(work.workflow, {
        ...options,
        requestEagerStart: true,
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
    }
  };

  const launchDelivery = async (run: DeliveryRun, attributes: boolean) => {
    await client.workflow.start('deliverWebhook', {
      ...startOptions(deliveryRun(run), taskQueue, attributes),
      requestEagerStart: true,
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
  };

  const start = async (launch: (attributes: boolean) => Promise<void>) => {
    const attributes = Date.now() >= without.until;
    try {
      await launch(attributes);
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      if (!attributes || !isAboutAttributes(error)) throw error;
      without.until = Date.now() + WITHOUT_ATTRIBUTES;
      log.warn({ reason: (error as Error).cause }, 'search attributes refused: starting without');
      await launch(false);
    }
  };

  const tell = async (work: OutboxWork) => {
    if (work.op === 'start') return start((attributes) => launch(work, attributes));
    const handle = client.workflow.getHandle(work.workflowId);
    try {
      if (work.op === 'cancel') await handle.cancel();
      else await handle.signal(work.signal ?? '');
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      // A run that is lost begins anew where the row allows it.
      if (work.op === 'signal' && work.again) await start((attributes) => launch(work, attributes));
    }
  };

  const isRunning = async (workflowId: string) => {
    try {
      return (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  };

  const soon = <T>(work: () => Promise<T>) => client.withDeadline(Date.now() + DEADLINE, work);
  return {
    tell: (work) => soon(() => tell(work)),
    deliver: (run) => soon(() => start((attributes) => launchDelivery(run, attributes))),
    isRunning: (workflowId) => soon(() => isRunning(workflowId)),
  };
}

/** What a start needs to be told, whatever it starts. */
interface NewRun {
  readonly workflowId: string;
  readonly input: object;
  /** Whether it may be started again after it has ended. */
  readonly repeats: boolean;
  readonly summary: string;
  readonly orgIds: readonly string[];
  readonly resourceIds: readonly string[];
  readonly priority?: number | undefined;
}

const startOptions = (run: NewRun, taskQueue: string, attributes: boolean) =>
  ({
    taskQueue,
    workflowId: run.workflowId,
    workflowIdReusePolicy: run.repeats ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
    args: [run.input],
    staticSummary: run.summary,
    ...(run.priority !== undefined && { priority: { priorityKey: run.priority } }),
    ...(attributes && {
      typedSearchAttributes: [
        { key: orgIds, value: [...run.orgIds] },
        { key: resourceIds, value: [...run.resourceIds] },
      ],
    }),
  }) satisfies WorkflowStartOptions;

const outboxRun = (work: OutboxWork): NewRun => ({
  input: INPUTS[work.workflow](work.resourceIds, work.orgIds),
  repeats: work.again || work.workflow in WAKE_BY,
  summary: summary(work.workflow, work.resourceIds, 'emails'),
  priority: PRIORITIES[work.workflow],
  ...work,
  resourceIds: [...work.resourceIds, ...(work.inboxId ? [work.inboxId] : [])],
});

const deliveryRun = (run: DeliveryRun): NewRun => {
  const { deliveries } = run;
  const input: DeliverWebhookInput = { deliveries };
  const ids = deliveries.map(({ id }) => id);
  // Its rows say what is left to do, whatever an earlier run did.
  return { input, repeats: true, summary: summary('deliverWebhook', ids, 'deliveries'), ...run };
};

const summary = (workflow: string, ids: readonly string[], what: string) =>
  ids.length === 1 ? `${workflow} ${ids[0]}` : `${workflow} of ${ids.length} ${what}`;

const isAboutAttributes = (error: unknown) =>
  isRefused(error) && /search attribute/i.test(String((error as Error).cause));
