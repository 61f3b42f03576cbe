import type { Database } from '../../db/database.js';
import { emailRemoval, type RemoveEmails } from '../mail/remove.js';
import { recountStorage } from './recount-usage.js';
import { chunkOf } from './chunks.js';
import { isOpen } from '../mail/open-sends.js';
import type { Table } from '../tables.js';
import { outdatedRows } from './kept.js';

/** What retention needs. */
export interface RetentionServiceDeps {
  readonly database: Database;
  /** Days that mail is kept; undefined: until it is deleted. */
  readonly mailRetentionDays: number | undefined;
  /** What goes with mail, and what is kept for a while only. */
  readonly tables: readonly Table[];
}

interface OldEmail {
  readonly id: string;
  readonly size: number;
}

// Rows without bytes are that many times cheaper to remove than mail.
const ROWS_PER_MAIL = 10;
// An organization that is counted is that many times dearer.
const MAILS_PER_ORG = 20;

// Along the index on organization and time; there is none on the time alone. What is still to leave stays.
const OLD_MAIL = `
SELECT email.id, email.size FROM orgs CROSS JOIN LATERAL (
  SELECT id, size FROM emails
  WHERE org_id = orgs.id AND received_at < now() - make_interval(days => $2)
    AND (direction = 'inbound' OR NOT ${isOpen('emails.id')})
  ORDER BY received_at LIMIT $1) AS email
LIMIT $1`;

const BLOCKED_MAIL = `
SELECT id, size FROM emails
WHERE status = 'blocked' AND received_at < now() - make_interval(days => $2)
LIMIT $1`;
const BLOCKED_DAYS = 30;

/** Removes what was kept long enough, of all organizations. */
export class RetentionService {
  private readonly removeEmails: RemoveEmails;
  private readonly outdated: readonly string[];

  constructor(private readonly deps: RetentionServiceDeps) {
    this.removeEmails = emailRemoval(deps.tables);
    this.outdated = outdatedRows(deps.tables);
  }

  /**
   * Removes up to `limit` mails and some rows of each other kind, and counts anew what some organizations
   * keep; true when nothing is left to do.
   */
  async purgeChunk(limit: number): Promise<boolean> {
    const finished = [await this.purgeMail(BLOCKED_MAIL, BLOCKED_DAYS, limit)];
    const days = this.deps.mailRetentionDays;
    if (days !== undefined) finished.push(await this.purgeMail(OLD_MAIL, days, limit));
    for (const statement of this.outdated)
      finished.push(await this.purgeRows(statement, limit * ROWS_PER_MAIL));
    finished.push(await recountStorage(this.deps.database, limit / MAILS_PER_ORG));
    return finished.every(Boolean);
  }

  private purgeMail(statement: string, days: number, limit: number): Promise<boolean> {
    return this.deps.database.transaction(async (manager) => {
      const emails: OldEmail[] = await manager.query(statement, [limit, days]);
      const chunk = chunkOf(emails);
      await this.removeEmails(
        manager,
        chunk.map(({ id }) => id),
      );
      return chunk.length < limit && chunk.length === emails.length;
    });
  }

  private async purgeRows(statement: string, limit: number): Promise<boolean> {
    const [rows] = await this.deps.database.query<{ found: number; gone: number }>(statement, [
      limit,
    ]);
    const { found, gone } = rows!;
    return gone < limit && gone === found;
  }
}
