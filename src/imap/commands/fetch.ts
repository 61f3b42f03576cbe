import { refusal, type StatusResponse } from '../answers.js';
import { command, SELECTED } from '../command.js';
import { Fetching } from '../fetch/fetching.js';
import { readItems, simpleItem, type FetchItem, type SimpleItem } from '../fetch/items.js';
import type { Session } from '../session-state.js';
import { readSequenceSet, type SequenceSet } from '../wire/sequence-set.js';
import type { Tokens } from '../wire/tokens.js';

interface Fetch {
  readonly set: SequenceSet;
  readonly items: readonly FetchItem[];
  /** RFC 7162 section 3.1.4.1. */
  readonly changedSince: number | null;
}

function readFetch(tokens: Tokens): Fetch {
  tokens.space();
  const set = readSequenceSet(tokens);
  tokens.space();
  const items = readItems(tokens);
  return { set, items, changedSince: tokens.isEnd() ? null : readChangedSince(tokens) };
}

function readChangedSince(tokens: Tokens): number {
  tokens.space();
  const { place } = tokens;
  const [changedSince, ...others] = tokens.list(() => {
    // VANISHED comes with QRESYNC, which is not offered.
    if (!tokens.tryKeyword('CHANGEDSINCE')) tokens.fail('CHANGEDSINCE');
    tokens.space();
    return tokens.number('a MODSEQ');
  });
  return changedSince === undefined || others.length > 0
    ? tokens.fail('one CHANGEDSINCE', place)
    : changedSince;
}

/** What is answered beside what was asked for. */
function added(fetch: Fetch, by: 'uid' | 'number'): readonly SimpleItem[] {
  const { items, changedSince } = fetch;
  const isAsked = (label: SimpleItem) => items.some((item) => item.label === label);
  return [
    ...(by === 'uid' && !isAsked('UID') ? (['UID'] as const) : []),
    ...(changedSince !== null && !isAsked('MODSEQ') ? (['MODSEQ'] as const) : []),
  ];
}

async function run(
  session: Session,
  by: 'uid' | 'number',
  fetch: Fetch,
): Promise<StatusResponse | void> {
  const { selected, saved } = session;
  const items = [...added(fetch, by).map(simpleItem), ...fetch.items];
  if (items.some(({ label }) => label === 'MODSEQ')) session.enable('CONDSTORE');
  const places = selected.placesOf(fetch.set, by, saved);
  const marks = places
    .map((place) => selected.messages[place]!)
    .filter(({ modseq }) => modseq > (fetch.changedSince ?? -1));
  const fetching = new Fetching(session, items);
  await fetching.tellOf(marks);
  // RFC 9051 section 6.4.9: UIDs that no message has are passed over.
  if (fetching.written < marks.length && by === 'number')
    return refusal('Some of these messages are gone', 'EXPUNGEISSUED');
  if (!fetching.isComplete) return refusal('Some parts have an unknown encoding', 'UNKNOWN-CTE');
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
