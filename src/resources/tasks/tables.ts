import { goesWith, olderThan, type Table } from '../../store/tables.js';

/** Tables of tasks. */
export const taskTables: readonly Table[] = [
  {
    table: 'tasks',
    ids: ['task'],
    holds: 'work that takes time, and who holds it; a foreign key takes its steps and events along',
    columns: { org_id: goesWith('orgs'), inbox_id: goesWith('inboxes') },
    keptFor: { outdated: olderThan('completed_at', '30 days') },
  },
  { table: 'task_steps', holds: 'what was done of a task, by step', columns: {} },
  { table: 'task_events', holds: 'what happened to a task, numbered', columns: {} },
];
