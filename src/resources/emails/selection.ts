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
  LISTED_BYTES,
  LISTED_COLUMNS,
  type EmailRow,
  type Extent,
  type SqlExtent,
} from './rows.js';

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
  const [row] = await database.queryRaw(statementOf(sought), sought.where.values);
  return selectionOf(row!);
}

const statements = new Map<string, string>();

/** Put together once for each kind of list: it is long. */
function statementOf(sought: EmailSelection): string {
  const { where, order, source, beside, page } = sought;
  const extent = typeof page.extent === 'object' ? 'beginnings' : page.extent;
  const kind = [extent, where.text, order, source, beside].join('\n');
  const known = statements.get(kind);
  if (known !== undefined) return known;
  const made = statementFor(sought, EXTENTS[extent]);
  statements.set(kind, made);
  return made;
}

const EXTENTS = {
  whole: 'whole',
  summary: 'summary',
  beginnings: { characters: CHARACTERS },
} as const;

function statementFor(sought: EmailSelection, extent: SqlExtent): string {
  const isWhole = extent === 'whole';
  const { tables, isMade, json } = madeJson(extent);
  return `
    SELECT count(*), count(*) FILTER (WHERE e.kept),
      string_agg(${sought.position}, E'\\n' ORDER BY e.turn) FILTER (WHERE e.kept),
      string_agg(CASE WHEN ${isMade} THEN ${json} ELSE '' END, E'\\x1e' ORDER BY e.turn) FILTER (WHERE e.kept),
      json_agg(${emailRowObject(isWhole ? IS_SMALL : 'true', extent)} ORDER BY e.turn)
        FILTER (WHERE e.kept AND NOT (${isMade})),
      ${sought.beside ?? 'NULL'}
    FROM (
      SELECT e.*, row_number() OVER so_far AS turn,
        (${isWhole ? FITS : 'true'}) AND row_number() OVER so_far < ${LIMIT} AS kept
      FROM (${chosen(sought)}) e
      WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)) e
    ${EMAIL_JOINS}${tables}
    WHERE e.turn <= ${LIMIT}`;
}

function selectionOf([found, count, positions, made, others, beside]: RawRow): Selection {
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
function chosen({ where, order, source = 'emails', plannedOnce = false }: EmailSelection): string {
  const limit = plannedOnce ? MOST_ROWS : LIMIT;
  return `SELECT ${LISTED_COLUMNS} FROM ${source} e WHERE ${where.text} ${order} LIMIT ${limit}`;
}

// A page and one row behind it.
const MOST_ROWS = LIMITS.page_size.max + 1;
