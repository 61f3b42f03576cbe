import type { EntityManager } from 'typeorm';
import { toWire } from '../../operations/wire.js';
import { queueRuns } from '../../store/outbox.js';
import { statement } from '../../store/statement.js';
import { countOf, countSends, type SendCount } from '../../store/mail/count-sends.js';
import { writeSends } from '../../store/mail/insert-outbound.js';
import type { RequestKey } from '../sending/find-by-idempotency-key.js';
import type { Accepted } from './accepting.js';
import { finishBulk } from './ending.js';
import type { ListTemplate } from './list-plan.js';
import type { Rejection } from './messages.js';

/** A bulk send that is to be written. */
interface NewBulkRow extends RequestKey {
  readonly id: string;
  readonly orgId: string;
  readonly inboxIds: readonly string[];
  readonly mode: string;
  /** The API key that asked for it. */
  readonly requestedBy: string | null;
  readonly total: number;
}

/** A list that mail is sent to: its run makes the mails. */
export interface ListPlan {
  readonly listId: string;
  readonly template: ListTemplate;
  readonly total: number;
  /** What each of its mails counts in a month. */
  readonly costEach: number;
  /** All of them count at once, so that the list does not end in the middle. */
  readonly count: SendCount;
}

const INSERT = statement([
  `bulk AS (
  INSERT INTO bulks (id, org_id, inbox_ids, mode, total, accepted, rejected, contact_list_id,
    template, idempotency_key, request_hash, cost_each, requested_by, filled_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
    CASE WHEN $8::text IS NULL THEN now() END)
  RETURNING id, org_id, accepted, contact_list_id
)`,
  queueRuns(
    { workflow: 'sendBulk' },
    {},
    'SELECT org_id, id FROM bulk WHERE accepted > 0 OR contact_list_id IS NOT NULL',
  ),
]);

const INSERT_REJECTIONS = `
INSERT INTO bulk_rejections (bulk_id, bulk_index, client_ref, error)
SELECT $1, index, client_ref, error
FROM jsonb_to_recordset($2::jsonb) AS r(index int, client_ref text, error text)`;

/**
 * Writes a bulk send with its mails, or with the plan of those that are made later, and has it begun: all or
 * nothing. @throws AppError 429 over the month's quota or an inbox's day, 404 when an inbox is gone
 */
export async function storeBulk(
  manager: EntityManager,
  row: NewBulkRow,
  { sends, rejections }: Accepted,
  plan?: ListPlan,
): Promise<void> {
  // First, so that of two requests with one key the second finds out here.
  await manager.query(INSERT, [
    row.id,
    row.orgId,
    row.inboxIds,
    row.mode,
    row.total,
    sends.length,
    rejections.length,
    plan?.listId ?? null,
    plan ? JSON.stringify(plan.template) : null,
    row.idempotencyKey,
    row.requestHash,
    plan?.costEach ?? 1,
    row.requestedBy,
  ]);
  await addRejections(manager, row.id, rejections);
  if (plan) await countSends(manager, plan.count);
  else if (sends.length === 0) await finishBulk(manager, row.id);
  else {
    await countSends(manager, countOf(sends));
    await writeSends(manager, sends);
  }
}

/** Writes down what was refused, and why. */
export async function addRejections(
  manager: EntityManager,
  bulkId: string,
  rejections: readonly Rejection[],
): Promise<void> {
  if (rejections.length === 0) return;
  const rows = rejections.map(({ error, ...place }) => ({
    ...toWire(place),
    error: error.message,
  }));
  await manager.query(INSERT_REJECTIONS, [bulkId, JSON.stringify(rows)]);
}
