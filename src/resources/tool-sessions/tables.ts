import { goesWith, olderThan, otherwise, type Table } from '../../store/tables.js';

/** For how long a session lasts that nobody uses (SQL). */
export const UNUSED = '24 hours';
/** For how long an answer is kept that nobody asks for (SQL). */
export const ANSWERS_KEPT = '10 minutes';
/** For how long a task is kept, from when it began (SQL). */
export const TASKS_KEPT = '1 hour';

/** Tables of sessions over `/mcp`. */
export const toolSessionTables: readonly Table[] = [
  {
    table: 'tool_sessions',
    ids: ['mcp'],
    holds: 'sessions of programs that use tools',
    columns: {
      org_id: goesWith('orgs'),
      owner_id: otherwise('whoever is not let in any more cannot use it'),
    },
    keptFor: { outdated: olderThan('used_at', UNUSED) },
  },
  {
    table: 'tool_answers',
    ids: ['mca'],
    holds: 'answers of tools that could not be written, sealed',
    columns: { org_id: goesWith('orgs') },
    keptFor: {
      outdated: olderThan('created_at', ANSWERS_KEPT),
      bytes: 'coalesce(octet_length(sealed_answer), 0)',
    },
  },
  {
    table: 'tool_tasks',
    ids: ['mct'],
    holds: 'calls of tools that go on after their request was answered, sealed',
    columns: {
      org_id: goesWith('orgs'),
      owner_id: otherwise('whoever is not let in any more cannot see it'),
    },
    keptFor: {
      outdated: olderThan('created_at', TASKS_KEPT),
      bytes: 'coalesce(octet_length(sealed_answer), 0)',
    },
  },
];
