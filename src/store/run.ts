/**
 * The input of each workflow by its name. A run adds its own where it is declared (`declare module`), so
 * that names and inputs are checked here too, where no resource is known.
 */
export interface RunInputs {
  /** Started by a schedule. */
  readonly purgeExpired: undefined;
}

/** The name of a workflow. */
export type WorkflowName = keyof RunInputs;

/** The id of the run of `workflow` that works on a resource, or on the batch `run_…`. */
export const workflowId = (workflow: WorkflowName, resourceId: string): string =>
  `${workflow}:${resourceId}`;

/**
 * Which rows say that a run was lost. In SQL `$age` is how long they were due without progress, an
 * interval of a minute or more.
 */
export type LostRows =
  | {
      /** Selects `id` and `org_id` of what needs its run again. */
      readonly rows: string;
      /** The run is told by this signal, and started where it is gone; started if left out. */
      readonly signal?: string;
      /** Seconds more that a run may take. */
      readonly extraSeconds?: number;
    }
  | {
      /**
       * Where rows cannot tell: selects up to `$limit` runs, as `ids`, `workflow_id` and `given_up`.
       * Temporal is asked whether they are open, unless they are given up.
       */
      readonly suspects: string;
      /** Of the `$ids` of those that are not open, selects `id` and `org_id`. */
      readonly rows: string;
      /** SQL: the same of what `rows` selects, as `lost`, where that stands for several. */
      readonly each?: string;
    }
  /** Queues what is lost by itself, a row of the answer for each: it has a queue of its own. */
  | { readonly requeue: string };

/**
 * Rows that are `open`, in SQL, as long as their runs are: of one that is open only Temporal knows whether its run is
 * there. Each is asked for in turn, and counts as asked for then.
 */
export const askedInTurn = (workflow: WorkflowName, table: string, open: string): LostRows => ({
  suspects: `
UPDATE ${table} SET checked_at = now()
WHERE id = ANY (ARRAY(
  SELECT id FROM ${table} WHERE ${open} AND checked_at < now() - $age
  ORDER BY checked_at LIMIT $limit FOR UPDATE SKIP LOCKED))
RETURNING ARRAY[id] AS ids, '${workflowId(workflow, '')}' || id AS workflow_id, false AS given_up`,
  rows: `SELECT id, org_id FROM ${table} WHERE id = ANY ($ids) AND ${open}`,
});

/** How a workflow is started and found again. Declared beside its resource, collected in `src/catalogue.ts`. */
export interface Run<Name extends WorkflowName = WorkflowName> {
  readonly workflow: Name;
  /** Its input, of the ids of the outbox rows that start it; left out where something else starts it. */
  readonly input?: (resourceIds: readonly string[], orgIds: readonly string[]) => RunInputs[Name];
  /** Every signal it takes. */
  readonly signals?: readonly string[];
  /**
   * The one of them by which it is asked for again while it runs: the request reaches a run that is about
   * to end. Such a run may be started again after it has ended.
   */
  readonly wakeBy?: string;
  /** One run for the rows of all organizations; its resource is `all`. */
  readonly isForAll?: boolean;
  /** Runs that let others go first where tasks wait; 3 unless said otherwise. */
  readonly priority?: number;
  /** Of those that wait in the outbox few are told at a time, and hardly any while mail comes in. */
  readonly isDeferrable?: boolean;
  /** What a run that may last is at when it begins, in the list of runs. */
  readonly phase?: string;
  /** In SQL, the inbox of `resource_id`: operators find the run by it as well. */
  readonly inbox?: string;
  /** When it runs by itself. */
  readonly schedule?: RunSchedule;
  readonly lost?: readonly LostRows[];
}

/** Times in UTC, as calendars of Temporal's schedules have them. */
export interface RunSchedule {
  readonly calendars: readonly { readonly hour: number | '*'; readonly minute?: number }[];
  /** By how much a start may be late, so that not all installations start at once. */
  readonly jitter: '1m' | '1h';
}

/** Declares how a workflow is started and found again. */
export const run = <Name extends WorkflowName>(declared: Run<Name>): Run<Name> => declared;
