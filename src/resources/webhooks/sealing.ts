import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import type { Vault } from '../../vault/vault.js';
import type { WebhookEntity } from './entities.js';
import type { OwnHeaders } from './headers.js';
import { newSecret } from './signature.js';

/** Where a sealed value of a webhook belongs, for the vault. */
export const vaultContextOf = (id: string, field: 'secret' | 'old_secret' | 'headers') => ({
  id,
  field,
});

/** Own headers as a row keeps them. */
export async function sealedHeaders(
  vault: Pick<Vault, 'seal'>,
  { id, orgId }: Pick<WebhookEntity, 'id' | 'orgId'>,
  headers: OwnHeaders | null | undefined,
): Promise<Pick<WebhookEntity, 'headerNames' | 'sealedHeaders'>> {
  const headerNames = Object.keys(headers ?? {});
  if (headerNames.length === 0) return { headerNames, sealedHeaders: null };
  const text = JSON.stringify(headers);
  return {
    headerNames,
    sealedHeaders: await vault.seal(orgId, vaultContextOf(id, 'headers'), text),
  };
}

// How long the secret before is valid beside the new one.
const OVERLAP = '24 hours';

const FIND = 'SELECT sealed_secret FROM webhooks WHERE id = $1';
// Of two rotations at the same moment one would lose the secret of the other.
const ROTATE = `
  UPDATE webhooks SET sealed_secret = $3, sealed_old_secret = $4,
    old_secret_until = now() + interval '${OVERLAP}'
  WHERE id = $1 AND sealed_secret = $2 RETURNING id`;

/** Gives a webhook a new secret and answers it. @throws AppError 409 when another rotation was first. */
export async function rotateSecret(
  {
    database,
    vault,
  }: { readonly database: Database; readonly vault: Pick<Vault, 'seal' | 'open'> },
  { id, orgId }: WebhookEntity,
): Promise<string> {
  const secret = newSecret();
  const [row] = await database.query<{ sealed_secret: Buffer }>(FIND, [id]);
  const sealed = row?.sealed_secret;
  const rotated = sealed
    ? await database.query(ROTATE, [
        id,
        sealed,
        await vault.seal(orgId, vaultContextOf(id, 'secret'), secret),
        await vault.seal(
          orgId,
          vaultContextOf(id, 'old_secret'),
          await vault.open(orgId, vaultContextOf(id, 'secret'), sealed),
        ),
      ])
    : [];
  if (rotated.length === 0) throw conflict('The webhook changed at the same moment; try again');
  return secret;
}
