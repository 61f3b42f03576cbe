import { ANY, command, noArguments } from '../command.js';

/** RFC 9051 section 6.1.3. */
export const logout = command({
  name: 'LOGOUT',
  states: ANY,
  syntax: noArguments,
  async act(session) {
    session.out.line('* BYE Until next time');
    session.end();
  },
});
