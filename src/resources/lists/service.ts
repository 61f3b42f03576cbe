import type { z } from 'zod';
import { IsNull, type EntityManager } from 'typeorm';
import { requireInbox, type AccessScope } from '../../auth/ownership.js';
import { Conditions } from '../../db/conditions.js';
import { listEntities } from '../../db/entity-list.js';
import { keyset, type ListDeps, type Page } from '../../db/page.js';
import { conflict, forbidden, notFound } from '../../errors.js';
import type { FromWire } from '../../operations/wire.js';
import { findInbox } from '../../store/inboxes.js';
import { AddressRuleEntity } from './entities.js';
import type { addressRuleQuery } from './schema.js';
import { QUOTAS } from '../../operations/limits.js';

const BY_ID = keyset('DESC', ['id', 'bigint']);

/** One of the four lists. */
export type ListName = Pick<AddressRuleEntity, 'direction' | 'kind'>;

/** An entry of a list of an inbox or, with null, of the organization. */
export type ListEntry = Pick<AddressRuleEntity, 'direction' | 'kind' | 'pattern' | 'inboxId'>;

/** A page of one list; `inboxId` leaves out everything else. */
export type ListPage = FromWire<z.output<typeof addressRuleQuery>>;

/** Whom an inbox takes mail from, and from whom not. */
export interface ReceiveLists {
  readonly allow: readonly string[];
  readonly block: readonly string[];
}

/** Whom an organization and its inboxes take mail from, and whom they send to. */
export class ListService {
  constructor(private readonly deps: ListDeps) {}

  /** Entries of one list, newest first; those of its inboxes alone for a key bound to inboxes. */
  async list(access: AccessScope, page: ListPage): Promise<Page<AddressRuleEntity>> {
    if (page.inboxId !== undefined) await this.mayChange(access, page.inboxId);
    const { direction, kind, inboxId } = page;
    const { orgId, allowedInboxIds } = access;
    const where = new Conditions().add('direction = ? AND kind = ?', direction, kind);
    if (inboxId !== undefined) where.add('inbox_id = ?', inboxId);
    if (allowedInboxIds) where.add('inbox_id = ANY (?)', allowedInboxIds);
    const name = ['lists', direction, kind, inboxId ?? null];
    return listEntities(this.deps, AddressRuleEntity, { orgId, name, where, order: BY_ID }, page);
  }

  /**
   * The entry, which may have been there before.
   * @throws AppError 404 or 403 for its inbox, 409 when the list is full.
   */
  async add(access: AccessScope, entry: ListEntry): Promise<AddressRuleEntity> {
    await this.mayChange(access, entry.inboxId);
    await this.deps.database.query(INSERT, [
      access.orgId,
      entry.inboxId,
      entry.direction,
      entry.kind,
      [entry.pattern],
      QUOTAS.list_entries,
    ]);
    const row = await this.find(access.orgId, entry);
    if (!row) throw conflict(`The list has ${QUOTAS.list_entries} entries, and no room for more`);
    return row;
  }

  /** @throws AppError 404 when the list does not hold the entry. */
  async remove(access: AccessScope, entry: ListEntry): Promise<void> {
    await this.mayChange(access, entry.inboxId);
    const row = await this.find(access.orgId, entry);
    if (!row) throw notFound('List entry');
    await this.deps.database.repository(AddressRuleEntity).delete({ id: row.id });
  }

  /** Makes `patterns` the whole list of an inbox, in the transaction of `manager`. */
  async replace(
    manager: EntityManager,
    inbox: { readonly orgId: string; readonly id: string },
    { direction, kind }: ListName,
    patterns: readonly string[],
  ): Promise<void> {
    const owner = [inbox.orgId, inbox.id, direction, kind];
    await manager.query(
      `DELETE FROM address_rules
       WHERE org_id = $1 AND coalesce(inbox_id, '') = $2 AND direction = $3 AND kind = $4
         AND pattern <> ALL ($5)`,
      [...owner, patterns],
    );
    await manager.query(INSERT, [...owner, patterns, QUOTAS.list_entries]);
  }

  /** The receive lists of inboxes themselves, by their ids; one without any entry is missing. */
  async receiveLists(
    orgId: string,
    inboxIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReceiveLists>> {
    const rows = await this.deps.database.query<{ id: string } & ReceiveLists>(
      `SELECT inbox_id AS id,
         coalesce(array_agg(pattern ORDER BY pattern) FILTER (WHERE kind = 'allow'), '{}') AS allow,
         coalesce(array_agg(pattern ORDER BY pattern) FILTER (WHERE kind = 'block'), '{}') AS block
       FROM address_rules
       WHERE org_id = $1 AND coalesce(inbox_id, '') = ANY ($2) AND direction = 'receive'
       GROUP BY inbox_id`,
      [orgId, inboxIds],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async mayChange(access: AccessScope, inboxId: string | null): Promise<void> {
    if (inboxId === null && access.allowedInboxIds !== null)
      throw forbidden('This key is bound to inboxes: name one of them as inbox_id');
    if (inboxId === null) return;
    requireInbox(access, await findInbox(this.deps.database, inboxId));
  }

  private find(orgId: string, entry: ListEntry): Promise<AddressRuleEntity | null> {
    const { inboxId, direction, kind, pattern } = entry;
    return this.deps.database
      .repository(AddressRuleEntity)
      .findOneBy({ orgId, inboxId: inboxId ?? IsNull(), direction, kind, pattern });
  }
}

// Adds what fits and is not there.
const INSERT = `
  INSERT INTO address_rules (org_id, inbox_id, direction, kind, pattern)
  SELECT $1, $2, $3, $4, pattern FROM unnest($5::text[]) AS pattern
  WHERE (SELECT count(*) FROM address_rules
         WHERE org_id = $1 AND coalesce(inbox_id, '') = coalesce($2, '')
           AND direction = $3 AND kind = $4) < $6::int
  ON CONFLICT DO NOTHING`;
