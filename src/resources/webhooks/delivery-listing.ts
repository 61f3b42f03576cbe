import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { listPage, type Keyset, type Page, type Paging } from '../../db/page.js';
import type { EventKind } from '../../store/events/kinds.js';
import type { WebhookEntity } from './entities.js';

/** What became of a delivery. */
export type DeliveryStatus = 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

/** One request, or one that failed before it was sent. */
export interface DeliveryAttempt {
  readonly number: number;
  readonly started_at: Date;
  readonly duration_ms: number | null;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
}

interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly kind: string;
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
  readonly redelivery_of: string | null;
  readonly workflow_id: string | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

/** One event for one webhook, with every attempt to deliver it. */
export interface ListedDelivery extends DeliveryRow {
  readonly attempts: readonly DeliveryAttempt[];
}

/** What narrows a list of deliveries; null does not. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null;
  readonly kind: EventKind | null;
  readonly since: Date | null;
}

const COLUMNS = `id, webhook_id, event_id, kind, status, attempt_count, next_attempt_at,
  redelivery_of, workflow_id, created_at, completed_at`;
const NEWEST_FIRST: Keyset = { columns: [['seq', 'bigint']], direction: 'DESC' };
const FIND = `SELECT ${COLUMNS} FROM webhook_deliveries WHERE id = $1 AND webhook_id = $2`;
const ATTEMPTS = `
  SELECT delivery_id, number, started_at, duration_ms, response_status, response_body, error
  FROM webhook_attempts WHERE delivery_id = ANY ($1) ORDER BY delivery_id, number`;

/** A page of what a webhook was told, newest first. @throws AppError 400 for a foreign cursor. */
export async function listDeliveries(
  deps: { readonly database: Database; readonly cursors: Cursors },
  { orgId, id }: WebhookEntity,
  filter: DeliveryFilter,
  paging: Paging,
): Promise<Page<ListedDelivery>> {
  const { status, kind, since } = filter;
  const where = new Conditions().add('webhook_id = ?', id);
  if (status !== null) where.add('status = ?', status);
  if (kind !== null) where.add('kind = ?', kind);
  if (since !== null) where.add('created_at >= ?', since);
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
  const attempts = await database.query<DeliveryAttempt & { delivery_id: string }>(ATTEMPTS, [
    rows.map(({ id }) => id),
  ]);
  const attemptsOf = (id: string) => attempts.filter(({ delivery_id: of }) => of === id);
  return rows.map((row) => ({ ...row, attempts: attemptsOf(row.id) }));
}
