import { goesWith, otherwise, type Table } from '../../store/tables.js';

/** Tables of mail. */
export const emailTables: readonly Table[] = [
  {
    table: 'emails',
    ids: ['eml', 'thr'],
    holds: 'one row a mail and inbox: envelope, subject, codes, category, status, search vector',
    columns: {
      org_id: goesWith('orgs'),
      inbox_id: otherwise('the purge of an inbox removes them first, with what goes with each'),
      thread_id: otherwise('a thread is its mails'),
    },
  },
  {
    table: 'stored_messages',
    holds: 'what was received, once for all recipients: bytes, bodies, headers, JSON that stays',
    columns: {},
  },
  {
    table: 'attachments',
    ids: ['att'],
    holds: 'files of a message, once for all recipients',
    columns: { stored_message_id: goesWith('stored_messages') },
  },
];
