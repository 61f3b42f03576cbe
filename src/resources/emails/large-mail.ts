import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import type { Page } from '../../db/page.js';
import { EMAIL_TEXTS, type EmailRow, type EmailTexts } from './rows.js';

/** A row as statements with `emailRow` select it: the texts of large mail are missing. */
export type SelectedRow<Row extends EmailRow = EmailRow> = Omit<Row, keyof EmailTexts> & {
  readonly [Name in keyof EmailTexts]: EmailTexts[Name] | null;
};

type TextsById = ReadonlyMap<string, EmailTexts>;

// What is read at once fills memory and takes turns of everybody's loop.
const MAX_CONCURRENT = 2;

/**
 * Texts of large mail, read apart from all else: their statements may take as long as such mail needs,
 * and never more than two of them run.
 */
export class LargeMail {
  /** The texts of rows of one organization. */
  private readonly textsOf: (rows: readonly SelectedRow[]) => Promise<TextsById>;

  /** `database` has to be patient. */
  constructor(database: Database) {
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
      lanes: MAX_CONCURRENT,
    });
  }

  /** The rows of one organization with the texts that are missing. What was deleted meanwhile is left out. */
  async completed<Row extends EmailRow>(rows: readonly SelectedRow<Row>[]): Promise<Row[]> {
    const missing = rows.filter(({ text_body }) => text_body === null);
    const texts = missing.length > 0 ? await this.textsOf(missing) : new Map<string, EmailTexts>();
    return rows.flatMap((row) => {
      const found = row.text_body === null ? texts.get(row.id) : {};
      return found ? [{ ...row, ...found } as Row] : [];
    });
  }

  /** The same for a page. */
  async completedPage(page: Page<SelectedRow>): Promise<Page<EmailRow>> {
    return { ...page, data: await this.completed(page.data) };
  }
}

const TEXTS = `
  SELECT e.id, ${EMAIL_TEXTS} FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
  WHERE e.org_id = $1 AND e.id = ANY ($2)`;
