import { AUTHENTICATED, command, noArguments } from '../command.js';
import { SEPARATOR } from './list-response.js';

/** RFC 9051 section 6.3.10: one's own, nobody else's, nothing shared. */
export const namespace = command({
  name: 'NAMESPACE',
  states: AUTHENTICATED,
  syntax: noArguments,
  async act(session) {
    session.out.line(`* NAMESPACE (("" "${SEPARATOR}")) NIL NIL`);
  },
});
