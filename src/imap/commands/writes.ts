import { readOnly } from '../answers.js';
import { AUTHENTICATED, command, SELECTED, type Command } from '../command.js';

const ON_MAILBOXES = [
  ...['CREATE', 'DELETE', 'RENAME', 'UNSUBSCRIBE', 'APPEND'],
  // RFC 4314: these ask for the right to administer.
  ...['SETACL', 'DELETEACL', 'GETACL', 'LISTRIGHTS'],
];
// Beside EXPUNGE those that take messages, by number and by UID.
const ON_MESSAGES = [
  ...['STORE', 'COPY', 'MOVE', 'EXPUNGE'],
  ...['UID STORE', 'UID COPY', 'UID MOVE', 'UID EXPUNGE'],
];

/** Everything that would change something. Arguments are not looked at: the answer is the same. */
export const writes: readonly Command[] = [
  ...ON_MAILBOXES.map((name) => ({ name, states: AUTHENTICATED })),
  ...ON_MESSAGES.map((name) => ({ name, states: SELECTED })),
].map(({ name, states }) =>
  command({
    ...{ name, states, tellsExpunges: name !== 'STORE' },
    syntax: (tokens) => tokens.rest(),
    async act() {
      throw readOnly();
    },
  }),
);
