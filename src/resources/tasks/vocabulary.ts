/** What a task may be at (docs/interface.md, Tasks). */
export const TASK_STATUSES = [
  'PENDING',
  'RUNNING',
  'WAITING_EMAIL',
  'WAITING_APPROVAL',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
] as const;

/** What a task is at. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** How a task ends. */
export type TaskEnd = Extract<TaskStatus, 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'EXPIRED'>;

/** What happens to a task; each change of it is one of these. */
export const TASK_EVENTS = [
  'created',
  'approval_requested',
  'approved',
  'rejected',
  'claimed',
  'attempt_failed',
  'lease_expired',
  'step_waiting',
  'step_completed',
  'step_undone',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'retried',
] as const;

/** One of them. */
export type TaskEventKind = (typeof TASK_EVENTS)[number];

/** What became of a step. */
export const STEP_STATUSES = ['WAITING', 'COMPLETED', 'UNDONE'] as const;

/** One of them. */
export type StepStatus = (typeof STEP_STATUSES)[number];
