import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { Semaphore } from '../../semaphore.js';
import type { Database } from '../../db/database.js';
import type { Egress } from '../../egress/egress.js';
import { invalid } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Vault } from '../../vault/vault.js';
import { WebhookEntity } from './entities.js';
import type { OwnHeaders } from './headers.js';
import { checkInboxes, checkSubscription } from './access.js';
import type { NewWebhook } from './schema.js';
import { newSecret, placeOf } from './secret.js';
import { lockOrg } from '../../store/locks.js';
import { QUOTAS } from '../../operations/limits.js';

/** What creating needs. */
export interface WebhookCreationDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly egress: Pick<Egress, 'checkUrl'>;
}

/** A webhook with its secret in clear: the only time it is seen. */
export interface WebhookWithSecret {
  readonly webhook: WebhookEntity;
  readonly secret: string;
}

// Connections that creations may hold at once: those of one organization wait for each other.
const LANES = 2;

type NewRow = Partial<WebhookEntity> & Pick<WebhookEntity, 'id' | 'orgId'>;

/** Makes webhooks, no more than an organization may have. */
export class WebhookCreation {
  private readonly limited = new Semaphore(LANES);

  constructor(private readonly deps: WebhookCreationDeps) {}

  /** A new webhook. @throws AppError 400 for a URL that may not be called or one webhook too many, 403, 404. */
  async create(caller: Caller, { headers, ...input }: NewWebhook): Promise<WebhookWithSecret> {
    const { database, vault, egress } = this.deps;
    checkSubscription(caller, input.events);
    egress.checkUrl(input.url, 'url');
    await checkInboxes(database, caller, input.inboxIds);
    const { orgId } = caller;
    const id = newId('wh');
    const secret = newSecret();
    const row: NewRow = {
      ...input,
      id,
      orgId,
      ...(await sealedHeaders(vault, orgId, id, headers)),
      sealedSecret: await vault.seal(orgId, placeOf(id, 'secret'), secret),
    };
    const webhook = await this.limited.run(() =>
      database.transaction((manager) => insertCounted(manager, row)),
    );
    return { webhook, secret };
  }
}

/** Own headers as a row keeps them. */
export async function sealedHeaders(
  vault: WebhookCreationDeps['vault'],
  orgId: string,
  id: string,
  headers: OwnHeaders | null,
): Promise<Pick<WebhookEntity, 'headerNames' | 'sealedHeaders'>> {
  const headerNames = Object.keys(headers ?? {});
  if (headerNames.length === 0) return { headerNames, sealedHeaders: null };
  const text = JSON.stringify(headers);
  return { headerNames, sealedHeaders: await vault.seal(orgId, placeOf(id, 'headers'), text) };
}

/** Creations of an organization run one after the other, so that the count is exact. */
async function insertCounted(manager: EntityManager, row: NewRow): Promise<WebhookEntity> {
  const { id, orgId } = row;
  await lockOrg(manager, orgId);
  if ((await manager.countBy(WebhookEntity, { orgId })) >= QUOTAS.webhooks)
    throw invalid(`An organization has at most ${QUOTAS.webhooks} webhooks; delete one first`);
  await manager.insert(WebhookEntity, row);
  return manager.findOneByOrFail(WebhookEntity, { id });
}
