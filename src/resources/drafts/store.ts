import type { EntityManager } from 'typeorm';
import type { PlanName } from '../../auth/plans.js';
import type { Database } from '../../db/database.js';
import { conflict, invalid, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { Conditions } from '../../db/conditions.js';
import { newestFirst, type List } from '../../db/page.js';
import type { Queries } from '../../db/queries.js';
import { roomFor } from '../../store/usage.js';
import {
  DRAFT_ROW,
  LISTED_DRAFT,
  type DraftFile,
  type DraftMessage,
  type DraftRow,
} from './rows.js';
import { QUOTAS } from '../../operations/limits.js';

/** A draft to be. */
export interface NewDraftRow {
  readonly orgId: string;
  readonly plan: PlanName;
  readonly inboxId: string;
  readonly repliesTo: string | null;
  readonly message: DraftMessage;
  readonly text: string | null;
  readonly html: string | null;
  readonly files: readonly DraftFile[];
  readonly contents: readonly Buffer[];
}

/** What of a draft is to change; what is undefined stays, null takes it away. */
export interface DraftRowChange {
  readonly repliesTo?: string | null | undefined;
  readonly message: DraftMessage;
  /** Fields of the message that are taken away. */
  readonly cleared: readonly string[];
  readonly text?: string | null | undefined;
  readonly html?: string | null | undefined;
  readonly files?: readonly DraftFile[] | undefined;
  readonly contents: readonly Buffer[];
}

/** Drafts of an inbox are made one after the other: the count is exact. @throws AppError 400, 404, 429 */
export async function addDraft(manager: EntityManager, draft: NewDraftRow): Promise<DraftRow> {
  const { orgId, inboxId } = draft;
  const inboxes: unknown[] = await manager.query(LOCK_INBOX, [inboxId]);
  if (inboxes.length === 0) throw notFound('Inbox');
  const [counted]: { count: number }[] = await manager.query(COUNT, [inboxId]);
  if (counted!.count >= QUOTAS.drafts_per_inbox)
    throw invalid(
      `An inbox has at most ${QUOTAS.drafts_per_inbox} drafts; send or delete one first`,
    );
  await roomFor(manager, draft, draftBytes(draft));
  const [row]: DraftRow[] = await manager.query(ADD, [
    newId('drf'),
    orgId,
    inboxId,
    draft.repliesTo,
    JSON.stringify(draft.message),
    draft.text,
    draft.html,
    JSON.stringify(draft.files),
    draft.contents,
  ]);
  return row!;
}

/** Null when there is none. */
export async function findDraft(database: Database, id: string): Promise<DraftRow | null> {
  const [row] = await database.query<DraftRow>(
    `SELECT ${DRAFT_ROW} FROM drafts WHERE id = $1 AND ${INBOX_IS_THERE}`,
    [id],
  );
  return row ?? null;
}

/** Drafts of an organization, newest first; with `inboxIds` those of these inboxes. */
export function draftsOf(orgId: string, inboxIds: readonly string[] | null): List {
  const where = new Conditions().add('org_id = ?', orgId).add(INBOX_IS_THERE);
  if (inboxIds) where.add('inbox_id = ANY (?)', inboxIds);
  const name = ['drafts', inboxIds];
  return {
    orgId,
    name,
    columns: LISTED_DRAFT,
    from: 'drafts',
    where,
    order: newestFirst('drafts'),
  };
}

/** What texts and files of a draft take. */
export const draftBytes = ({
  text,
  html,
  files,
}: Pick<NewDraftRow, 'text' | 'html' | 'files'>): number =>
  Buffer.byteLength(text ?? '') +
  Buffer.byteLength(html ?? '') +
  files.reduce((sum, { size }) => sum + size, 0);

/** @throws AppError 404 when it is gone. */
export async function changeDraft(
  database: Database,
  id: string,
  change: DraftRowChange,
): Promise<DraftRow> {
  const [row] = await database.query<DraftRow>(CHANGE, [
    id,
    JSON.stringify(change.message),
    change.cleared,
    change.repliesTo !== undefined,
    change.repliesTo ?? null,
    change.text !== undefined,
    change.text ?? null,
    change.html !== undefined,
    change.html ?? null,
    change.files === undefined ? null : JSON.stringify(change.files),
    change.contents,
  ]);
  if (!row) throw notFound('Draft');
  return row;
}

/** @throws AppError 404 when it is gone. */
export async function removeDraft(database: Database, id: string): Promise<void> {
  const rows = await database.query('DELETE FROM drafts WHERE id = $1 RETURNING id', [id]);
  if (rows.length === 0) throw notFound('Draft');
}

/** The bytes of the files of a draft as it was read, in their order. @throws AppError 404, 409 */
export async function contentsOfDraft(
  database: Database,
  { id, version, attachments }: DraftRow,
): Promise<readonly Buffer[]> {
  if (attachments.length === 0) return [];
  const [row] = await database.query<{ version: number; contents: Buffer[] }>(
    'SELECT version, contents FROM drafts WHERE id = $1',
    [id],
  );
  if (!row) throw notFound('Draft');
  if (row.version !== version) throw changedMeanwhile();
  return row.contents;
}

/**
 * Takes a draft away as it was read, in the transaction that writes the mail: of those who send it at
 * once one does. @throws AppError 404 when it is gone, 409 when it was changed
 */
export async function takeDraft(queries: Queries, { id, version }: DraftRow): Promise<void> {
  const [row] = (await queries.query(LOCK, [id])) as { version: number }[];
  if (!row) throw notFound('Draft');
  if (row.version !== version) throw changedMeanwhile();
  await queries.query('DELETE FROM drafts WHERE id = $1', [id]);
}

const changedMeanwhile = () =>
  conflict('The draft was changed while it was being sent; nothing was sent');

// One of an inbox that is being deleted is gone already.
const INBOX_IS_THERE = `EXISTS (
  SELECT FROM inboxes i WHERE i.id = drafts.inbox_id AND i.deleted_at IS NULL)`;

const LOCK_INBOX = `
SELECT id FROM inboxes WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`;
const COUNT = 'SELECT count(*)::int AS count FROM drafts WHERE inbox_id = $1';
const LOCK = 'SELECT version FROM drafts WHERE id = $1 FOR UPDATE';

const ADD = `
INSERT INTO drafts (id, org_id, inbox_id, replies_to, message, text_body, html_body, attachments,
  contents)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING ${DRAFT_ROW}`;

const CHANGE = `
UPDATE drafts
SET message = (message || $2::jsonb) - $3::text[],
  replies_to = CASE WHEN $4 THEN $5 ELSE replies_to END,
  text_body = CASE WHEN $6 THEN $7 ELSE text_body END,
  html_body = CASE WHEN $8 THEN $9 ELSE html_body END,
  attachments = coalesce($10::jsonb, attachments),
  contents = CASE WHEN $10::jsonb IS NULL THEN contents ELSE $11::bytea[] END,
  version = version + 1, updated_at = now()
WHERE id = $1 AND ${INBOX_IS_THERE}
RETURNING ${DRAFT_ROW}`;
