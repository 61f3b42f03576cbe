import type { z } from 'zod';
import { Conditions } from '../../db/conditions.js';
import type { Database } from '../../db/database.js';
import { listPage, type Keyset, type ListDeps, type Page, type Paging } from '../../db/page.js';
import type { WebhookEntity } from './entities.js';
import type { delivery, deliveryQuery } from './schema.js';

/** One event for one webhook, with every attempt to deliver it. */
export type ListedDelivery = z.input<typeof delivery>;

/** What narrows a list of deliveries. */
export type DeliveryFilter = Pick<z.output<typeof deliveryQuery>, 'status' | 'event' | 'since'>;

type DeliveryRow = Omit<ListedDelivery, 'attempts'>;
type AttemptRow = ListedDelivery['attempts'][number] & { readonly delivery_id: string };

const COLUMNS = `id, webhook_id, event_id, kind AS event, status, attempt_count, next_attempt_at,
  redelivery_of, workflow_id, created_at, completed_at`;
const NEWEST_FIRST: Keyset = { columns: [['seq', 'bigint']], direction: 'DESC' };
const FIND = `SELECT ${COLUMNS} FROM webhook_deliveries WHERE id = $1 AND webhook_id = $2`;
const ATTEMPTS = `
  SELECT delivery_id, number, started_at, duration_ms, response_status, response_body, error
  FROM webhook_attempts WHERE delivery_id = ANY ($1) ORDER BY delivery_id, number`;

/** A page of what a webhook was told, newest first. @throws AppError 400 for a foreign cursor. */
export async function listDeliveries(
  deps: ListDeps,
  { orgId, id }: WebhookEntity,
  filter: DeliveryFilter,
  paging: Paging,
): Promise<Page<ListedDelivery>> {
  const { status, event, since } = filter;
  const where = new Conditions().add('webhook_id = ?', id);
  if (status !== undefined) where.add('status = ?', status);
  if (event !== undefined) where.add('kind = ?', event);
  if (since !== undefined) where.add('created_at >= ?', since);
  const name = ['deliveries', id, filter];
  const from = 'webhook_deliveries';
  const list = { orgId, name, columns: COLUMNS, from, where, order: NEWEST_FIRST };
  const page = await listPage<DeliveryRow>(deps, list, paging);
  return { ...page, data: await withAttempts(deps.database, page.data) };
}

/** A delivery of a webhook; null when there is none of this id. */
export async function findDelivery(
  database: Database,
  webhookId: string,
  id: string,
): Promise<ListedDelivery | null> {
  const [delivery] = await withAttempts(database, await database.query(FIND, [id, webhookId]));
  return delivery ?? null;
}

async function withAttempts(
  database: Database,
  rows: readonly DeliveryRow[],
): Promise<ListedDelivery[]> {
  const attempts = await database.query<AttemptRow>(ATTEMPTS, [rows.map(({ id }) => id)]);
  const attemptsOf = (id: string) => attempts.filter(({ delivery_id: of }) => of === id);
  return rows.map((row) => ({ ...row, attempts: attemptsOf(row.id) }));
}
