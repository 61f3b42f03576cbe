import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';

/** An attempt to send. */
export interface AttemptRef {
  readonly emailId: string;
  readonly number: number;
}

const MAX_BATCH = 50;

const MARK = `
UPDATE send_attempts a SET handed_over_at = now()
FROM unnest($1::text[], $2::int[]) AS leaving(email_id, number)
WHERE a.email_id = ANY ($1) AND a.email_id = leaving.email_id AND a.number = leaving.number
  AND a.outcome IS NULL
RETURNING a.email_id`;

/** Writes down that attempts begin to hand over; false of one that was given up meanwhile. */
export const createHandoverMarks = (
  database: Database,
): ((attempt: AttemptRef) => Promise<boolean>) =>
  createBatcher(
    async (attempts) => {
      const rows = await database.query<{ email_id: string }>(MARK, [
        attempts.map(({ emailId }) => emailId),
        attempts.map(({ number }) => number),
      ]);
      const marked = new Set(rows.map(({ email_id: id }) => id));
      return attempts.map(({ emailId }) => marked.has(emailId));
    },
    { maxItems: MAX_BATCH, concurrency: 2 },
  );

/**
 * What is written down before the first byte of a mail leaves. Without it an attempt that does not end can be made
 * again; with it nobody knows what became of the mail.
 */
export class HandoverMark {
  /** Whether something may have left. */
  isWritten = false;
  /** Whether nothing can leave any more. */
  isRefused = false;
  private writing: Promise<void> | undefined;

  constructor(private readonly mark: () => Promise<boolean>) {}

  /** Awaited by each that is about to let a byte out. @throws when none may leave */
  readonly write = (): Promise<void> => (this.writing ??= this.tryToWrite());

  private async tryToWrite(): Promise<void> {
    try {
      if (!(await this.mark())) throw new Error('the attempt was given up');
      this.isWritten = true;
    } catch (error) {
      this.isRefused = true;
      throw error;
    }
  }
}
