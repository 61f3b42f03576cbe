import type { EntityManager } from 'typeorm';
import { createBatcher } from '../../batcher.js';
import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { listPage, newestFirst, type Page, type Paging } from '../../db/page.js';
import { invalid, notFound } from '../../errors.js';
import { CONFIG_ROW, type SmtpConfigRow } from './rows.js';
import { lockOrg } from '../../store/locks.js';
import { QUOTAS } from '../../operations/limits.js';

const MAX_FOUND = 200;

/** A row as it is written; the times are the table's. */
export type WrittenConfig = Omit<SmtpConfigRow, 'created_at' | 'updated_at'>;

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
      orgId: row.org_id,
      run: async (manager) => {
        const [counted]: { count: number }[] = await manager.query(COUNT, [row.org_id]);
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
    { id, org_id: orgId }: Pick<SmtpConfigRow, 'id' | 'org_id'>,
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
  if (row.is_default) await manager.query(GIVE_WAY, [row.org_id, row.id]);
  const [written]: SmtpConfigRow[] = await manager.query(statement, valuesOf(row));
  return written!;
}

const valuesOf = (row: WrittenConfig): unknown[] => [
  row.id,
  row.org_id,
  row.provider,
  row.name,
  row.username,
  row.sealed_password,
  row.sealed_api_key,
  row.region,
  row.from_email,
  row.from_email && row.from_email.slice(row.from_email.lastIndexOf('@') + 1),
  row.host,
  row.port,
  row.secure,
  row.base_url,
  row.is_default,
  row.tls,
];

const FIND = `SELECT ${CONFIG_ROW} FROM smtp_configs AS config WHERE config.id = ANY ($1)`;

const COUNT = 'SELECT count(*)::int AS count FROM smtp_configs WHERE org_id = $1';

const GIVE_WAY = `
UPDATE smtp_configs SET is_default = false, updated_at = now()
WHERE org_id = $1 AND is_default AND id <> $2`;

const INSERT = `
INSERT INTO smtp_configs AS config (id, org_id, provider, name, username, sealed_password,
  sealed_api_key, region, from_email, from_domain, host, port, secure, base_url, is_default,
  tls)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
RETURNING ${CONFIG_ROW}`;

const UPDATE = `
WITH config AS (
  UPDATE smtp_configs SET provider = $3, name = $4, username = $5, sealed_password = $6,
    sealed_api_key = $7, region = $8, from_email = $9, from_domain = $10, host = $11, port = $12,
    secure = $13, base_url = $14, is_default = $15, tls = $16, updated_at = now()
  WHERE id = $1 AND org_id = $2 RETURNING *
)
SELECT ${CONFIG_ROW} FROM config`;

const OLDEST_ADDRESS = `
SELECT address FROM inboxes WHERE org_id = $1 AND deleted_at IS NULL
ORDER BY created_at, id LIMIT 1`;

const REMOVE = 'DELETE FROM smtp_configs WHERE id = $1 RETURNING id';
