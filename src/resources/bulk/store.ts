import type { EntityManager } from 'typeorm';
import type { Outbox } from '../../store/outbox.js';
import { recordEvents, type NewEvent } from '../../store/events/record.js';
import { countOf, countSends, type SendCount } from '../../store/mail/count-sends.js';
import { writeSends, type StorableSend } from '../../store/mail/insert-outbound.js';
import { finishBulk } from './ending.js';
import type { ListTemplate } from './list-plan.js';
import type { Rejection } from './messages.js';

/** A bulk send that is to be written. */
export interface NewBulkRow {
  readonly id: string;
  readonly orgId: string;
  readonly inboxIds: readonly string[];
  readonly mode: string;
  readonly total: number;
  readonly idempotencyKey: string | null;
  readonly requestHash: Buffer | null;
}

const INSERT = `
INSERT INTO bulks (id, org_id, inbox_ids, mode, total, accepted, rejected, contact_list_id, template,
  idempotency_key, request_hash, cost_each, filled_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
  CASE WHEN $8::text IS NULL THEN now() END)`;

const INSERT_REJECTIONS = `
INSERT INTO bulk_rejections (bulk_id, bulk_index, client_ref, error)
SELECT $1, index, client_ref, error
FROM jsonb_to_recordset($2::jsonb) AS r(index int, client_ref text, error text)`;

/** Messages that came with a request. */
export interface GivenMails {
  readonly sends: readonly StorableSend[];
  readonly rejections: readonly Rejection[];
  readonly events: readonly NewEvent[];
}

/**
 * Writes a bulk send with its mails, and has it begun: all or nothing.
 * @throws AppError 429 over the month's quota or an inbox's day, 404 when an inbox is gone
 */
export async function storeBulk(
  manager: EntityManager,
  row: NewBulkRow,
  { sends, rejections, events }: GivenMails,
  outbox: Outbox,
): Promise<void> {
  // First, so that of two requests with one key the second finds out here.
  await insert(manager, row, { accepted: sends.length, rejected: rejections.length });
  await addRejections(manager, row.id, rejections);
  if (sends.length === 0) return finishAtOnce(manager, row.id);
  await countSends(manager, countOf(sends));
  await writeSends(manager, sends, events);
  await begin(manager, row, outbox);
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

/**
 * Writes a bulk send to a contact list and has it begun.
 * @throws AppError 429 over the month's quota or the inbox's day
 */
export async function storeListBulk(
  manager: EntityManager,
  row: NewBulkRow,
  plan: ListPlan,
  outbox: Outbox,
): Promise<void> {
  await insert(manager, row, { accepted: 0, rejected: 0, plan });
  await countSends(manager, plan.count);
  await begin(manager, row, outbox);
}

/** Writes down what was refused, and why. */
export async function addRejections(
  manager: EntityManager,
  bulkId: string,
  rejections: readonly Rejection[],
): Promise<void> {
  if (rejections.length === 0) return;
  const rows = rejections.map(({ index, clientRef, error }) => ({
    index,
    client_ref: clientRef,
    error: error.message,
  }));
  await manager.query(INSERT_REJECTIONS, [bulkId, JSON.stringify(rows)]);
}

async function insert(
  manager: EntityManager,
  row: NewBulkRow,
  { accepted, rejected, plan }: { accepted: number; rejected: number; plan?: ListPlan },
): Promise<void> {
  await manager.query(INSERT, [
    row.id,
    row.orgId,
    row.inboxIds,
    row.mode,
    row.total,
    accepted,
    rejected,
    plan?.listId ?? null,
    plan ? JSON.stringify(plan.template) : null,
    row.idempotencyKey,
    row.requestHash,
    plan?.costEach ?? 1,
  ]);
}

async function finishAtOnce(manager: EntityManager, bulkId: string): Promise<void> {
  const event = await finishBulk(manager, bulkId);
  if (event) await recordEvents(manager, [event]);
}

const begin = (manager: EntityManager, { id, orgId }: NewBulkRow, outbox: Outbox): Promise<void> =>
  outbox.add(manager, { op: 'start', workflow: 'sendBulk', orgId, resourceId: id });
