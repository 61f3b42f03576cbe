import { askedInTurn, run } from '../../store/run.js';

declare module '../../store/run.js' {
  interface RunInputs {
    /** What is to be done is in its row. */
    readonly runAgentTask: { readonly taskId: string };
  }
}

/** Does the steps of a task and watches its clock. A task that is overdue shows that its run was lost. */
export const runAgentTaskRun = run({
  workflow: 'runAgentTask',
  input: ([taskId]) => ({ taskId: taskId! }),
  signals: ['taskChanged'],
  wakeBy: 'taskChanged',
  phase: 'pending',
  inbox: '(SELECT inbox_id FROM tasks WHERE tasks.id = resource_id)',
  lost: [
    {
      rows: `
SELECT id, org_id FROM tasks
WHERE completed_at IS NULL
  AND least(expires_at, CASE WHEN status = 'RUNNING' THEN lease_until END) < now() - $age`,
      signal: 'taskChanged',
    },
    askedInTurn('runAgentTask', 'tasks', 'completed_at IS NULL'),
  ],
});
