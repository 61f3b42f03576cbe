import { capabilities } from '../capabilities.js';
import { ANY, command, noArguments } from '../command.js';

/** RFC 9051 section 6.1.1. */
export const capability = command({
  name: 'CAPABILITY',
  states: ANY,
  syntax: noArguments,
  async act(session) {
    session.out.line(`* CAPABILITY ${capabilities(session.state !== 'not authenticated')}`);
  },
});
