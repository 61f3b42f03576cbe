import { AUTHENTICATED, command } from '../command.js';
import { existing, readMailbox } from './mailbox-name.js';

/** RFC 4314 section 3.5: to look up and to read, so that good clients do not try to write. */
export const myRights = command({
  name: 'MYRIGHTS',
  states: AUTHENTICATED,
  syntax: readMailbox,
  async act(session, mailbox) {
    session.out.line(`* MYRIGHTS ${existing(mailbox)} lr`);
  },
});
