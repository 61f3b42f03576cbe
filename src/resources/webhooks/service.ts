import type { Caller } from '../../auth/caller.js';
import type { AccessScope } from '../../auth/ownership.js';
import type { Database } from '../../db/database.js';
import type { ListDeps, Page, Paging } from '../../db/page.js';
import { notFound } from '../../errors.js';
import { Conditions } from '../../db/conditions.js';
import { listEntities } from '../../db/entity-list.js';
import type { Egress } from '../../egress/egress.js';
import { newId } from '../../ids.js';
import { Semaphore } from '../../semaphore.js';
import type { Vault } from '../../vault/vault.js';
import { checkInboxes, checkSubscription, ownWebhook } from './access.js';
import {
  changeWebhook,
  deleteWebhook,
  insertWebhook,
  pauseWebhook,
  resumeWebhook,
  type RowChange,
} from './change.js';
import {
  findDelivery,
  listDeliveries,
  type DeliveryFilter,
  type ListedDelivery,
} from './delivery-listing.js';
import { WebhookEntity } from './entities.js';
import { pendingKinds } from './pending-deliveries.js';
import { deliverAgain, replay, type Replayed, type ReplayOrder } from './replay.js';
import type { NewWebhook, WebhookChange } from './schema.js';
import { vaultContextOf, rotateSecret, sealedHeaders } from './sealing.js';
import { newSecret } from './signature.js';
import { testWebhook, type Attempting, type WebhookTestResult } from './testing.js';

interface WebhookServiceDeps extends ListDeps {
  /** For what may touch very many deliveries: its statements may take longer. */
  readonly background: Database;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly egress: Pick<Egress, 'checkUrl'>;
  readonly attempts: Attempting;
}

/** A webhook with its secret in clear: the only time it is seen. */
export interface WebhookWithSecret {
  readonly webhook: WebhookEntity;
  readonly secret: string;
}

// Connections that creations may hold at once: those of one organization wait for each other.
const MAX_CONCURRENT = 2;

/** Webhooks of an organization, and what they were told. */
export class WebhookService {
  private readonly limited = new Semaphore(MAX_CONCURRENT);

  constructor(private readonly deps: WebhookServiceDeps) {}

  /** @throws AppError 400 for a URL that may not be called or one webhook too many, 403, 404 */
  async create(caller: Caller, { headers, ...input }: NewWebhook): Promise<WebhookWithSecret> {
    const { database, vault, egress } = this.deps;
    checkSubscription(caller, input.events);
    egress.checkUrl(input.url, 'url');
    await checkInboxes(database, caller, input.inboxIds ?? null);
    const own = { id: newId('wh'), orgId: caller.orgId };
    const secret = newSecret();
    const sealedSecret = await vault.seal(own.orgId, vaultContextOf(own.id, 'secret'), secret);
    const row = { ...input, ...(await sealedHeaders(vault, own, headers)), sealedSecret };
    const webhook = await this.limited.run(() =>
      database.transaction((manager) => insertWebhook(manager, own, row)),
    );
    return { webhook, secret };
  }

  /** A page of the webhooks the caller may use, newest first. @throws AppError 400 for a foreign cursor. */
  list({ orgId, allowedInboxIds }: AccessScope, paging: Paging): Promise<Page<WebhookEntity>> {
    const where = new Conditions();
    if (allowedInboxIds) where.add('inbox_ids <@ ?', allowedInboxIds);
    return listEntities(this.deps, WebhookEntity, { orgId, name: 'webhooks', where }, paging);
  }

  /** @throws AppError 403, 404 */
  async get(access: AccessScope, id: string): Promise<WebhookEntity> {
    return ownWebhook(access, await this.deps.database.repository(WebhookEntity).findOneBy({ id }));
  }

  /** @throws AppError 400, 403, 404 */
  async update(caller: Caller, id: string, change: WebhookChange): Promise<WebhookEntity> {
    const webhook = await this.get(caller, id);
    const pending = change.url === undefined ? [] : await pendingKinds(this.deps.database, id);
    checkSubscription(caller, [...webhook.events, ...(change.events ?? []), ...pending]);
    const row = await this.rowChange(caller, id, change);
    return changeWebhook(this.deps.background, id, row);
  }

  /** @throws AppError 403, 404 */
  async remove(access: AccessScope, id: string): Promise<void> {
    await this.get(access, id);
    await deleteWebhook(this.deps.background, id);
  }

  /** A new secret; the old one is valid for a day more. @throws AppError 403, 404, 409 */
  async rotateSecret(access: AccessScope, id: string): Promise<WebhookWithSecret> {
    const webhook = await this.get(access, id);
    return { webhook, secret: await rotateSecret(this.deps, webhook) };
  }

  /** @throws AppError 403, 404 */
  async pause(access: AccessScope, id: string): Promise<WebhookEntity> {
    await this.get(access, id);
    return pauseWebhook(this.deps.background, id);
  }

  /** @throws AppError 403, 404 */
  async resume(access: AccessScope, id: string): Promise<WebhookEntity> {
    await this.get(access, id);
    return resumeWebhook(this.deps.background, id);
  }

  /** One attempt to deliver a test, now. @throws AppError 403, 404 */
  async test(access: AccessScope, id: string): Promise<WebhookTestResult> {
    const webhook = await this.get(access, id);
    return testWebhook(this.deps.database, this.deps.attempts, webhook);
  }

  /** What a webhook was told, newest first. @throws AppError 400, 403, 404 */
  async deliveries(
    access: AccessScope,
    id: string,
    filter: DeliveryFilter,
    paging: Paging,
  ): Promise<Page<ListedDelivery>> {
    return listDeliveries(this.deps, await this.get(access, id), filter, paging);
  }

  /** The same event once more, as a new delivery. @throws AppError 403, 404, 409 */
  async redeliver(caller: Caller, id: string, deliveryId: string): Promise<ListedDelivery> {
    const { database } = this.deps;
    await this.get(caller, id);
    const before = await findDelivery(database, id, deliveryId);
    if (!before) throw notFound('Delivery');
    checkSubscription(caller, [before.event]);
    const again = { event_id: before.event_id, redelivery_of: before.id };
    const [added] = await database.transaction((manager) => deliverAgain(manager, id, [again]));
    const delivery = added === undefined ? null : await findDelivery(database, id, added);
    if (!delivery) throw notFound('Event');
    return delivery;
  }

  /** Events of a time span once more. @throws AppError 400, 403, 404, 409, 429 */
  async replay(caller: Caller, id: string, order: ReplayOrder): Promise<Replayed> {
    const webhook = await this.get(caller, id);
    checkSubscription(caller, order.events ?? webhook.events);
    return replay(this.deps.background, webhook, order);
  }

  private async rowChange(
    access: AccessScope,
    id: string,
    { headers, ...change }: WebhookChange,
  ): Promise<RowChange> {
    const { database, egress, vault } = this.deps;
    if (change.url !== undefined) egress.checkUrl(change.url, 'url');
    if (change.inboxIds !== undefined) await checkInboxes(database, access, change.inboxIds);
    if (headers === undefined) return change;
    return { ...change, ...(await sealedHeaders(vault, { id, orgId: access.orgId }, headers)) };
  }
}
