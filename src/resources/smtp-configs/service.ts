import type { EntityManager } from 'typeorm';
import { requireOwned, requireWholeOrg, type AccessScope } from '../../auth/ownership.js';
import { createBatcher } from '../../batcher.js';
import { columnOf } from '../../db/columns.js';
import { Conditions } from '../../db/conditions.js';
import { listPage, newestFirst, type ListDeps, type Page, type Paging } from '../../db/page.js';
import { createRowFinder } from '../../store/row-finder.js';
import type { TargetChecks } from '../../egress/check.js';
import { invalid, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { QUOTAS } from '../../operations/limits.js';
import type { Outbound } from '../../outbound/provider.js';
import { lockOrg, requireRoom } from '../../store/locks.js';
import type { Vault } from '../../vault/vault.js';
import {
  changedFields,
  checkComplete,
  checkTarget,
  checkTls,
  checkedTargets,
  givenSecret,
} from './fields.js';
import {
  CONFIG_ROW,
  WRITTEN,
  type ConfigRef,
  type SmtpConfigRow,
  type WrittenConfig,
  openSettings,
  sealedSecrets,
} from './rows.js';
import type { ConfigChange, ConfigTestResult } from './schema.js';
import { testConfig } from './testing.js';

interface SmtpConfigServiceDeps extends ListDeps {
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly egress: TargetChecks;
  readonly outbound: Pick<Outbound, 'send'>;
}

interface OrgWork {
  readonly orgId: string;
  readonly run: (manager: EntityManager) => Promise<SmtpConfigRow>;
}

/** Through whom an organization sends; nothing for keys that are bound to inboxes. */
export class SmtpConfigService {
  private readonly find: (id: string) => Promise<SmtpConfigRow | null>;

  // Changes of an organization wait for each other; at most two connections are held.
  private readonly serialized = createBatcher<OrgWork, SmtpConfigRow>(
    async ([work]) => [await this.locked(work!)],
    { maxItems: 1, concurrency: 2, keysOf: ({ orgId }) => [orgId] },
  );

  constructor(private readonly deps: SmtpConfigServiceDeps) {
    this.find = createRowFinder(deps.database, FIND);
  }

  /** @throws AppError 400 for what the provider needs or may not be called, or for one too many, 403 */
  async create(access: AccessScope, input: ConfigChange): Promise<SmtpConfigRow> {
    requireWholeOrg(access, 'SMTP configs');
    const { orgId } = access;
    const checked = checkedTargets(this.deps.egress, input);
    const row = await this.written({ id: newId('smtp'), orgId }, checked);
    const run = async (manager: EntityManager) => {
      await requireRoom(manager, orgId, 'smtp_configs', QUOTAS.smtp_configs);
      return write(manager, INSERT, row);
    };
    return this.serialized({ orgId, run });
  }

  /** A page of the configurations of an organization, newest first. @throws AppError 400, 403 */
  async list(access: AccessScope, paging: Paging): Promise<Page<SmtpConfigRow>> {
    requireWholeOrg(access, 'SMTP configs');
    const { orgId } = access;
    const where = new Conditions().add('config.org_id = ?', orgId);
    const from = 'smtp_configs AS config';
    const list = { orgId, name: 'smtp-configs', columns: CONFIG_ROW, from, where };
    return listPage(this.deps, { ...list, order: newestFirst('config') }, paging);
  }

  /** @throws AppError 403, 404 */
  async get(access: AccessScope, id: string): Promise<SmtpConfigRow> {
    requireWholeOrg(access, 'SMTP configs');
    return requireOwned(access.orgId, await this.find(id), 'SMTP config');
  }

  /** @throws AppError 400, 403, 404 */
  async update(access: AccessScope, id: string, change: ConfigChange): Promise<SmtpConfigRow> {
    const row = await this.get(access, id);
    const checked = checkedTargets(this.deps.egress, change);
    return this.change(row, (before) => this.written(row, checked, before));
  }

  /** Makes it the default in place of the one before. @throws AppError 403, 404 */
  async makeDefault(access: AccessScope, id: string): Promise<SmtpConfigRow> {
    const row = await this.get(access, id);
    return this.change(row, async (before) => ({ ...before, isDefault: true }));
  }

  /** @throws AppError 403, 404 */
  async remove(access: AccessScope, id: string): Promise<void> {
    await this.get(access, id);
    const removed = await this.deps.database.query(REMOVE, [id]);
    if (removed.length === 0) throw notFound('SMTP config');
  }

  /** Sends a mail with it now; that the provider refuses is a result. @throws AppError 400, 403, 404 */
  async test(access: AccessScope, id: string, to: string): Promise<ConfigTestResult> {
    const row = await this.get(access, id);
    const settings = await openSettings(this.deps.vault, row);
    const [oldest] = await this.deps.database.query<{ address: string }>(OLDEST_ADDRESS, [
      access.orgId,
    ]);
    const from = settings.fromEmail ?? oldest?.address;
    if (from === undefined)
      throw invalid('from_email is needed to send a test where there is no inbox to send it from');
    return testConfig(this.deps.outbound, settings, { from, to });
  }

  /** The row that `change` makes of `before`. @throws AppError 400 when the provider lacks something. */
  private async written(
    { id, orgId }: ConfigRef,
    change: ConfigChange,
    before?: SmtpConfigRow,
  ): Promise<WrittenConfig> {
    const fields = changedFields(change, before);
    const given = givenSecret(fields.provider, change);
    // A secret is for the provider it was given to.
    const kept = given === undefined && before?.provider === fields.provider ? before : null;
    checkComplete(fields, given ?? hasSecret(kept));
    checkTls(this.deps.egress, fields);
    if (kept && hasSecret(kept)) checkTarget(fields, kept);
    const { sealedPassword, sealedApiKey } =
      kept ?? (await sealedSecrets(this.deps.vault, { id, orgId }, fields.provider, given ?? null));
    return { id, orgId, ...fields, sealedPassword, sealedApiKey };
  }

  /** Writes what `change` makes of a row. @throws AppError 404 when it is gone. */
  private change(
    { id, orgId }: ConfigRef,
    change: (row: SmtpConfigRow) => Promise<WrittenConfig>,
  ): Promise<SmtpConfigRow> {
    const run = async (manager: EntityManager) => {
      const [before]: SmtpConfigRow[] = await manager.query(`${FIND} FOR UPDATE`, [[id]]);
      if (!before) throw notFound('SMTP config');
      return write(manager, UPDATE, await change(before));
    };
    return this.serialized({ orgId, run });
  }

  private locked({ orgId, run }: OrgWork): Promise<SmtpConfigRow> {
    return this.deps.database.transaction(async (manager) => {
      await lockOrg(manager, orgId);
      return run(manager);
    });
  }
}

const hasSecret = (row: SmtpConfigRow | null) => Boolean(row?.sealedPassword ?? row?.sealedApiKey);

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
