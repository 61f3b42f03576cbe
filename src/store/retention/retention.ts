import type { Database } from '../../db/database.js';
import { emailRemoval, type RemoveEmails } from '../mail/remove.js';
import { storedBytes } from '../usage.js';
import { isOpen } from '../mail/open-sends.js';
import type { KeptFor, Table } from '../tables.js';
import { CHUNK_BYTES, plus, purgeFirst, type Purged, type RemovableRow } from './purged.js';

interface RetentionServiceDeps {
  readonly database: Database;
  /** Days that mail is kept; undefined: until it is deleted. */
  readonly mailRetentionDays: number | undefined;
  /** What goes with mail, and what is kept for a while only. */
  readonly tables: readonly Table[];
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
// Mails of a transaction: their inboxes are locked for its time, and take no mail in.
const LOCKED_FOR = 50;

/** Removes what was kept long enough, of all organizations. */
export class RetentionService {
  private readonly removeEmails: RemoveEmails;
  private readonly outdated: readonly string[];

  constructor(private readonly deps: RetentionServiceDeps) {
    this.removeEmails = emailRemoval(deps.tables);
    this.outdated = deps.tables.flatMap(({ table, keptFor }) =>
      keptFor ? [deleteOutdated(table, keptFor)] : [],
    );
  }

  /**
   * Removes up to `limit` mails and some rows of each other kind, and counts anew what some organizations
   * keep.
   */
  async purgeChunk(limit: number): Promise<Purged> {
    let purged = await this.purgeMail(BLOCKED_MAIL, BLOCKED_DAYS, limit);
    const days = this.deps.mailRetentionDays;
    if (days !== undefined) purged = plus(purged, await this.purgeMail(OLD_MAIL, days, limit));
    for (const statement of this.outdated)
      purged = plus(purged, await this.purgeRows(statement, limit * ROWS_PER_MAIL));
    const isCounted = await recountStorage(this.deps.database, limit / MAILS_PER_ORG);
    return { ...purged, done: purged.done && isCounted };
  }

  private async purgeMail(statement: string, days: number, limit: number): Promise<Purged> {
    const { database } = this.deps;
    const found = await database.query<RemovableRow>(statement, [limit, days]);
    return purgeFirst(found, { limit, of: 'emails' }, async (ids) => {
      for (let from = 0; from < ids.length; from += LOCKED_FOR)
        await database.transaction((manager) =>
          this.removeEmails(manager, ids.slice(from, from + LOCKED_FOR)),
        );
    });
  }

  private async purgeRows(statement: string, limit: number): Promise<Purged> {
    const [rows] = await this.deps.database.query<OutdatedRows>(statement, [limit]);
    const { found, gone, bytes } = rows!;
    return { done: gone < limit && gone === found, emails: 0, rows: gone, bytes: Number(bytes) };
  }
}

interface OutdatedRows {
  readonly found: number;
  readonly gone: number;
  readonly bytes: string;
}

// Deletes up to $1 rows, fewer when they are large; leaves alone what somebody is using.
const deleteOutdated = (table: string, { outdated, bytes = '0' }: KeptFor): string => `
WITH found AS MATERIALIZED (
  SELECT ctid AS place, ${bytes} AS bytes FROM ${table} WHERE ${outdated}
  LIMIT $1 FOR UPDATE SKIP LOCKED
), chunk AS (
  SELECT place, bytes, sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) - bytes AS before FROM found
), gone AS (
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT place FROM chunk WHERE before < ${CHUNK_BYTES}))
  RETURNING 1)
SELECT (SELECT count(*)::int FROM found) AS found, count(*)::int AS gone,
  (SELECT coalesce(sum(bytes), 0) FROM chunk WHERE before < ${CHUNK_BYTES}) AS bytes
FROM gone`;

// Any number, the same in every process: two that correct one count would correct it twice.
const RECOUNT_LOCK = 7_211_004;

const DUE = `
SELECT id FROM orgs WHERE storage_counted_at < now() - interval '20 hours'
ORDER BY storage_counted_at LIMIT 1`;

// What is there and what is counted are of one moment: rows and their count are committed together.
const CORRECT = `
SELECT add_storage($1, drift) FROM (
  SELECT (SELECT coalesce(sum(size), 0) FROM emails WHERE org_id = $1)::bigint
    + (SELECT coalesce(sum(size), 0) FROM drafts WHERE org_id = $1)::bigint
    - ${storedBytes('$1')} AS drift) AS counted
WHERE drift <> 0`;

const COUNTED = 'UPDATE orgs SET storage_counted_at = now() WHERE id = $1';

/** Puts right what is counted of up to `limit` organizations; true when all were counted within a day. */
async function recountStorage(database: Database, limit: number): Promise<boolean> {
  for (let counted = 0; counted < limit; counted++) if (!(await recountOne(database))) return true;
  return false;
}

const recountOne = (database: Database): Promise<boolean> =>
  database.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [RECOUNT_LOCK]);
    const [org]: { id: string }[] = await manager.query(DUE);
    if (!org) return false;
    await manager.query(CORRECT, [org.id]);
    await manager.query(COUNTED, [org.id]);
    return true;
  });
