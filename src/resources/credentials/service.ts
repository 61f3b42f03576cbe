import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { requireInbox, requireOwned, requireWholeOrg } from '../../auth/ownership.js';
import { principalId } from '../../auth/principal.js';
import { Conditions } from '../../db/conditions.js';
import {
  keyset,
  listPage,
  newestFirst,
  type ListDeps,
  type Page,
  type Paging,
} from '../../db/page.js';
import { AppError, conflict, forbidden, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import type { FromWire } from '../../operations/wire.js';
import type { FindInbox } from '../../store/inboxes.js';
import type { SealedEntry, ChainPlace } from '../../vault/audit-chain.js';
import type { Plain } from '../../vault/canonical-json.js';
import type { Vault } from '../../vault/vault.js';
import { WITHDRAW } from './approving.js';
import { ENTRY_COLUMNS, type AuditAction, type AuditLog, type AuditVerdict } from './audit.js';
import type { credentialChange, credentialListQuery, newCredential } from './schema.js';
import {
  addCredential,
  changeCredential,
  CREDENTIAL_COLUMNS,
  findCredential,
  removeCredential,
  roomForCredential,
  type CredentialRow,
} from './store.js';
import { checkTotp, valueOf } from './values.js';

interface CredentialServiceDeps extends ListDeps {
  readonly vault: Pick<Vault, 'seal'>;
  readonly audit: AuditLog;
  readonly findInbox: FindInbox;
}

type NewCredential = FromWire<z.output<typeof newCredential>>;
type Change = FromWire<Omit<z.output<typeof credentialChange>, 'id' | 'namespace'>>;

/** A credential by its id, within a namespace. */
export interface CredentialPlace {
  readonly id: string;
  readonly namespace?: string | undefined;
}

/** Secrets that agents use and never see. Whatever is done with them, or refused, is logged before it is answered. */
export class CredentialService {
  constructor(private readonly deps: CredentialServiceDeps) {}

  /** @throws AppError 403, 404, 429 too many; 503 where it cannot be logged */
  async store(caller: Caller, given: NewCredential): Promise<CredentialRow> {
    const { service, identifier, namespace = null, inboxId = null } = given;
    const { orgId } = caller;
    const metadata = { service, identifier };
    await this.audited(caller, { action: 'store', credentialId: null, metadata }, async () => {
      requireNamespace(caller, namespace);
      await this.requirePlace(caller, inboxId);
      await roomForCredential(this.deps.database, orgId);
    });
    const id = newId('cred');
    const value = valueOf(given.credentialType, given.value);
    checkTotp(given.credentialType, given.totpSecret);
    const sealed = await this.sealed(orgId, id, { ...given, value });
    return this.deps.database.transaction(async (manager) => {
      const entry = { action: 'store', credentialId: id, metadata } as const;
      await this.deps.audit.add(manager, { ...this.about(caller), ...entry, outcome: 'done' });
      return addCredential(manager, {
        ...{ id, orgId, inboxId, service, identifier, namespace },
        credentialType: given.credentialType,
        label: given.label ?? null,
        origins: given.origins,
        requiresApproval: given.requiresApproval,
        expiresAt: given.expiresAt ?? null,
        sealedValue: sealed.sealedValue!,
        sealedTotp: sealed.sealedTotp ?? null,
      });
    });
  }

  /** A page of those of a namespace, or of none, newest first. @throws AppError 400, 503 */
  async list(
    caller: Caller,
    { service, namespace, limit, cursor }: FromWire<z.output<typeof credentialListQuery>>,
  ): Promise<Page<CredentialRow>> {
    const metadata = { service: service ?? null, namespace: namespace ?? null };
    const entry = { action: 'list', credentialId: null, metadata } as const;
    await this.audited(caller, entry, async () => requireNamespace(caller, namespace ?? null));
    await this.deps.audit.record({ ...this.about(caller), ...entry, outcome: 'done' });
    const { orgId, allowedInboxIds } = caller;
    const where = new Conditions()
      .add('org_id = ?', orgId)
      .add('namespace IS NOT DISTINCT FROM ?', namespace ?? null);
    if (allowedInboxIds) where.add('inbox_id = ANY (?)', allowedInboxIds);
    if (service !== undefined) where.add('service = ?', service);
    const name = ['credentials', namespace ?? null, service ?? null, allowedInboxIds];
    const list = { orgId, name, columns: CREDENTIAL_COLUMNS, from: 'credentials', where };
    const paging = { limit, cursor };
    return listPage<CredentialRow>(
      this.deps,
      { ...list, order: newestFirst('credentials') },
      paging,
    );
  }

  /** @throws AppError 403, 404, 503 */
  async get(caller: Caller, place: CredentialPlace): Promise<CredentialRow> {
    const found = await this.found(caller, place, 'read');
    await this.deps.audit.record({ ...this.entryOf(caller, found, 'read'), outcome: 'done' });
    return found;
  }

  /** One that may be used. @throws AppError 403, 404, 409 expired, 503 */
  async forUse(caller: Caller, place: CredentialPlace): Promise<CredentialRow> {
    const found = await this.found(caller, place, 'use_in_browser');
    const { action, ...entry } = this.entryOf(caller, found, 'use_in_browser');
    return this.audited(caller, { action, ...entry }, async () => {
      if (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now())
        throw conflict('The credential has expired');
      return found;
    });
  }

  /** @throws AppError 403, 404, 503 */
  async change(caller: Caller, place: CredentialPlace, change: Change): Promise<CredentialRow> {
    const found = await this.found(caller, place, 'change');
    const { label, origins, requiresApproval, expiresAt } = change;
    const value = change.value && valueOf(found.credentialType, change.value);
    checkTotp(found.credentialType, change.totpSecret);
    // One from when it could have a secret beside its value gives codes of the new value.
    const isOther = value !== undefined && found.credentialType === 'totp_secret';
    const given = { value, totpSecret: isOther ? null : change.totpSecret };
    const sealed = await this.sealed(caller.orgId, found.id, given);
    return this.deps.database.transaction(async (manager) => {
      const changed = Object.keys(change);
      const entry = this.entryOf(caller, found, 'change', { changed });
      await this.deps.audit.add(manager, { ...entry, outcome: 'done' });
      const row = await changeCredential(manager, found.id, {
        ...withoutUndefined({ label, origins, requiresApproval, expiresAt }),
        ...sealed,
      });
      // Deleted meanwhile: then the log has no change either.
      if (!row) throw notFound('Credential');
      return row;
    });
  }

  /** For good; its log stays. @throws AppError 403, 404, 503 */
  async remove(caller: Caller, place: CredentialPlace): Promise<void> {
    const found = await this.found(caller, place, 'delete');
    const entry = this.entryOf(caller, found, 'delete');
    const removal = async (manager: EntityManager) => {
      await this.deps.audit.add(manager, { ...entry, outcome: 'done' });
      await manager.query(WITHDRAW, [found.id]);
      // Of several at once, one deletes it.
      if (!(await removeCredential(manager, found.id))) throw notFound('Credential');
    };
    await this.audited(caller, entry, () => this.deps.database.transaction(removal));
  }

  /** A page of the log, newest first. @throws AppError 400, 403, 404 */
  async log(
    caller: Caller,
    credentialId: string | undefined,
    paging: Paging,
  ): Promise<Page<SealedEntry>> {
    requireWholeVault(caller);
    const { orgId } = caller;
    const where = new Conditions().add('org_id = ?', orgId);
    if (credentialId !== undefined) where.add('credential_id = ?', credentialId);
    const name = ['audit', credentialId ?? null];
    const list = { orgId, name, columns: ENTRY_COLUMNS, from: 'audit_entries', where };
    const page = await listPage<SealedEntry>(this.deps, { ...list, order: LAST_FIRST }, paging);
    // What was deleted has entries; what has none may never have been the organization's.
    if (credentialId !== undefined && page.data.length === 0)
      requireOwned(orgId, await findCredential(this.deps.database, credentialId), 'Credential');
    return page;
  }

  /** @throws AppError 403 */
  async head(caller: Caller): Promise<ChainPlace> {
    requireWholeVault(caller);
    return this.deps.audit.head(caller.orgId);
  }

  /** @throws AppError 403 */
  async verify(caller: Caller, known: ChainPlace | null): Promise<AuditVerdict> {
    requireWholeVault(caller);
    return this.deps.audit.verify(caller.orgId, known);
  }

  private async found(
    caller: Caller,
    { id, namespace }: CredentialPlace,
    action: AuditAction,
  ): Promise<CredentialRow> {
    const row = await findCredential(this.deps.database, id);
    const isOwn = row?.orgId === caller.orgId;
    const metadata = isOwn ? { service: row.service, identifier: row.identifier } : {};
    const entry = { action, credentialId: isOwn ? id : null, metadata };
    return this.audited(caller, entry, async () => {
      requireNamespace(caller, namespace ?? null);
      const found = requireOwned(caller.orgId, row, 'Credential');
      // What is in a namespace is not there for who does not name it.
      if (found.namespace !== (namespace ?? null)) throw notFound('Credential');
      await this.requirePlace(caller, found.inboxId);
      return found;
    });
  }

  private async requirePlace(caller: Caller, inboxId: string | null): Promise<void> {
    if (inboxId !== null) requireInbox(caller, await this.deps.findInbox(inboxId));
    else if (caller.allowedInboxIds !== null)
      throw forbidden('This key is bound to inboxes: it has only credentials of those');
  }

  /** Logs what `check` refuses. */
  private async audited<T>(
    caller: Caller,
    entry: {
      readonly action: AuditAction;
      readonly credentialId: string | null;
      readonly metadata: { readonly [name: string]: Plain };
    },
    check: () => Promise<T>,
  ): Promise<T> {
    try {
      return await check();
    } catch (error) {
      if (error instanceof AppError && error.status < 500)
        await this.deps.audit.record({ ...this.about(caller), ...entry, outcome: 'refused' });
      throw error;
    }
  }

  private about(caller: Caller) {
    return { orgId: caller.orgId, principal: principalId(caller.principal) };
  }

  private entryOf(
    caller: Caller,
    { id, service, identifier }: CredentialRow,
    action: AuditAction,
    more: { readonly [name: string]: Plain } = {},
  ) {
    const metadata = { service, identifier, ...more };
    return { ...this.about(caller), action, credentialId: id, metadata };
  }

  private async sealed(
    orgId: string,
    id: string,
    {
      value,
      totpSecret,
    }: { readonly value: string | undefined; readonly totpSecret?: string | null | undefined },
  ) {
    const { vault } = this.deps;
    const seal = (field: string, text: string) => vault.seal(orgId, { id, field }, text);
    return {
      ...(value !== undefined && { sealedValue: await seal('value', value) }),
      ...(totpSecret !== undefined && {
        sealedTotp: totpSecret === null ? null : await seal('totp', totpSecret),
      }),
    };
  }
}

/** What in no namespace is, a key that is bound to some does not reach. @throws AppError 403 */
function requireNamespace({ allowedNamespaces }: Caller, namespace: string | null): void {
  if (allowedNamespaces === null) return;
  if (namespace !== null && allowedNamespaces.includes(namespace)) return;
  throw forbidden(
    `This key is bound to namespaces: namespace must be one of ${allowedNamespaces.join(', ')}`,
  );
}

/** What is about all credentials of the organization. @throws AppError 403 */
function requireWholeVault(caller: Caller): void {
  requireWholeOrg(caller, 'audit logs');
  if (caller.allowedNamespaces !== null)
    throw forbidden('This key is bound to namespaces: it cannot read audit logs');
}

const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const LAST_FIRST = keyset('DESC', ['seq', 'bigint']);
