import type { Database } from '../../db/database.js';
import type { CursorPosition } from '../../db/cursor.js';
import type { PagePart } from '../../db/page.js';
import type { SelectedRow } from './large-mail.js';
import { EMAIL_JOINS, emailRow, IS_SMALL, LISTED_BYTES } from './rows.js';

/** Bytes of mail in one answer; one mail always comes (docs/interface.md, Lists). */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** Which emails are looked for. */
export interface Sought {
  /** Conditions and order on `emails e`; its parameters are `values`. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Rows of a page. */
  readonly limit: number;
  /** What stands for the table. */
  readonly source?: string;
  /** Characters of each mail that are read; without it all. */
  readonly preview?: number | undefined;
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
export async function selectEmails(database: Database, sought: Sought): Promise<Selection> {
  const { where, values, limit, source = 'emails', preview } = sought;
  const fits = preview === undefined ? FITS : 'true';
  const shown = preview === undefined ? `e.fits AND ${IS_SMALL}` : 'true';
  const found = await database.query<SizedRow>(
    `SELECT ${emailRow(shown, preview)}, e.fits FROM (
       SELECT e.*, row_number() OVER so_far AS turn,
         ${fits} AS fits
       FROM (SELECT e.* FROM ${source} e WHERE ${where} LIMIT $${values.length + 1}) e
       WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)) e
     ${EMAIL_JOINS} ORDER BY e.turn`,
    [...values, limit + 1],
  );
  return { rows: found.slice(0, limit).filter(({ fits }) => fits), count: found.length };
}

/** The part of a list that was selected. */
export function partOfSelection(
  { rows, count }: Selection,
  positionOf: (last: SelectedRow) => CursorPosition,
): PagePart<SelectedRow> {
  const last = count > rows.length ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : positionOf(last) };
}
