import { goesWith, olderThan, otherwise, type Table } from '../../store/tables.js';

/** Tables of questions. */
export const questionTables: readonly Table[] = [
  {
    table: 'citations',
    holds: 'sentences of mail that answer a question; they go with their mail',
    columns: {
      email_id: goesWith('emails'),
      inbox_id: goesWith('inboxes'),
      thread_id: otherwise('with its email'),
    },
  },
  {
    table: 'questions',
    ids: ['qst'],
    holds: 'questions about mail, and whether there is an answer',
    columns: {
      org_id: goesWith('orgs'),
      inbox_ids: otherwise('it says whose mail was asked'),
    },
    keptFor: { outdated: olderThan('completed_at', '30 days') },
  },
];
