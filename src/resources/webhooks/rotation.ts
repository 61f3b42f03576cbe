import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import type { Vault } from '../../vault/vault.js';
import type { WebhookEntity } from './entities.js';
import { newSecret, placeOf } from './secret.js';

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
  const [row] = await database.query<{ sealed_secret: Buffer }>(FIND, [id]);
  const secret = newSecret();
  const rotated = row && (await exchange(row.sealed_secret));
  if (!rotated) throw conflict('The webhook changed at the same moment; try again');
  return secret;

  async function exchange(sealed: Buffer): Promise<boolean> {
    const old = await vault.open(orgId, placeOf(id, 'secret'), sealed);
    const rows = await database.query(ROTATE, [
      id,
      sealed,
      await vault.seal(orgId, placeOf(id, 'secret'), secret),
      await vault.seal(orgId, placeOf(id, 'old_secret'), old),
    ]);
    return rows.length > 0;
  }
}
