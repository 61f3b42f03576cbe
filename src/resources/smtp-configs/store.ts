import type { EntityManager } from 'typeorm';
import { createBatcher } from '../../batcher.js';
import { columnOf } from '../../db/columns.js';
import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { listPage, newestFirst, type Page, type Paging } from '../../db/page.js';
import { invalid, notFound } from '../../errors.js';
import { CONFIG_ROW, WRITTEN, type SmtpConfigRow, type WrittenConfig } from './rows.js';
import { lockOrg } from '../../store/locks.js';
import { QUOTAS } from '../../operations/limits.js';

const MAX_FOUND = 200;

interface Work {
  readonly orgId: string;
  readonly run: (manager: EntityManager) => Promise<SmtpConfigRow>;
}

/** Configurations in Postgres. */
export class SmtpConfigStore {
  // Changes of an organization wait for each other; at most two connections are held.
  private readonly exclusively = createBatcher<Work, SmtpConfigRow>(
    async ([work]) => [await this.locked(work!)],
    { maxItems: 1, lanes: 2, keysOf: ({ orgId }) => [orgId] },
  );

  /** Null when there is none. Many that are asked for at once are read together. */
  readonly find: (id: string) => Promise<SmtpConfigRow | null>;

  constructor(private readonly database: Database) {
    this.find = createBatcher((ids) => this.findAll(ids), { maxItems: MAX_FOUND, lanes: 2 });
  }

  /** A page of those of an organization, newest first. @throws AppError 400 for a foreign cursor */
  page(cursors: Cursors, orgId: string, paging: Paging): Promise<Page<SmtpConfigRow>> {
    const where = new Conditions().add('config.org_id = ?', orgId);
    const from = 'smtp_configs AS config';
    const list = { orgId, name: 'smtp-configs', columns: CONFIG_ROW, from, where };
    const { database } = this;
    return listPage({ database, cursors }, { ...list, order: newestFirst('config') }, paging);
  }

  /** @throws AppError 400 when there are as many as there may be. */
  add(row: WrittenConfig): Promise<SmtpConfigRow> {
    return this.exclusively({
      orgId: row.orgId,
      run: async (manager) => {
        const [counted]: { count: number }[] = await manager.query(COUNT, [row.orgId]);
        if (counted!.count >= QUOTAS.smtp_configs)
          throw invalid(
            `An organization has at most ${QUOTAS.smtp_configs} SMTP configs; delete one first`,
          );
        return write(manager, INSERT, row);
      },
    });
  }

  /** Writes what `change` makes of a row. @throws AppError 404 when it is gone. */
  change(
    { id, orgId }: Pick<SmtpConfigRow, 'id' | 'orgId'>,
    change: (row: SmtpConfigRow) => Promise<WrittenConfig>,
  ): Promise<SmtpConfigRow> {
    return this.exclusively({
      orgId,
      run: async (manager) => {
        const [before]: SmtpConfigRow[] = await manager.query(`${FIND} FOR UPDATE`, [[id]]);
        if (!before) throw notFound('SMTP config');
        return write(manager, UPDATE, await change(before));
      },
    });
  }

  /** The address of the oldest inbox of an organization; null without one. */
  async oldestAddress(orgId: string): Promise<string | null> {
    const [inbox] = await this.database.query<{ address: string }>(OLDEST_ADDRESS, [orgId]);
    return inbox?.address ?? null;
  }

  /** False when it is gone. */
  async remove(id: string): Promise<boolean> {
    return (await this.database.query(REMOVE, [id])).length > 0;
  }

  private async findAll(ids: readonly string[]): Promise<(SmtpConfigRow | null)[]> {
    const rows = await this.database.query<SmtpConfigRow>(FIND, [[...new Set(ids)]]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  private locked({ orgId, run }: Work): Promise<SmtpConfigRow> {
    return this.database.transaction(async (manager) => {
      await lockOrg(manager, orgId);
      return run(manager);
    });
  }
}

/** The default gives way first: at no moment are there two. */
async function write(
  manager: EntityManager,
  statement: string,
  row: WrittenConfig,
): Promise<SmtpConfigRow> {
  if (row.isDefault) await manager.query(GIVE_WAY, [row.orgId, row.id]);
  const [written]: SmtpConfigRow[] = await manager.query(statement, valuesOf(row));
  return written!;
}

const valuesOf = (row: WrittenConfig): unknown[] => [
  ...WRITTEN.map((field) => row[field]),
  row.fromEmail && row.fromEmail.slice(row.fromEmail.lastIndexOf('@') + 1),
];

const FIND = `SELECT ${CONFIG_ROW} FROM smtp_configs AS config WHERE config.id = ANY ($1)`;

const COUNT = 'SELECT count(*)::int AS count FROM smtp_configs WHERE org_id = $1';

const GIVE_WAY = `
UPDATE smtp_configs SET is_default = false, updated_at = now()
WHERE org_id = $1 AND is_default AND id <> $2`;

const COLUMNS = [...WRITTEN.map(columnOf), 'from_domain'];
const VALUES = COLUMNS.map((_column, index) => `$${index + 1}`);

const INSERT = `
INSERT INTO smtp_configs AS config (${COLUMNS.join(', ')}) VALUES (${VALUES.join(', ')})
RETURNING ${CONFIG_ROW}`;

const UPDATE = `
WITH config AS (
  UPDATE smtp_configs SET (${COLUMNS.join(', ')}) = (${VALUES.join(', ')}), updated_at = now()
  WHERE id = $1 AND org_id = $2 RETURNING *
)
SELECT ${CONFIG_ROW} FROM config`;

const OLDEST_ADDRESS = `
SELECT address FROM inboxes WHERE org_id = $1 AND deleted_at IS NULL
ORDER BY created_at, id LIMIT 1`;

const REMOVE = 'DELETE FROM smtp_configs WHERE id = $1 RETURNING id';
