import { SearchLimit, type SearchKey } from '../session.js';
import { readDay } from '../wire/dates.js';
import { readSequenceSet, type SequenceSet } from '../wire/sequence-set.js';
import type { Tokens } from '../wire/tokens.js';

/** A search as it was written: sets of messages still have to be looked up. */
export type WrittenKey =
  | SearchKey
  | { readonly key: 'set'; readonly set: SequenceSet; readonly by: 'uid' | 'number' }
  | { readonly key: 'keyword'; readonly name: string }
  | { readonly key: 'not'; readonly of: WrittenKey }
  | { readonly key: 'and' | 'or'; readonly of: readonly WrittenKey[] };

/** Keys of a search, in all. */
export const MAX_KEYS = 1_000;

type ReadKey = (tokens: Tokens, keys: KeyReader) => WrittenKey;

const constant = (key: 'all' | 'none' | 'seen' | 'unseen') => () => ({ key });
const text =
  (key: Extract<SearchKey, { readonly value: string; readonly name?: never }>['key']): ReadKey =>
  (tokens) => ({ key, value: argument(tokens, () => tokens.astring()) });
const day =
  (key: Extract<SearchKey, { readonly day: string }>['key']): ReadKey =>
  (tokens) => ({ key, day: argument(tokens, () => readDay(tokens)) });
const seconds =
  (key: 'younger' | 'older'): ReadKey =>
  (tokens) => ({ key, seconds: argument(tokens, () => tokens.number('seconds', 1)) });
const bytes =
  (key: 'larger' | 'smaller'): ReadKey =>
  (tokens) => ({ key, bytes: argument(tokens, () => tokens.number('bytes')) });
const objectId =
  (key: 'emailid' | 'threadid'): ReadKey =>
  (tokens) => ({ key, id: argument(tokens, () => tokens.atom('an id')) });
const keyword = (tokens: Tokens): WrittenKey => ({
  key: 'keyword',
  name: argument(tokens, () => tokens.atom('a flag')),
});

/** RFC 9051 section 6.4.4; those of RFC 3501 beside them; RFC 5032, 7162, 8474. */
const KEYS: Readonly<Record<string, ReadKey>> = {
  ALL: constant('all'),
  SEEN: constant('seen'),
  UNSEEN: constant('unseen'),
  // Flags that no message here has.
  ANSWERED: constant('none'),
  DELETED: constant('none'),
  DRAFT: constant('none'),
  FLAGGED: constant('none'),
  NEW: constant('none'),
  RECENT: constant('none'),
  UNANSWERED: constant('all'),
  UNDELETED: constant('all'),
  UNDRAFT: constant('all'),
  UNFLAGGED: constant('all'),
  OLD: constant('all'),
  KEYWORD: keyword,
  UNKEYWORD: (tokens) => ({ key: 'not', of: keyword(tokens) }),
  FROM: text('from'),
  TO: text('to'),
  CC: text('cc'),
  BCC: text('bcc'),
  SUBJECT: text('subject'),
  BODY: text('body'),
  TEXT: text('text'),
  HEADER: (tokens) => {
    const name = argument(tokens, () => tokens.astring('a name of a header field'));
    return { key: 'header', name, value: argument(tokens, () => tokens.astring()) };
  },
  BEFORE: day('before'),
  ON: day('on'),
  SINCE: day('since'),
  SENTBEFORE: day('sentbefore'),
  SENTON: day('senton'),
  SENTSINCE: day('sentsince'),
  YOUNGER: seconds('younger'),
  OLDER: seconds('older'),
  LARGER: bytes('larger'),
  SMALLER: bytes('smaller'),
  MODSEQ: (tokens) => ({ key: 'modseq', from: argument(tokens, () => modseq(tokens)) }),
  EMAILID: objectId('emailid'),
  THREADID: objectId('threadid'),
  UID: (tokens) => ({
    key: 'set',
    set: argument(tokens, () => readSequenceSet(tokens)),
    by: 'uid',
  }),
  NOT: (tokens, keys) => ({ key: 'not', of: argument(tokens, () => keys.one()) }),
  OR: (tokens, keys) => {
    const first = argument(tokens, () => keys.one());
    return { key: 'or', of: [first, argument(tokens, () => keys.one())] };
  },
};

function argument<T>(tokens: Tokens, read: () => T): T {
  tokens.space();
  return read();
}

/** RFC 7162 section 3.1.5: flags have no counters of their own here. */
function modseq(tokens: Tokens): number {
  if (tokens.isString()) {
    tokens.string('a name of metadata');
    tokens.space();
    tokens.atom('all, priv or shared');
    tokens.space();
  }
  return tokens.number('a MODSEQ');
}

/** Reads the keys of one search. */
export class KeyReader {
  #count = 0;
  /** Whether MODSEQ is among them. */
  hasModseq = false;

  constructor(private readonly tokens: Tokens) {}

  /** All that are next, to the end of the command or of the parentheses. @throws SearchLimit */
  all(): WrittenKey {
    const keys = [this.one()];
    while (this.tokens.tryByte(' ')) keys.push(this.one());
    return keys.length === 1 ? keys[0]! : { key: 'and', of: keys };
  }

  /** @throws SearchLimit */
  one(): WrittenKey {
    this.#count++;
    if (this.#count > MAX_KEYS) throw new SearchLimit();
    return this.tokens.nested(() => this.#read());
  }

  #read(): WrittenKey {
    const { tokens } = this;
    if (tokens.isNext('(')) return this.#group();
    if (tokens.isSequenceSet()) return { key: 'set', set: readSequenceSet(tokens), by: 'number' };
    const { place } = tokens;
    const name = tokens.keyword('a search key');
    if (!Object.hasOwn(KEYS, name)) tokens.fail('a search key', place);
    this.hasModseq ||= name === 'MODSEQ';
    return KEYS[name]!(tokens, this);
  }

  #group(): WrittenKey {
    this.tokens.byte('(');
    const keys = this.all();
    this.tokens.byte(')');
    return keys;
  }
}
