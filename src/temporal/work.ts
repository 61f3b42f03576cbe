import type { DeliveryRef } from '../resources/webhooks/run.js';
import type { OutboxEntry } from '../store/outbox.js';
import type { WorkflowName } from '../store/run.js';

/** Outbox rows that are told to Temporal as one: a row, or the rows of a batch. */
export interface OutboxWork {
  /** Ids of the rows. */
  readonly rows: readonly string[];
  readonly op: OutboxEntry['op'];
  readonly workflow: WorkflowName;
  readonly workflowId: string;
  readonly orgIds: readonly string[];
  readonly resourceIds: readonly string[];
  /** The inbox of the mail, where there is one mail alone, or of the wait. */
  readonly inboxId: string | null;
  readonly signal: string | null;
  /** What the signal carries. */
  readonly signalArg: object | null;
  readonly again: boolean;
  /** How often it was claimed. */
  readonly attempts: number;
  /** Age of the oldest row. */
  readonly ageSeconds: number;
}

/** Deliveries that one run makes: one of its own, or several under load. */
export interface DeliveryRun {
  readonly workflowId: string;
  readonly deliveries: readonly DeliveryRef[];
  readonly orgIds: readonly string[];
  /** What operators look for: the webhooks, and of a delivery alone itself, its inbox and mail. */
  readonly resourceIds: readonly string[];
  /** Age of the oldest delivery. */
  readonly ageSeconds: number;
}

/** Begins what need not wait for Temporal: its rows keep the run from doing it twice. */
export interface EagerStart {
  /** Finishes accepted mail. */
  process(emailIds: readonly string[], workflowId: string): Promise<unknown>;
  deliver(delivery: DeliveryRun['deliveries'][number], workflowId: string): Promise<unknown>;
  send(emailId: string, workflowId: string): Promise<unknown>;
}

/** How a worker is doing. */
export interface WorkerStatus {
  readonly state: 'connecting' | 'running' | 'stopped';
  /** When Temporal last saw it ask for work; null when Temporal does not say. */
  readonly lastPoll: Date | null;
}

/** A worker with its dispatcher, reconciler and schedules. */
export interface RunningWorker {
  status(): Promise<WorkerStatus>;
  /** Takes no more work and ends what is under way, within a few seconds. */
  shutdown(): Promise<void>;
}
