import { AUTHENTICATED, command } from '../command.js';
import { existing, readMailbox } from './mailbox-name.js';

/** RFC 9051 section 6.3.7: whatever exists is subscribed. */
export const subscribe = command({
  name: 'SUBSCRIBE',
  states: AUTHENTICATED,
  syntax: readMailbox,
  async act(_session, mailbox) {
    existing(mailbox);
  },
});
