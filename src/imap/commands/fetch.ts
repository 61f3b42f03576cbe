import { command, SELECTED } from '../command.js';
import type { Session } from '../session-state.js';
import { readSequenceSet, type SequenceSet } from '../wire/sequence-set.js';
import type { Tokens } from '../wire/tokens.js';
import { Refused } from '../answers.js';

function readFetch(tokens: Tokens) {
  tokens.space();
  const set = readSequenceSet(tokens);
  tokens.space();
  tokens.rest();
  return { set };
}

async function run(session: Session, by: 'uid' | 'number', { set }: { set: SequenceSet }) {
  const places = session.selected.placesOf(set, by, session.saved);
  if (!places) throw new Refused(undefined, 'No message has one of these numbers');
  for (const place of places) {
    const mark = session.selected.messages[place]!;
    session.out.line(
      `* ${place + 1} FETCH (UID ${mark.uid} FLAGS ${session.selected.flagsOf(mark)})`,
    );
    if (session.out.isFull) await session.out.flush();
  }
}

/** RFC 9051 section 6.4.5. */
export const fetch = command({
  name: 'FETCH',
  states: SELECTED,
  tellsExpunges: false,
  syntax: readFetch,
  act: (session, wanted) => run(session, 'number', wanted),
});

/** RFC 9051 section 6.4.9. */
export const uidFetch = command({
  name: 'UID FETCH',
  states: SELECTED,
  syntax: readFetch,
  act: (session, wanted) => run(session, 'uid', wanted),
});
