import { SearchLimit, type SearchKey } from '../../imap/session.js';
import { containing } from '../../store/listed.js';
import { RAW_BYTES } from './rows.js';
import { beginningsOf } from './search-words.js';

/** Keys of one search. */
export const MAX_KEYS = 1_000;

/** A condition on `emails e` and the `stored_messages s` of each, with its parameters. */
export interface SearchCondition {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The condition of a search; those of the mailbox are `values` already. @throws SearchLimit */
export function conditionOf(criteria: SearchKey, values: readonly unknown[]): SearchCondition {
  const search = new SearchText(values);
  return { text: search.write(criteria), values: search.values };
}

type Key = SearchKey['key'];
// Several names may share a form.
type KeyOf<Name extends Key, Form = SearchKey> = Form extends { readonly key: infer Names }
  ? Name extends Names
    ? Form
    : never
  : never;
type Writers = { readonly [Name in Key]: (key: KeyOf<Name>, search: SearchText) => string };

/** SQL being written, and its parameters. */
class SearchText {
  readonly values: unknown[];
  private keys = 0;

  constructor(values: readonly unknown[]) {
    this.values = [...values];
  }

  write<Name extends Key>(key: KeyOf<Name>): string {
    if (++this.keys > MAX_KEYS) throw new SearchLimit(`A search has at most ${MAX_KEYS} keys`);
    return (WRITERS[key.key] as Writers[Name])(key, this);
  }

  all(keys: readonly SearchKey[], joined: 'AND' | 'OR'): string {
    return `(${keys.map((key) => this.write(key)).join(` ${joined} `)})`;
  }

  /** The place of a parameter. */
  value(value: unknown, type = 'text'): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Whether `text` holds `part`, in any case. */
  holds(text: string, part: string): string {
    // Postgres knows no NUL: no text holds one.
    if (part.includes('\0')) return 'false';
    return `coalesce(${text}, '') ILIKE ${this.value(containing(part))}`;
  }

  /** Whether some text in the JSON `value` may hold `part`: looking at it as one text is much faster. */
  private mayHold(value: string, part: string): string {
    return this.holds(`(${value})::text`, JSON.stringify(part).slice(1, -1));
  }

  /** Whether one of the fields of that name holds `part`; '' is in each. */
  hasField(name: string, part: string): string {
    if (name.includes('\0')) return 'false';
    const field = `s.headers->${this.value(name.toLowerCase())}`;
    const stored = `(${this.mayHold(field, part)} AND EXISTS (
      SELECT FROM ${listed(field)} AS field(value) WHERE ${this.holds('field.value', part)}))`;
    const added = this.inAdded(name.toLowerCase(), part);
    return added ? `(${stored} OR ${added})` : stored;
  }

  /** The same of a field that `/raw` has in front of the stored bytes; null for all others. */
  private inAdded(name: string, part: string): string | null {
    const traced = TRACE.get(name);
    if (traced) return this.inTrace(traced, part);
    return name === SIGNATURE_NAME ? this.inSignature(SIGNATURE_VALUE, part) : null;
  }

  /** Whether a field that receiving put in front of a mail holds `part`. */
  private inTrace(field: string, part: string): string {
    return `(s.trace <> '' AND ${this.holds(field, part)})`;
  }

  /** Whether what a mail was signed with as it left holds `part`. */
  private inSignature(field: string, part: string): string {
    return `(s.trace = '' AND e.head_bytes > 0 AND EXISTS (
      SELECT FROM sends d WHERE d.email_id = e.id AND ${this.holds(field, part)}))`;
  }

  /** Whether one of the people of a field has `part` in a name or an address. */
  hasPerson(field: 'to' | 'cc', part: string): string {
    return `EXISTS (SELECT FROM jsonb_array_elements(e.${field}_addresses) AS person
      WHERE ${this.holds(`concat_ws(' ', person->>'name', person->>'address')`, part)})`;
  }

  /** Whether the text has `part`; words are looked up first where that finds all that begin with them. */
  inBody(part: string): string {
    const verified = this.holds('s.text_body', part);
    const words = beginningsOf(part);
    if (words === null) return verified;
    return `((e.search @@ to_tsquery('simple', ${this.value(words)}) OR ${IS_CUT}) AND ${verified})`;
  }

  /** Whether a line of the header has `part`, names included. */
  inHeader(part: string): string {
    // What reaches over the end of a name is nowhere in the JSON.
    const mayHold = /^ |:/.test(part) ? 'true' : this.mayHold('s.headers', part);
    const stored = `(${mayHold} AND EXISTS (
      SELECT FROM jsonb_each(s.headers) AS field, ${listed('field.value')} AS line(value)
      WHERE ${this.holds(`field.key || ': ' || line.value`, part)}))`;
    const [traced, signed] = [
      this.inTrace(TRACE_LINES, part),
      this.inSignature(SIGNATURE_LINE, part),
    ];
    return `(${stored} OR ${traced} OR ${signed})`;
  }

  sent(comparison: string, day: string): string {
    return `coalesce(e.sent_on, (e.received_at AT TIME ZONE 'UTC')::date) ${comparison} ${this.value(day, 'date')}`;
  }

  received(comparison: string, day: string): string {
    return `(e.received_at AT TIME ZONE 'UTC')::date ${comparison} ${this.value(day, 'date')}`;
  }
}

/** The values of a field, which is a list where it was there more than once. */
const listed = (field: string) => `jsonb_array_elements_text(CASE jsonb_typeof(${field})
  WHEN 'array' THEN ${field} WHEN 'string' THEN jsonb_build_array(${field}) ELSE '[]' END)`;

const traceLine = (number: number) => `split_part(s.trace, E'\\n', ${number})`;

/** SQL: the fields that `/raw` has in front of the stored bytes of what was received, as `rawMessage` makes them. */
const TRACE: ReadonlyMap<string, string> = new Map([
  ['return-path', `'<' || e.envelope_from || '>'`],
  ['delivered-to', 'e.delivered_to'],
  [
    'received',
    `concat_ws(' ', ${traceLine(1)}, ${traceLine(2)}, 'for <' || e.delivered_to || '>;', ${traceLine(3)})`,
  ],
]);
const TRACE_LINES = Array.from(TRACE, ([name, field]) => `'${name}: ' || ${field}`).join(
  ` || E'\\n' || `,
);

const SIGNATURE_NAME = 'dkim-signature';
/** SQL: the field that a mail was signed with, unfolded; and its value. */
const SIGNATURE_LINE = `regexp_replace(d.dkim_signature, E'\\r\\n', '', 'g')`;
const SIGNATURE_VALUE = `ltrim(substr(${SIGNATURE_LINE}, ${SIGNATURE_NAME.length + 2}))`;

// Mail whose text is longer than what is searchable of it.
const IS_CUT = 'coalesce(e.listed_bytes, e.size) > 60000';

/** Marks that stand around names and addresses in a field; its parsed form has none of them. */
const MARKS = /[<>"(),:;\\[\]]/;

/** Fields of people: their parsed form, and the field itself, which has names of groups too. */
const people =
  (field: string, parsed: (search: SearchText, part: string) => string) =>
  ({ value }: { readonly value: string }, search: SearchText): string => {
    const inField = search.hasField(field, value);
    return MARKS.test(value) || value === '' ? inField : `(${parsed(search, value)} OR ${inField})`;
  };

const WRITERS: Writers = {
  all: () => 'true',
  none: () => 'false',
  seen: () => 'e.is_read',
  unseen: () => 'NOT e.is_read',
  junk: () => `e.mailbox = 'Spam'`,
  not: ({ of }, search) => `NOT ${search.write(of)}`,
  and: ({ of }, search) => (of.length === 0 ? 'true' : search.all(of, 'AND')),
  or: ({ of }, search) => (of.length === 0 ? 'false' : search.all(of, 'OR')),
  uids: ({ ranges }, search) =>
    `e.mailbox_uid <@ ${search.value(`{${ranges.map(rangeOf).join(',')}}`, 'int8multirange')}`,
  from: people('from', (search, part) => search.holds('e.sender', part)),
  to: people('to', (search, part) => search.hasPerson('to', part)),
  cc: people('cc', (search, part) => search.hasPerson('cc', part)),
  bcc: ({ value }, search) => search.hasField('bcc', value),
  subject: ({ value }, search) => search.holds('e.subject', value),
  body: ({ value }, search) => search.inBody(value),
  text: ({ value }, search) => `(${search.inBody(value)} OR ${search.inHeader(value)})`,
  header: ({ name, value }, search) => search.hasField(name, value),
  before: ({ day }, search) => search.received('<', day),
  on: ({ day }, search) => search.received('=', day),
  since: ({ day }, search) => search.received('>=', day),
  sentbefore: ({ day }, search) => search.sent('<', day),
  senton: ({ day }, search) => search.sent('=', day),
  sentsince: ({ day }, search) => search.sent('>=', day),
  younger: ({ seconds }, search) => `e.received_at >= ${ago(search, seconds)}`,
  older: ({ seconds }, search) => `e.received_at <= ${ago(search, seconds)}`,
  larger: ({ bytes }, search) => `${RAW_BYTES} > ${search.value(bytes, 'bigint')}`,
  smaller: ({ bytes }, search) => `${RAW_BYTES} < ${search.value(bytes, 'bigint')}`,
  modseq: ({ from }, search) => `e.modseq >= ${search.value(from, 'bigint')}`,
  emailid: ({ id }, search) => `e.id = ${search.value(id)}`,
  threadid: ({ id }, search) => `e.thread_id = ${search.value(id)}`,
};

const rangeOf = ([from, to]: readonly [from: number, to: number]) => `[${from},${to}]`;

const ago = (search: SearchText, seconds: number) =>
  `now() - make_interval(secs => ${search.value(seconds, 'float8')})`;
