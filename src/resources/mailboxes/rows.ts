import type { FetchedMessage, WantedFields } from '../../imap/session.js';
import type { RawCopy } from '../emails/downloads.js';

/** Fields that are made of the bytes of messages. */
export type Structure = Pick<FetchedMessage, 'envelope' | 'body' | 'bodyStructure' | 'parts'>;

/** A message as its row has it; what is not asked for is not there. */
export interface MessageRow extends StructureRow, Partial<BeginningRow> {
  readonly uid: number;
  readonly size?: number;
  readonly internalDate?: Date;
  readonly threadId?: string;
  /** Null where nobody read the mail yet. */
  readonly summary?: string | null;
}

/** What the rows of a mail have of its structure. */
export interface StructureRow {
  /** Id of the stored message, where its structure is not made; otherwise null. */
  readonly unmadeId?: string | null;
  /** Bytes that are stored, and that `/raw` has in front of them. */
  readonly bytes?: number;
  readonly headBytes?: number;
  readonly envelope?: string | null;
  readonly body?: string | null;
  readonly bodyStructure?: string | null;
  readonly partMap?: string | null;
}

/** The first bytes of `/raw`: the stored ones, and what their head is made of. */
export interface BeginningRow extends Omit<RawCopy, 'raw'> {
  readonly first: Buffer;
}

/** SQL: bytes of `/raw`. */
export const RAW_BYTES = '(e.size + e.head_bytes)';

// Where a mail has no head nothing is told of one.
const OF_HEAD = (column: string) => `CASE WHEN e.head_bytes > 0 THEN ${column} END`;

/** Columns that are read together, and the fields that they are for. */
interface Columns {
  readonly for: readonly (keyof WantedFields)[];
  /** SQL: of `emails e`, and of `stored_messages s` where they are of its bytes. */
  readonly columns: string;
  readonly areOfBytes?: true;
}

// Stands in columns for how many of the first bytes are wanted.
const FIRST_BYTES = '$first_bytes';

const COLUMNS: readonly Columns[] = [
  { for: ['size'], columns: `${RAW_BYTES} AS size` },
  { for: ['internalDate'], columns: 'e.received_at AS "internalDate"' },
  {
    for: ['threadId', 'preview'],
    columns: `e.thread_id AS "threadId",
  CASE WHEN e.parsed_at IS NOT NULL THEN e.summary END AS summary`,
  },
  {
    for: ['envelope', 'structure', 'parts'],
    columns: `CASE WHEN s.part_map IS NULL THEN s.id::text END AS "unmadeId", e.size AS bytes,
  e.head_bytes AS "headBytes"`,
    areOfBytes: true,
  },
  { for: ['envelope'], columns: 's.envelope', areOfBytes: true },
  {
    for: ['structure'],
    columns: 's.body, s.body_structure AS "bodyStructure"',
    areOfBytes: true,
  },
  { for: ['parts'], columns: 's.part_map AS "partMap"', areOfBytes: true },
  {
    for: ['firstBytes'],
    columns: `substring(s.raw FOR greatest(${FIRST_BYTES} - e.head_bytes, 0)) AS first,
  coalesce(${OF_HEAD('s.trace')}, '') AS trace, e.envelope_from, e.delivered_to,
  ${OF_HEAD(`(SELECT d.dkim_signature FROM sends d WHERE d.email_id = e.id AND s.trace = '')`)} AS signature`,
    areOfBytes: true,
  },
];

/** A statement for what is wanted. There are few of them, so that they can be prepared. */
type Reading = (wanted: WantedFields) => string;

/** SQL: what is wanted of messages `$3` of mailbox `$2` of inbox `$1`; of each, `$4` first bytes. */
export const readingOf: Reading = keptStatements(
  ({ columns, isOfBytes }) => `
SELECT ${columns.replaceAll(FIRST_BYTES, '$4::int')}
FROM emails e${isOfBytes ? JOIN_BYTES : ''}
WHERE e.inbox_id = $1 AND e.mailbox = $2 AND e.mailbox_uid = ANY ($3::bigint[])`,
);

/** SQL: what is wanted of one message each, by the inboxes, mailboxes, UIDs and counts of first bytes `$1` to `$4`. */
export const readingOfEach: Reading = keptStatements(
  ({ columns, isOfBytes }) => `
SELECT asked.place::int, found.*
FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) WITH ORDINALITY
  AS asked(inbox_id, mailbox, uid, first_bytes, place)
CROSS JOIN LATERAL (
  SELECT ${columns.replaceAll(FIRST_BYTES, 'asked.first_bytes')}
  FROM emails e${isOfBytes ? JOIN_BYTES : ''}
  WHERE e.inbox_id = asked.inbox_id AND e.mailbox = asked.mailbox AND e.mailbox_uid = asked.uid
  LIMIT 1) AS found`,
);

const JOIN_BYTES = ' JOIN stored_messages s ON s.id = e.stored_message_id';

interface Read {
  readonly columns: string;
  readonly isOfBytes: boolean;
}

function keptStatements(write: (read: Read) => string): Reading {
  const statements = new Map<number, string>();
  return (wanted) => {
    const key = keyOf(wanted);
    const statement = statements.get(key) ?? write(readFor(wanted));
    statements.set(key, statement);
    return statement;
  };
}

const isRead = ({ for: fields }: Columns, wanted: WantedFields) =>
  fields.some((field) => wanted[field]);

/** A bit for each of the columns. */
const keyOf = (wanted: WantedFields): number =>
  COLUMNS.reduce((key, columns, place) => key | (Number(isRead(columns, wanted)) << place), 0);

function readFor(wanted: WantedFields): Read {
  const read = COLUMNS.filter((columns) => isRead(columns, wanted));
  return {
    columns: ['e.mailbox_uid::float8 AS uid', ...read.map(({ columns }) => columns)].join(',\n  '),
    isOfBytes: read.some(({ areOfBytes }) => areOfBytes),
  };
}
