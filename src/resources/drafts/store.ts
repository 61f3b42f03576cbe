import type { EntityManager } from 'typeorm';
import { columnOf, columnsOf } from '../../db/columns.js';
import type { Database } from '../../db/database.js';
import { conflict, invalid, notFound } from '../../errors.js';
import { Conditions } from '../../db/conditions.js';
import { newestFirst, type PagedQuery } from '../../db/page.js';
import { firstRow, type Queries } from '../../db/queries.js';
import { QUOTAS } from '../../operations/limits.js';
import type { ListedInboxes } from '../../store/inboxes.js';
import { requireStorage, type StorageOwner } from '../../store/usage.js';
import type { DraftFile, NewDraft } from './schema.js';

/** What of a draft is given, its texts and files aside; what is not, is missing. */
type DraftMessage = Omit<
  NewDraft,
  'inbox_id' | 'reply_to_email_id' | 'text' | 'html' | 'attachments'
>;

/** A draft as it is written. */
export interface WrittenDraft {
  readonly id: string;
  readonly orgId: string;
  readonly inboxId: string;
  /** The mail it is to answer. */
  readonly repliesTo: string | null;
  readonly message: DraftMessage;
  readonly textBody: string | null;
  readonly htmlBody: string | null;
  readonly attachments: readonly DraftFile[];
  /** The bytes of the attachments, in the same order; null where they stay as they are. */
  readonly contents: readonly Buffer[] | null;
}

/** A draft with its texts. */
export interface DraftRow extends Omit<WrittenDraft, 'contents'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Grows with each change. */
  readonly version: number;
}

/** A draft as lists show it. */
export type ListedDraft = Omit<DraftRow, 'textBody' | 'htmlBody' | 'version'>;

const LISTED = ['id', 'orgId', 'inboxId', 'repliesTo', 'message', 'attachments'];
const TEXTS = ['textBody', 'htmlBody'];
const TIMES = ['createdAt', 'updatedAt'];
const DRAFT_ROW = columnsOf('drafts', [...LISTED, ...TEXTS, ...TIMES, 'version']);

/** Drafts of an inbox are made one after the other: the count is exact. @throws AppError 400, 404, 429 */
export async function addDraft(
  manager: EntityManager,
  keeper: StorageOwner,
  draft: WrittenDraft,
): Promise<DraftRow> {
  const { inboxId } = draft;
  const inboxes: unknown[] = await manager.query(LOCK_INBOX, [inboxId]);
  if (inboxes.length === 0) throw notFound('Inbox');
  const [counted]: { count: number }[] = await manager.query(COUNT, [inboxId]);
  if (counted!.count >= QUOTAS.drafts_per_inbox)
    throw invalid(
      `An inbox has at most ${QUOTAS.drafts_per_inbox} drafts; send or delete one first`,
    );
  await requireStorage(manager, keeper, draftBytes(draft));
  return write(manager, ADD, draft);
}

/** Null when there is none. */
export function findDraft(queries: Queries, id: string, lock = ''): Promise<DraftRow | null> {
  return firstRow<DraftRow>(queries, `${FIND} ${lock}`, [id]);
}

/** Drafts of these inboxes, newest first. */
export function draftsOf({ orgId, inboxIds }: ListedInboxes): PagedQuery {
  const where = new Conditions().add('org_id = ?', orgId).add(INBOX_IS_THERE);
  if (inboxIds) where.add('inbox_id = ANY (?)', inboxIds);
  const columns = columnsOf('drafts', [...LISTED, ...TIMES]);
  const order = newestFirst('drafts');
  return { orgId, name: ['drafts', inboxIds], columns, from: 'drafts', where, order };
}

/**
 * Writes what `change` makes of a draft.
 * @throws AppError 404 when it is gone, 429 where it grows and there is no room
 */
export async function changeDraft(
  manager: EntityManager,
  keeper: StorageOwner,
  id: string,
  change: (before: DraftRow) => WrittenDraft,
): Promise<DraftRow> {
  const before = await findDraft(manager, id, 'FOR UPDATE');
  if (!before) throw notFound('Draft');
  const after = change(before);
  const growth = draftBytes(after) - draftBytes(before);
  if (growth > 0) await requireStorage(manager, keeper, growth);
  return write(manager, CHANGE, after);
}

/** What texts and files of a draft take. */
const draftBytes = ({ textBody, htmlBody, attachments }: Omit<WrittenDraft, 'contents'>): number =>
  Buffer.byteLength(textBody ?? '') +
  Buffer.byteLength(htmlBody ?? '') +
  attachments.reduce((sum, { size }) => sum + size, 0);

async function write(
  manager: EntityManager,
  statement: string,
  { id, orgId, inboxId, repliesTo, ...draft }: WrittenDraft,
): Promise<DraftRow> {
  const json = [JSON.stringify(draft.message), JSON.stringify(draft.attachments)];
  const bodies = [draft.textBody, draft.htmlBody, draft.contents];
  const values = [id, orgId, inboxId, repliesTo, ...json, ...bodies];
  const [row]: DraftRow[] = await manager.query(statement, values);
  return row!;
}

/** @throws AppError 404 when it is gone. */
export async function removeDraft(database: Database, id: string): Promise<void> {
  if (!(await discardDraft(database, id))) throw notFound('Draft');
}

/** Removes a draft; false when it is gone already. */
export async function discardDraft(database: Database, id: string): Promise<boolean> {
  const rows = await database.query('DELETE FROM drafts WHERE id = $1 RETURNING id', [id]);
  return rows.length > 0;
}

/** The bytes of the files of a draft as it was read, in their order. @throws AppError 404, 409 */
export async function contentsOfDraft(
  queries: Queries,
  draft: DraftRow,
): Promise<readonly Buffer[]> {
  if (draft.attachments.length === 0) return [];
  const statement = 'SELECT version, contents FROM drafts WHERE id = $1';
  return (await unchanged(queries, draft, statement)).contents;
}

/**
 * Takes a draft away as it was read, in the transaction that writes the mail: of those who send it at
 * once one does. @throws AppError 404 when it is gone, 409 when it was changed
 */
export async function takeDraft(queries: Queries, draft: DraftRow): Promise<void> {
  await unchanged(queries, draft, 'SELECT version FROM drafts WHERE id = $1 FOR UPDATE');
  await queries.query('DELETE FROM drafts WHERE id = $1', [draft.id]);
}

async function unchanged(queries: Queries, { id, version }: DraftRow, statement: string) {
  const [row] = await queries.query<{ version: number; contents: Buffer[] }>(statement, [id]);
  if (!row) throw notFound('Draft');
  if (row.version !== version)
    throw conflict('The draft was changed while it was being sent; nothing was sent');
  return row;
}

// One of an inbox that is being deleted is gone already.
const INBOX_IS_THERE = `EXISTS (
  SELECT FROM inboxes i WHERE i.id = drafts.inbox_id AND i.deleted_at IS NULL)`;

const FIND = `SELECT ${DRAFT_ROW} FROM drafts WHERE id = $1 AND ${INBOX_IS_THERE}`;
const LOCK_INBOX = `
SELECT id FROM inboxes WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`;
const COUNT = 'SELECT count(*)::int AS count FROM drafts WHERE inbox_id = $1';

const WRITTEN = [...LISTED, ...TEXTS].map(columnOf).join(', ');

const ADD = `
INSERT INTO drafts (${WRITTEN}, contents) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING ${DRAFT_ROW}`;

const CHANGE = `
WITH drafts AS (
  UPDATE drafts SET (${WRITTEN}) = ($1, $2, $3, $4, $5, $6, $7, $8),
    contents = coalesce($9, contents), version = version + 1, updated_at = now()
  WHERE id = $1 RETURNING *
)
SELECT ${DRAFT_ROW} FROM drafts`;
