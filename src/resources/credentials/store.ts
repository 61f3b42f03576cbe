import { columnsOf } from '../../db/columns.js';
import type { Queries } from '../../db/queries.js';
import { rateLimited } from '../../errors.js';
import { QUOTAS } from '../../operations/limits.js';

/** A credential without what it hides. */
export interface CredentialRow {
  readonly id: string;
  readonly orgId: string;
  /** Null where it is for every inbox. */
  readonly inboxId: string | null;
  readonly service: string;
  readonly identifier: string;
  readonly credentialType: string;
  readonly label: string | null;
  readonly namespace: string | null;
  readonly origins: readonly string[];
  readonly requiresApproval: boolean;
  readonly hasTotp: boolean;
  readonly hasCookies: boolean;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

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

const FIELDS = [
  ...['id', 'orgId', 'inboxId', 'service', 'identifier', 'credentialType', 'label', 'namespace'],
  ...['origins', 'requiresApproval', 'expiresAt', 'lastUsedAt', 'createdAt'],
];

/** SQL: the columns of `CredentialRow`; what is sealed is not read. */
export const CREDENTIAL_COLUMNS = `${columnsOf('credentials', FIELDS)},
  sealed_totp IS NOT NULL AS "hasTotp", sealed_cookies IS NOT NULL AS "hasCookies"`;

const ADD = `
INSERT INTO credentials (id, org_id, inbox_id, service, identifier, credential_type, label, namespace,
  origins, requires_approval, expires_at, sealed_value, sealed_totp)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
RETURNING ${CREDENTIAL_COLUMNS}`;

const RETRY_AFTER_SECONDS = 60;
const COUNT = 'SELECT count(*)::int AS count FROM credentials WHERE org_id = $1';

/** @throws AppError 429 when an organization keeps as many as it may */
export async function roomForCredential(queries: Queries, orgId: string): Promise<void> {
  const [row] = (await queries.query(COUNT, [orgId])) as [{ count: number }];
  if (row.count >= QUOTAS.credentials)
    throw rateLimited(
      RETRY_AFTER_SECONDS,
      `At most ${QUOTAS.credentials} credentials can be kept in an organization; delete some`,
    );
}

/** Writes a new one. */
export async function addCredential(
  queries: Queries,
  written: WrittenCredential,
): Promise<CredentialRow> {
  const rows = (await queries.query(ADD, [
    ...[written.id, written.orgId, written.inboxId, written.service, written.identifier],
    ...[written.credentialType, written.label, written.namespace, written.origins],
    ...[written.requiresApproval, written.expiresAt, written.sealedValue, written.sealedTotp],
  ])) as CredentialRow[];
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
  const [row] = (await queries.query(`WITH changed AS (${CHANGE}) SELECT * FROM changed`, [
    ...[id, label !== undefined, label ?? null, origins ?? null, requiresApproval ?? null],
    ...[expiresAt !== undefined, expiresAt ?? null, sealedValue ?? null],
    ...[sealedTotp !== undefined, sealedTotp ?? null],
  ])) as CredentialRow[];
  return row ?? null;
}

const FIND = `SELECT ${CREDENTIAL_COLUMNS} FROM credentials WHERE id = $1`;

/** Null when there is none. */
export async function findCredential(queries: Queries, id: string): Promise<CredentialRow | null> {
  const [row] = (await queries.query(FIND, [id])) as CredentialRow[];
  return row ?? null;
}

const REMOVE = 'DELETE FROM credentials WHERE id = $1 RETURNING id';

/** Whether it was there. */
export async function removeCredential(queries: Queries, id: string): Promise<boolean> {
  const rows = (await queries.query(`WITH gone AS (${REMOVE}) SELECT id FROM gone`, [
    id,
  ])) as object[];
  return rows.length > 0;
}
