import type { EntityManager } from 'typeorm';
import { workflowId, type OutboxWorkflow } from './run-ids.js';

export type { OutboxWorkflow };

/** What is to be told to Temporal once the transaction is committed. */
export interface OutboxEntry {
  readonly op: 'start' | 'signal' | 'cancel';
  readonly workflow: OutboxWorkflow;
  readonly orgId: string;
  /** The email or inbox the run works on; the run's id is `<workflow>:<resource id>`. */
  readonly resourceId: string;
  /** The signal's name, with `op: 'signal'`. */
  readonly signal?: string;
  /** Not before this time. */
  readonly runAfter?: Date;
  /** Start again although a run of this id has ended (default: once for ever). */
  readonly again?: boolean;
}

/** Writes outbox rows. The dispatcher that reads them is in `temporal/dispatch`. */
export interface Outbox {
  /** Adds `entry` in the transaction of `manager`; dispatchers wake when it is committed. */
  add(manager: EntityManager, entry: OutboxEntry): Promise<void>;
}

/** The outbox table as services see it. */
export function createOutbox(): Outbox {
  return {
    async add(manager, { op, workflow, orgId, resourceId, signal, runAfter, again }) {
      await manager.query(
        `WITH row AS (
           INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, signal, run_after, again)
           VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, now()), $8) RETURNING 1)
         SELECT pg_notify('outbox_ready', '') FROM row`,
        [
          op,
          workflow,
          workflowId(workflow, resourceId),
          orgId,
          resourceId,
          signal ?? null,
          runAfter ?? null,
          again ?? false,
        ],
      );
    },
  };
}
