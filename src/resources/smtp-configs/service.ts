import { own, type Reach } from '../../auth/ownership.js';
import type { Cursors } from '../../db/cursor.js';
import type { Page, Paging } from '../../db/page.js';
import type { Database } from '../../db/database.js';
import type { TargetChecks } from '../../egress/check.js';
import { forbidden, invalid, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Outbound } from '../../outbound/provider.js';
import type { Vault } from '../../vault/vault.js';
import {
  changedFields,
  checkComplete,
  checkTarget,
  checkTls,
  checkedTargets,
  givenSecret,
} from './fields.js';
import type { ConfigRef, SmtpConfigRow, WrittenConfig } from './rows.js';
import type { ConfigChange } from './schema.js';
import { openSettings, sealedSecrets } from './secrets.js';
import { SmtpConfigStore } from './store.js';
import { testConfig, type TestOutcome } from './testing.js';

/** What configurations need. */
export interface SmtpConfigServiceDeps {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly egress: TargetChecks;
  readonly outbound: Pick<Outbound, 'send'>;
}

/** Through whom an organization sends; nothing for keys that are bound to inboxes. */
export class SmtpConfigService {
  private readonly store: SmtpConfigStore;

  constructor(private readonly deps: SmtpConfigServiceDeps) {
    this.store = new SmtpConfigStore(deps.database);
  }

  /** @throws AppError 400 for what the provider needs or may not be called, 403 */
  async create(reach: Reach, input: ConfigChange): Promise<SmtpConfigRow> {
    mayManage(reach);
    const owner = { id: newId('smtp'), orgId: reach.orgId };
    return this.store.add(await this.written(owner, checkedTargets(this.deps.egress, input)));
  }

  /** A page of the configurations of an organization, newest first. @throws AppError 400, 403 */
  async list(reach: Reach, paging: Paging): Promise<Page<SmtpConfigRow>> {
    mayManage(reach);
    return this.store.page(this.deps.cursors, reach.orgId, paging);
  }

  /** @throws AppError 403, 404 */
  async get(reach: Reach, id: string): Promise<SmtpConfigRow> {
    mayManage(reach);
    return own(reach.orgId, await this.store.find(id), 'SMTP config');
  }

  /** @throws AppError 400, 403, 404 */
  async update(reach: Reach, id: string, change: ConfigChange): Promise<SmtpConfigRow> {
    const row = await this.get(reach, id);
    const checked = checkedTargets(this.deps.egress, change);
    return this.store.change(row, (before) => this.written(row, checked, before));
  }

  /** Makes it the default in place of the one before. @throws AppError 403, 404 */
  async makeDefault(reach: Reach, id: string): Promise<SmtpConfigRow> {
    const row = await this.get(reach, id);
    return this.store.change(row, async (before) => ({ ...before, isDefault: true }));
  }

  /** @throws AppError 403, 404 */
  async remove(reach: Reach, id: string): Promise<void> {
    await this.get(reach, id);
    if (!(await this.store.remove(id))) throw notFound('SMTP config');
  }

  /** Sends a mail with it now; that the provider refuses is a result. @throws AppError 400, 403, 404 */
  async test(reach: Reach, id: string, to: string): Promise<TestOutcome> {
    const row = await this.get(reach, id);
    const settings = await openSettings(this.deps.vault, row);
    const from = settings.fromEmail ?? (await this.store.oldestAddress(reach.orgId));
    if (from === null)
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
}

const hasSecret = (row: SmtpConfigRow | null) => Boolean(row?.sealedPassword ?? row?.sealedApiKey);

function mayManage({ allowedInboxIds }: Reach): void {
  if (allowedInboxIds !== null)
    throw forbidden('This key is bound to inboxes; SMTP configs belong to the whole organization');
}
