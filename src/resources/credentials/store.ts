import type { z } from 'zod';
import { columnsOf } from '../../db/columns.js';
import { firstRow, type Queries } from '../../db/queries.js';
import { noRoom } from '../../errors.js';
import { QUOTAS } from '../../operations/limits.js';
import { fieldsOf, type FromWire } from '../../operations/wire.js';
import { credential } from './schema.js';

/** A credential without what it hides. */
export type CredentialRow = FromWire<z.input<typeof credential>> & { readonly orgId: string };

/** A credential as it is written. */
export type WrittenCredential = Omit<
  CredentialRow,
  'hasTotp' | 'hasCookies' | 'lastUsedAt' | 'createdAt'
> & {
  readonly sealedValue: Buffer;
  readonly sealedTotp: Buffer | null;
};

/** What of a credential is written anew; what is undefined stays. */
export type CredentialChanges = Partial<
  Pick<
    WrittenCredential,
    'label' | 'origins' | 'requiresApproval' | 'expiresAt' | 'sealedValue' | 'sealedTotp'
  >
>;

const FIELDS = ['orgId', ...fieldsOf(credential.omit({ has_totp: true, has_cookies: true }))];

/** SQL: the columns of `CredentialRow`; what is sealed is not read. */
export const CREDENTIAL_COLUMNS = `${columnsOf('credentials', FIELDS)},
  (sealed_totp IS NOT NULL OR credential_type = 'totp_secret') AS "hasTotp", sealed_cookies IS NOT NULL AS "hasCookies"`;

const ADD = `
INSERT INTO credentials (id, org_id, inbox_id, service, identifier, credential_type, label, namespace,
  origins, requires_approval, expires_at, sealed_value, sealed_totp)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
RETURNING ${CREDENTIAL_COLUMNS}`;

const COUNT = 'SELECT count(*)::int AS count FROM credentials WHERE org_id = $1';

/** @throws AppError 429 when an organization keeps as many as it may */
export async function roomForCredential(queries: Queries, orgId: string): Promise<void> {
  const [row] = (await queries.query(COUNT, [orgId])) as [{ count: number }];
  if (row.count >= QUOTAS.credentials)
    throw noRoom(
      `At most ${QUOTAS.credentials} credentials can be kept in an organization; delete some`,
    );
}

/** Writes a new one. */
export async function addCredential(
  queries: Queries,
  written: WrittenCredential,
): Promise<CredentialRow> {
  const rows = await queries.query<CredentialRow>(ADD, [
    ...[written.id, written.orgId, written.inboxId, written.service, written.identifier],
    ...[written.credentialType, written.label, written.namespace, written.origins],
    ...[written.requiresApproval, written.expiresAt, written.sealedValue, written.sealedTotp],
  ]);
  return rows[0]!;
}

const CHANGE = `
UPDATE credentials SET label = CASE WHEN $2 THEN $3 ELSE label END,
  origins = coalesce($4, origins), requires_approval = coalesce($5, requires_approval),
  expires_at = CASE WHEN $6 THEN $7 ELSE expires_at END, sealed_value = coalesce($8, sealed_value),
  sealed_totp = CASE WHEN $9 THEN $10 ELSE sealed_totp END, updated_at = now()
WHERE id = $1 RETURNING ${CREDENTIAL_COLUMNS}`;

/** Writes what changes; null when it is gone. */
export async function changeCredential(
  queries: Queries,
  id: string,
  changes: CredentialChanges,
): Promise<CredentialRow | null> {
  const { label, origins, requiresApproval, expiresAt, sealedValue, sealedTotp } = changes;
  return firstRow<CredentialRow>(queries, `WITH changed AS (${CHANGE}) SELECT * FROM changed`, [
    ...[id, label !== undefined, label ?? null, origins ?? null, requiresApproval ?? null],
    ...[expiresAt !== undefined, expiresAt ?? null, sealedValue ?? null],
    ...[sealedTotp !== undefined, sealedTotp ?? null],
  ]);
}

const FIND = `SELECT ${CREDENTIAL_COLUMNS} FROM credentials WHERE id = $1`;

/** Null when there is none. */
export function findCredential(queries: Queries, id: string): Promise<CredentialRow | null> {
  return firstRow<CredentialRow>(queries, FIND, [id]);
}

const REMOVE = `
WITH gone AS (DELETE FROM credentials WHERE id = $1 RETURNING id)
SELECT id FROM gone`;

/** Whether it was there. */
export const removeCredential = async (queries: Queries, id: string): Promise<boolean> =>
  (await firstRow(queries, REMOVE, [id])) !== null;
