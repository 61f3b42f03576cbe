import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { DeleteInboxInput } from '../../workflows/delete-inbox.js';
import type { ExpireInboxInput } from '../../workflows/expire-inbox.js';
import {
  expiryChanged,
  releaseRequested,
  verificationRequested,
} from '../../workflows/messages.js';
import type { ProcessInboundInput } from '../../workflows/process-inbound.js';
import type { ReleaseMailInput } from '../../workflows/release-mail.js';
import type { VerifySendersInput } from '../../workflows/verify-senders.js';
import type { Log } from '../log.js';
import type { OutboxWork } from './claim.js';
import { isRefused } from './grpc-errors.js';
import type { OutboxWorkflow } from './ids.js';
import { orgIds, resourceIds } from './search-attributes.js';

/** Tells Temporal what stands in the outbox. */
export interface Starter {
  /** Starts, signals or cancels. What Temporal knows already, or no more, counts as told. */
  tell(work: OutboxWork): Promise<void>;
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
}

const inbox = ([inboxId]: readonly string[]) => ({ inboxId: inboxId! });

const INPUTS: { readonly [W in OutboxWorkflow]: (ids: readonly string[]) => Inputs[W] } = {
  processInbound: (emailIds) => ({ emailIds }),
  deleteInbox: inbox,
  expireInbox: inbox,
  releaseMail: inbox,
  verifySenders: () => ({}),
};

// Workflows that may be asked for again while they run: the request reaches one that is about to end.
const WAKE_BY = {
  expireInbox: expiryChanged,
  releaseMail: releaseRequested,
  verifySenders: verificationRequested,
} as const;

const isWoken = (workflow: OutboxWorkflow): workflow is keyof typeof WAKE_BY => workflow in WAKE_BY;

// Milliseconds for Temporal to answer.
const DEADLINE = 5_000;
// Milliseconds to go without search attributes after they were refused.
const WITHOUT_ATTRIBUTES = 60_000;

/** The one place that starts and signals workflows. */
export function createStarter({ client, taskQueue, log }: StarterDeps): Starter {
  const without = { until: 0 };

  const launch = async (work: OutboxWork, attributes: boolean) => {
    const options = startOptions(work, taskQueue, attributes);
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

  const start = async (work: OutboxWork) => {
    const attributes = Date.now() >= without.until;
    try {
      await launch(work, attributes);
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      if (!attributes || !isAboutAttributes(error)) throw error;
      without.until = Date.now() + WITHOUT_ATTRIBUTES;
      log.warn({ reason: (error as Error).cause }, 'search attributes refused: starting without');
      await launch(work, false);
    }
  };

  const tell = async (work: OutboxWork) => {
    if (work.op === 'start') return start(work);
    const handle = client.workflow.getHandle(work.workflowId);
    try {
      if (work.op === 'cancel') await handle.cancel();
      else await handle.signal(work.signal ?? '');
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
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
    isRunning: (workflowId) => soon(() => isRunning(workflowId)),
  };
}

function startOptions(work: OutboxWork, taskQueue: string, attributes: boolean) {
  return {
    taskQueue,
    workflowId: work.workflowId,
    workflowIdReusePolicy: mayRepeat(work) ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
    args: [INPUTS[work.workflow](work.resourceIds)],
    staticSummary: summary(work),
    ...(attributes && { typedSearchAttributes: searchAttributes(work) }),
  } satisfies WorkflowStartOptions;
}

const mayRepeat = ({ workflow, again }: OutboxWork) => again || workflow in WAKE_BY;

const summary = ({ workflow, resourceIds: ids }: OutboxWork) =>
  ids.length === 1 ? `${workflow} ${ids[0]}` : `${workflow} of ${ids.length} emails`;

const searchAttributes = (work: OutboxWork) => [
  { key: orgIds, value: [...work.orgIds] },
  { key: resourceIds, value: [...work.resourceIds, ...(work.inboxId ? [work.inboxId] : [])] },
];

const isAboutAttributes = (error: unknown) =>
  isRefused(error) && /search attribute/i.test(String((error as Error).cause));
