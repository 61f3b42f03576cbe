import { command, noArguments, SELECTED } from '../command.js';
import type { Session } from '../session-state.js';

async function leave(session: Session): Promise<void> {
  session.unselect();
}

/** RFC 9051 section 6.4.1: nothing is removed, as nothing can be marked to be. */
export const close = command({ name: 'CLOSE', states: SELECTED, syntax: noArguments, act: leave });

/** RFC 9051 section 6.4.2. */
export const unselect = command({
  name: 'UNSELECT',
  states: SELECTED,
  syntax: noArguments,
  act: leave,
});
