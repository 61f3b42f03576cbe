import { LIMITS } from '../../operations/limits.js';
import type { Database } from '../../db/database.js';
import type { CursorPosition } from '../../db/cursor.js';
import { PAGE_BYTES, type PagePart } from '../../db/page.js';
import type { SelectedRow } from './large-mail.js';
import {
  EMAIL_JOINS,
  emailRow,
  IS_SMALL,
  LISTED_BYTES,
  LISTED_COLUMNS,
  type Extent,
} from './rows.js';

/** Which emails are looked for. */
export interface EmailSelection {
  /** Conditions and order on `emails e`; its parameters are `values`. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Rows of a page. */
  readonly limit: number;
  /** What stands for the table. */
  readonly source?: string;
  /** Whether one plan suits all values: Postgres is then to keep it. */
  readonly plannedOnce?: boolean;
  /** How much of each mail is read. */
  readonly extent: Extent;
}

/** What was found: the rows of a page, and how many there are with the one behind it. */
export interface Selection {
  readonly rows: readonly SelectedRow[];
  readonly count: number;
}

/** A row, and whether it is in the page as far as sizes go. */
type SizedRow = SelectedRow & { readonly fits: boolean };

const FITS = `row_number() OVER so_far = 1 OR sum(${LISTED_BYTES}) OVER so_far <= ${PAGE_BYTES}`;

/**
 * The page is chosen by index first, and ends where its mails are too large together: sizes are in
 * the rows of `emails`. Texts are read for what is left alone.
 */
export async function selectEmails(database: Database, sought: EmailSelection): Promise<Selection> {
  const { values, limit, extent } = sought;
  const isWhole = extent === 'whole';
  const fits = isWhole ? FITS : 'true';
  const shown = isWhole ? `e.fits AND ${IS_SMALL}` : 'true';
  const found = await database.query<SizedRow>(
    `SELECT ${emailRow(shown, extent)}, e.fits FROM (
       SELECT e.*, row_number() OVER so_far AS turn,
         ${fits} AS fits
       FROM (${chosen(sought)}) e
       WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)) e
     ${EMAIL_JOINS} ORDER BY e.turn`,
    [...values, limit + 1],
  );
  return { rows: found.slice(0, limit).filter(({ fits }) => fits), count: found.length };
}

/**
 * The mails of a page. Of a limit that it does not know Postgres takes a tenth of all rows to be meant, and
 * plans anew each time: the first limit tells it how few they are at most.
 */
function chosen({ where, values, source = 'emails', plannedOnce = false }: EmailSelection): string {
  const mails = `SELECT ${LISTED_COLUMNS} FROM ${source} e WHERE ${where}`;
  const limit = `LIMIT $${values.length + 1}`;
  return plannedOnce
    ? `SELECT * FROM (${mails} LIMIT ${MOST_ROWS}) e ${limit}`
    : `${mails} ${limit}`;
}

// A page and one row behind it.
const MOST_ROWS = LIMITS.page_size.max + 1;

/** The part of a list that was selected. */
export function partOfSelection(
  { rows, count }: Selection,
  positionOf: (last: SelectedRow) => CursorPosition,
): PagePart<SelectedRow> {
  const last = count > rows.length ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : positionOf(last) };
}
