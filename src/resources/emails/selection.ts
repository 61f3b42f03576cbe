import { LIMITS } from '../../operations/limits.js';
import { Conditions } from '../../db/conditions.js';
import type { Database } from '../../db/database.js';
import type { RawRow } from '../../db/raw-rows.js';
import { PAGE_BYTES } from '../../db/page.js';
import type { PageOfMails, SelectedRow } from './large-mail.js';
import { madeJson } from './made-json.js';
import {
  EMAIL_JOINS,
  emailRowObject,
  IS_SMALL,
  JOINED_TABLES,
  LISTED_BYTES,
  LISTED_COLUMNS,
  type EmailRow,
  type Extent,
  type SqlExtent,
} from './rows.js';
import { sql, textInSql } from './sql-text.js';

/** Which emails are looked for. */
export interface EmailSelection {
  /** Conditions on `emails e` that were begun by `conditionsOf` the same page. */
  readonly where: Conditions;
  /** SQL: their order. */
  readonly order: string;
  /** SQL: where an email is in the order, as text without a line feed. */
  readonly position: string;
  /** SQL: what else is to be found out; nothing unless given. */
  readonly beside?: string;
  /** What stands for the table. */
  readonly source?: string;
  /** Whether one plan suits all values: Postgres is then to keep it. */
  readonly plannedOnce?: boolean;
  /** Whether `Selection.state` is asked for. It is told of the table itself alone. */
  readonly withState?: boolean;
  readonly page: SoughtPage;
}

/** How much is read. */
export interface SoughtPage {
  /** Mails of a page. */
  readonly limit: number;
  /** How much of each mail. */
  readonly extent: Extent;
}

/** A page of emails. */
export interface EmailPage {
  /** Null stands for what was deleted while the page was read. */
  readonly mails: PageOfMails<EmailRow | null>;
  readonly cursor: string | null;
  readonly has_more: boolean;
  readonly state: PageState | null;
}

/** How the rows of a page were when it was read. While they are the same, so is the page. */
export interface PageState {
  /** What tells how they are now. */
  readonly statement: string;
  readonly values: readonly unknown[];
  /** The versions of all rows, in their order. */
  readonly versions: string | null;
}

/** What was found. */
export interface Selection {
  readonly mails: PageOfMails<SelectedRow>;
  /** How many there are with the one behind the page. */
  readonly found: number;
  /** Where the last of the page is, when one is behind it. */
  readonly last: string | null;
  /** What `beside` came to. */
  readonly beside: string | null;
  /** Null where it was not asked for. */
  readonly state: PageState | null;
}

const FITS = `row_number() OVER so_far = 1 OR sum(${LISTED_BYTES}) OVER so_far <= ${PAGE_BYTES}`;

const [LIMIT, CHARACTERS] = ['$1', '$2::int'];

/** Begins the conditions of a page: the first parameters are how much is read. */
export const conditionsOf = ({ limit, extent }: SoughtPage): Conditions =>
  new Conditions([limit + 1, ...(typeof extent === 'object' ? [extent.characters] : [])]);

/**
 * The page is chosen by index first, and ends where its mails are too large together: sizes are in
 * the rows of `emails`. Texts are read for what is left alone. All of a page is one row, so that it comes in one piece.
 */
export async function selectEmails(database: Database, sought: EmailSelection): Promise<Selection> {
  const { values } = sought.where;
  const { selecting, telling } = statementsOf(sought);
  const [[...found] = []] = await database.queryRaw(selecting, values);
  const state =
    telling === null ? null : { statement: telling, values, versions: textOf(found.pop()) };
  return { ...selectionOf(found), state };
}

/** Whether the rows of a page are as they were, and what `beside` comes to now. */
export async function lookAgain(database: Database, { statement, values, versions }: PageState) {
  const [row] = await database.queryRaw(statement, values);
  const [beside, now] = row!.map(textOf);
  return { isSame: now === versions, beside: beside ?? null };
}

/** The statements of a kind of list: what selects a page, and what tells how its rows are, where that is asked for. */
interface ListStatements {
  readonly selecting: string;
  readonly telling: string | null;
}

const statements = new Map<string, ListStatements>();

/** Put together once for each kind of list: they are long. */
function statementsOf(sought: EmailSelection): ListStatements {
  const { where, order, source, beside, withState, page } = sought;
  const extent = typeof page.extent === 'object' ? 'beginnings' : page.extent;
  const kind = [extent, withState, where.text, order, source, beside].join('\n');
  const known = statements.get(kind);
  if (known !== undefined) return known;
  const made = {
    selecting: selectingFor(sought, EXTENTS[extent]),
    telling: withState ? tellingFor(sought, EXTENTS[extent]) : null,
  };
  statements.set(kind, made);
  return made;
}

const EXTENTS = {
  whole: 'whole',
  summary: 'summary',
  beginnings: { characters: CHARACTERS },
} as const;

function selectingFor(sought: EmailSelection, extent: SqlExtent): string {
  const isWhole = extent === 'whole';
  const { tables, isMade, json } = madeJson(extent);
  return `
    SELECT count(*), count(*) FILTER (WHERE e.kept),
      string_agg(${sought.position}, E'\\n' ORDER BY e.turn) FILTER (WHERE e.kept),
      string_agg(CASE WHEN ${isMade} THEN ${json} ELSE '' END, E'\\x1e' ORDER BY e.turn) FILTER (WHERE e.kept),
      json_agg(${emailRowObject(isWhole ? IS_SMALL : 'true', extent)} ORDER BY e.turn)
        FILTER (WHERE e.kept AND NOT (${isMade})),
      ${sought.beside ?? 'NULL'}${sought.withState ? `, ${VERSIONS}` : ''}
    FROM (
      SELECT e.*, row_number() OVER so_far AS turn,
        (${isWhole ? FITS : 'true'}) AND row_number() OVER so_far < ${LIMIT} AS kept
      FROM (${chosen(sought)}) e
      WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)) e
    ${EMAIL_JOINS}${tables}
    WHERE e.turn <= ${LIMIT}`;
}

// A row that is written anew has another xmin: a mail is told by those of all rows that it is shown from.
const XMINS = JOINED_TABLES.flatMap((table) => [' ', sql(`coalesce(${table}.xmin::text, '')`)]);
const VERSIONS = `string_agg(${textInSql([sql('e.id'), ' ', sql('e.row_version::text'), ...XMINS])}, ',' ORDER BY e.turn)`;

/** The same without what is shown of them, which is nearly all of the work. Each parameter has to have its place. */
const tellingFor = (sought: EmailSelection, extent: SqlExtent): string => `
  SELECT ${sought.beside ?? 'NULL'}, ${VERSIONS}${typeof extent === 'object' ? `, ${CHARACTERS}` : ''}
  FROM (
    SELECT e.*, row_number() OVER (ROWS UNBOUNDED PRECEDING) AS turn FROM (${chosen(sought)}) e) e
  ${EMAIL_JOINS}
  WHERE e.turn <= ${LIMIT}`;

function selectionOf([found, count, positions, made, others, beside]: RawRow): Omit<
  Selection,
  'state'
> {
  const mails = {
    count: Number(textOf(count)),
    made: made ?? NONE,
    others: others ? (JSON.parse(others.toString()) as SelectedRow[]) : [],
  };
  const foundCount = Number(textOf(found));
  const isLast = foundCount === mails.count;
  return {
    mails,
    found: foundCount,
    last: isLast ? null : (textOf(positions)?.split('\n').at(-1) ?? null),
    beside: textOf(beside),
  };
}

const NONE = Buffer.alloc(0);

const textOf = (field: Buffer | null | undefined): string | null => field?.toString() ?? null;

/**
 * The mails of a page, and more. Of a limit that it does not know Postgres takes a tenth of all rows to be meant, and
 * plans anew each time: it is told how few they are at most, and ends where the page does.
 */
function chosen(sought: EmailSelection): string {
  const { where, order, source = 'emails', plannedOnce = false, withState = false } = sought;
  const limit = plannedOnce ? MOST_ROWS : LIMIT;
  const columns = `${LISTED_COLUMNS}${withState ? ', e.xmin AS row_version' : ''}`;
  return `SELECT ${columns} FROM ${source} e WHERE ${where.text} ${order} LIMIT ${limit}`;
}

// A page and one row behind it.
const MOST_ROWS = LIMITS.page_size.max + 1;
