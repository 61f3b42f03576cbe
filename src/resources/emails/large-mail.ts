import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import { SHOWN_VERSION } from '../../store/shown.js';
import { upgradedShown } from '../../store/mail/upgrade.js';
import { EMAIL_TEXTS, type EmailRow, type EmailTexts } from './rows.js';

/** A row as statements with `emailRow` select it: the texts of large mail are missing. */
export type SelectedRow<Row extends EmailRow = EmailRow> = Omit<Row, keyof EmailTexts> & {
  readonly [Name in keyof EmailTexts]: EmailTexts[Name] | null;
};

/** Mails of a page, in their order. */
export interface PageOfMails<Row> {
  readonly count: number;
  /** Their JSON, with `MAIL_END` between; that of `others` is empty. */
  readonly made: Buffer;
  /** Those whose JSON is to be made. */
  readonly others: readonly Row[];
}

type TextsById = ReadonlyMap<string, EmailTexts>;

// What is read at once fills memory and takes turns of everybody's loop.
const MAX_CONCURRENT = 2;

/**
 * What is missing of rows. Texts of large mail are read apart from all else: their statements may take as long
 * as such mail needs, and never more than two of them run.
 */
export class LargeMail {
  /** The texts of rows of one organization. */
  private readonly textsOf: (rows: readonly SelectedRow[]) => Promise<TextsById>;

  /** `database` has to be patient. */
  constructor(private readonly database: Database) {
    const read = async (wanted: readonly SelectedRow[]): Promise<TextsById> => {
      const ids = wanted.map(({ id }) => id);
      const rows = await database.query<EmailTexts & { id: string }>(TEXTS, [
        wanted[0]!.org_id,
        ids,
      ]);
      return new Map(rows.map(({ id, ...texts }) => [id, texts]));
    };
    this.textsOf = createBatcher(async ([wanted]) => [await read(wanted!)], {
      maxItems: 1,
      concurrency: MAX_CONCURRENT,
    });
  }

  /**
   * The rows of one organization with the texts that are missing, and with their JSON where it is of a version
   * before. What was deleted meanwhile is left out.
   */
  async completed<Row extends EmailRow>(rows: readonly SelectedRow<Row>[]): Promise<Row[]> {
    const missing = rows.filter(({ text_body }) => text_body === null);
    if (missing.length === 0) return this.upgraded(rows as readonly Row[]);
    const texts = await this.textsOf(missing);
    return this.upgraded(
      rows.flatMap((row) => {
        const found = row.text_body === null ? texts.get(row.id) : {};
        return found ? [{ ...row, ...found } as Row] : [];
      }),
    );
  }

  /** The same for a page; null stands for what was deleted meanwhile. */
  async completedPage(page: PageOfMails<SelectedRow>): Promise<PageOfMails<EmailRow | null>> {
    if (page.others.length === 0) return { ...page, others: [] };
    const rows = await this.completed(page.others);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { ...page, others: page.others.map(({ id }) => byId.get(id) ?? null) };
  }

  private async upgraded<Row extends EmailRow>(rows: readonly Row[]): Promise<Row[]> {
    const older = rows.filter((row) => row.shown_version !== SHOWN_VERSION);
    if (older.length === 0) return [...rows];
    const made = await upgradedShown(
      this.database,
      older.map(({ stored_message_id: id }) => id),
    );
    return rows.flatMap((row) => {
      if (row.shown_version === SHOWN_VERSION) return [row];
      const found = made.get(row.stored_message_id);
      if (!found) return [];
      const isCut = row.shown_links === null;
      return [{ ...row, ...found, shown_links: isCut ? null : found.shown_links }];
    });
  }
}

const TEXTS = `
  SELECT e.id, ${EMAIL_TEXTS} FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
  WHERE e.org_id = $1 AND e.id = ANY ($2)`;
