import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refused } from '../answers.js';
import { command, SELECTED } from '../command.js';
import { KeyReader, type WrittenKey } from '../search/keys.js';
import { resolved, testOf } from '../search/resolve.js';
import { writtenResult, type SearchResult, type ReturnOption } from '../search/result.js';
import { RETURN_OPTIONS } from '../search/result.js';
import type { Session } from '../session-state.js';
import type { MessageMark, SearchKey } from '../session.js';
import { toRanges } from '../wire/sequence-set.js';
import type { Tokens } from '../wire/tokens.js';

interface Search {
  /** Null without RETURN. */
  readonly returns: readonly ReturnOption[] | null;
  readonly written: WrittenKey;
  readonly hasModseq: boolean;
}

const MESSAGES_PER_TURN = 1_000;
const CHARSETS = ['UTF-8', 'US-ASCII'];

function readSearch(tokens: Tokens): Search {
  tokens.space();
  const returns = tokens.tryKeyword('RETURN') ? readReturns(tokens) : null;
  if (tokens.tryKeyword('CHARSET')) readCharset(tokens);
  const reader = new KeyReader(tokens);
  return { returns, written: reader.all(), hasModseq: reader.hasModseq };
}

/** RFC 9051 section 6.4.4: nothing in the parentheses is ALL. */
function readReturns(tokens: Tokens): ReturnOption[] {
  tokens.space();
  const options = tokens.list(() => {
    const { place } = tokens;
    const name = tokens.keyword('a RETURN option');
    const option = RETURN_OPTIONS.find((known) => known === name);
    return option ?? tokens.fail(RETURN_OPTIONS.join(', '), place);
  });
  tokens.space();
  return options.length > 0 ? options : ['ALL'];
}

function readCharset(tokens: Tokens): void {
  tokens.space();
  const charset = tokens.astring('a charset').toUpperCase();
  if (!CHARSETS.includes(charset))
    throw new Refused(`BADCHARSET (${CHARSETS.join(' ')})`, 'Strings are UTF-8 here');
  tokens.space();
}

/** The places of what was found, ascending; what the client was not told of yet has none. */
async function find(session: Session, search: SearchKey): Promise<number[]> {
  const { selected } = session;
  const test = testOf(search);
  if (test) return placesWhere(selected.messages, test);
  const uids = await session.search(search);
  return uids.map((uid) => selected.placeOf(uid)).filter((place) => place >= 0);
}

/** A thousand keys on all of a large mailbox take a while, in which others have their turns. */
async function placesWhere(
  messages: readonly MessageMark[],
  test: (mark: MessageMark) => boolean,
): Promise<number[]> {
  const places: number[] = [];
  for (const [place, mark] of messages.entries()) {
    if (test(mark)) places.push(place);
    if (place % MESSAGES_PER_TURN === MESSAGES_PER_TURN - 1) await nextTurn();
  }
  return places;
}

async function run(session: Session, by: SearchResult['by'], search: Search): Promise<void> {
  const { selected, saved } = session;
  const { written, returns, hasModseq } = search;
  if (hasModseq) session.enable('CONDSTORE');
  const saves = returns?.includes('SAVE') ?? false;
  // RFC 9051 section 6.4.4.1: nothing is saved where the search fails.
  if (saves) session.saved = [];
  const places = await find(session, resolved(written, { selected, saved: toRanges(saved) }));
  const isExtended = returns !== null || session.isEnabled('IMAP4rev2');
  const found = { by, messages: selected.messages, places, hasModseq, tag: session.tag };
  const result = writtenResult(found, isExtended ? (returns ?? ['ALL']) : null);
  if (result.line !== null) session.out.line(`* ${result.line}`);
  if (saves) session.saved = result.saved;
}

/** RFC 9051 section 6.4.4. */
export const search = command({
  name: 'SEARCH',
  states: SELECTED,
  tellsExpunges: false,
  syntax: readSearch,
  act: (session, wanted) => run(session, 'number', wanted),
});

/** RFC 9051 section 6.4.9: the same, answered with UIDs. */
export const uidSearch = command({
  name: 'UID SEARCH',
  states: SELECTED,
  syntax: readSearch,
  act: (session, wanted) => run(session, 'uid', wanted),
});
