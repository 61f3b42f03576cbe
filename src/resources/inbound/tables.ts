import { goesWith, type Table } from '../../store/tables.js';

/** Tables of what is done with mail that came in. */
export const inboundTables: readonly Table[] = [
  {
    table: 'email_runs',
    holds: 'what `processInbound` did with a mail',
    columns: { email_id: goesWith('emails') },
  },
  {
    table: 'sender_checks',
    holds: 'who sent a message, as checked here; when an unknown sender is checked again',
    columns: { stored_message_id: goesWith('stored_messages') },
  },
];
