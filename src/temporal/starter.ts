import {
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { deliverWebhookRun, type DeliverWebhookInput } from '../resources/webhooks/run.js';
import { runOf } from '../catalogue.js';
import type { Log } from '../log.js';
import { installationRunId } from './queues.js';
import type { DeliveryRun, OutboxWork } from './work.js';
import type { RunInputs, WorkflowName } from '../store/run.js';
import { orgIds, phase, resourceIds } from './search-attributes.js';

interface StarterDeps {
  /** On the connection of this process's worker: its runs then begin without a way through the queue. */
  readonly client: Client;
  readonly taskQueue: string;
  readonly log: Log;
}

// Milliseconds for Temporal to answer.
const DEADLINE_MS = 5_000;
// Milliseconds to go without search attributes after they were refused.
const WITHOUT_ATTRIBUTES_MS = 60_000;

/** The one place that starts and signals workflows. */
export class Starter {
  private withoutAttributesUntil = 0;

  constructor(private readonly deps: StarterDeps) {}

  /**
   * Starts, signals or cancels. What Temporal knows already, or no more, counts as told; but a
   * signal that is to be told again starts its run where it is lost.
   */
  tell(work: OutboxWork): Promise<void> {
    return this.soon(() => this.tellNow(work));
  }

  /** Starts a run that makes deliveries; one that is open already counts. */
  deliver(run: DeliveryRun): Promise<void> {
    return this.soon(() => this.start(deliveryRun(run)));
  }

  /** Whether a run of this id is open. */
  isRunning(workflowId: string): Promise<boolean> {
    return this.soon(async () => {
      try {
        const { status } = await this.deps.client.workflow.getHandle(workflowId).describe();
        return status.name === 'RUNNING';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    });
  }

  private soon<T>(work: () => Promise<T>): Promise<T> {
    return this.deps.client.withDeadline(Date.now() + DEADLINE_MS, work);
  }

  private async tellNow(work: OutboxWork): Promise<void> {
    const workflowId = this.workflowIdOf(work);
    if (work.op === 'start') return this.start(outboxRun(work, workflowId));
    const handle = this.deps.client.workflow.getHandle(workflowId);
    try {
      if (work.op === 'cancel') await handle.cancel();
      else await handle.signal(work.signal ?? '', ...argsOf(work));
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      // A run that is lost begins anew where the row allows it.
      if (work.op === 'signal' && work.again) await this.start(outboxRun(work, workflowId));
    }
  }

  /** Another installation that shares the namespace has a run of its own for all rows. */
  private workflowIdOf({ workflow, workflowId }: OutboxWork): string {
    return runOf(workflow).isForAll ? installationRunId(workflow, this.deps.taskQueue) : workflowId;
  }

  private async start(run: NewRun): Promise<void> {
    const hasAttributes = Date.now() >= this.withoutAttributesUntil;
    try {
      await this.launch(run, hasAttributes);
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      if (!hasAttributes || !isAboutAttributes(error)) throw error;
      this.withoutAttributesUntil = Date.now() + WITHOUT_ATTRIBUTES_MS;
      const reason = (error as Error).cause;
      this.deps.log.warn({ reason }, 'search attributes refused: starting without');
      await this.launch(run, false);
    }
  }

  private async launch(run: NewRun, hasAttributes: boolean): Promise<void> {
    const { client, taskQueue } = this.deps;
    const options = startOptions(run, taskQueue, hasAttributes);
    const { wakeBy: signal } = runOf(run.workflow);
    if (signal !== undefined)
      await client.workflow.signalWithStart(run.workflow, {
        ...options,
        signal,
        signalArgs: [...run.signalArgs],
      });
    else
      await client.workflow.start(run.workflow, {
        ...options,
        requestEagerStart: true,
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
  }
}

/** The parameters of a start, whatever is started. */
interface NewRun {
  readonly workflow: WorkflowName;
  readonly workflowId: string;
  readonly input: RunInputs[WorkflowName];
  /** What the signal carries by which it is woken. */
  readonly signalArgs: readonly object[];
  /** Whether it may be started again after it has ended. */
  readonly repeats: boolean;
  readonly summary: string;
  readonly orgIds: readonly string[];
  readonly resourceIds: readonly string[];
  readonly priority?: number | undefined;
  readonly phase?: string | undefined;
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
        ...(run.phase === undefined ? [] : [{ key: phase, value: run.phase }]),
      ],
    }),
  }) satisfies WorkflowStartOptions;

// Field by field: what is gathered is an object of a class, and a spread would leave out what it computes.
function outboxRun(work: OutboxWork, workflowId: string): NewRun {
  const { workflow, orgIds, resourceIds } = work;
  const run = runOf(workflow);
  if (!run.input) throw new Error(`${workflow} is not started by the outbox`);
  return {
    workflow,
    workflowId,
    input: run.input(resourceIds, orgIds),
    signalArgs: argsOf(work),
    repeats: work.again || run.wakeBy !== undefined,
    summary: summary(workflow, resourceIds, 'emails'),
    priority: run.priority,
    phase: run.phase,
    orgIds,
    resourceIds: [...namedResources(work), ...(work.inboxId ? [work.inboxId] : [])],
  };
}

const argsOf = ({ signalArg }: OutboxWork): readonly object[] =>
  signalArg === null ? [] : [signalArg];

// A search attribute holds 2,048 bytes, about 75 ids.
const MAX_NAMED = 70;

/** Where there are too many to name, what they have in common: `workflow_id` of an email or a delivery leads to it. */
const namedResources = ({
  resourceIds,
  workflowId,
}: Pick<OutboxWork | DeliveryRun, 'resourceIds' | 'workflowId'>): readonly string[] =>
  resourceIds.length > MAX_NAMED ? [workflowId] : resourceIds;

function deliveryRun(run: DeliveryRun): NewRun {
  const { deliveries, workflowId, orgIds } = run;
  const { workflow, phase } = deliverWebhookRun;
  const input: DeliverWebhookInput = { deliveries };
  const ids = deliveries.map(({ id }) => id);
  return {
    workflow,
    workflowId,
    input,
    signalArgs: [],
    // Its rows say what is left to do, whatever an earlier run did.
    repeats: true,
    summary: summary(workflow, ids, 'deliveries'),
    // Of several deliveries those that last get runs of their own.
    phase: ids.length === 1 ? phase : undefined,
    orgIds,
    resourceIds: namedResources(run),
  };
}

const summary = (workflow: string, ids: readonly string[], what: string) =>
  ids.length === 1 ? `${workflow} ${ids[0]}` : `${workflow} of ${ids.length} ${what}`;

const isAboutAttributes = (error: unknown) =>
  isRefused(error) && /search attribute/i.test(String((error as Error).cause));

// Codes that speak about the request itself; all others speak about the server or the way to it.
// (https://grpc.io/docs/guides/status-codes: INVALID_ARGUMENT, ALREADY_EXISTS, FAILED_PRECONDITION,
// OUT_OF_RANGE)
const REFUSALS = new Set([3, 6, 9, 11]);

/** Whether Temporal answered that this request is wrong, so that others may do better. */
export function isRefused(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && REFUSALS.has(cause.code as number);
}
