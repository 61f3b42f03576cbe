import { requireWholeOrg, type AccessScope } from '../../auth/ownership.js';
import { Conditions } from '../../db/conditions.js';
import { listEntities } from '../../db/entity-list.js';
import { keyset, type ListDeps, type Page } from '../../db/page.js';
import { notFound } from '../../errors.js';
import { addSuppressions } from './add-suppressions.js';
import { SuppressionEntity } from './entities.js';
import { addressKey } from '../../store/mail/address-pattern.js';
import type { Suppressing, SuppressionPaging } from './schema.js';

const BY_ID = keyset('DESC', ['id', 'bigint']);

/** Addresses that no inbox of an organization writes to. */
export class SuppressionService {
  constructor(private readonly deps: ListDeps) {}

  /** A page of the suppressions, newest first. @throws AppError 400 for a foreign cursor. */
  list({ orgId }: AccessScope, page: SuppressionPaging): Promise<Page<SuppressionEntity>> {
    const { address, ...paging } = page;
    const key = address === undefined ? null : addressKey(address);
    const where = new Conditions();
    if (key !== null) where.add('address = ?', key);
    const list = { orgId, name: ['suppressions', key], where, order: BY_ID };
    return listEntities(this.deps, SuppressionEntity, list, paging);
  }

  /** The suppression, which may have been there before. @throws AppError 403 */
  async add(access: AccessScope, given: Suppressing): Promise<SuppressionEntity> {
    requireWholeOrg(access, 'suppressions');
    const { orgId } = access;
    const { address } = given;
    const added = { ...given, detail: given.detail ?? null, emailId: null, inboxId: null };
    return this.deps.database.transaction(async (manager) => {
      await addSuppressions(manager, orgId, [added]);
      const row = await manager.getRepository(SuppressionEntity).findOneBy({ orgId, address });
      // Taken off by somebody else since: it is as if this had come first.
      if (!row) throw notFound('Suppression');
      return row;
    });
  }

  /** The address that may be written to again. @throws AppError 403, 404 */
  async remove(access: AccessScope, address: string): Promise<string> {
    requireWholeOrg(access, 'suppressions');
    const key = addressKey(address);
    const { affected } = await this.deps.database
      .repository(SuppressionEntity)
      .delete({ orgId: access.orgId, address: key });
    if (!affected) throw notFound('Suppression');
    return key;
  }
}
