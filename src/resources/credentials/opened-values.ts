import { setTimeout as pause } from 'node:timers/promises';
import type { FieldValues } from '../../browser/fill.js';
import type { FieldName } from '../../browser/page/order.js';
import type { Passkey } from '../../browser/passkey.js';
import type { Database } from '../../db/database.js';
import { conflict, notFound } from '../../errors.js';
import type { Vault } from '../../vault/vault.js';
import { readPasskey, writePasskey } from './passkeys.js';
import type { CredentialRow } from './store.js';
import { addressOf, codeOf } from './totp.js';

/** A credential with what it hides, as far as that is filled in. */
export interface OpenedRow extends Pick<CredentialRow, 'id' | 'orgId' | 'identifier'> {
  readonly sealedValue: Buffer;
  readonly sealedTotp: Buffer | null;
}

interface OpenedValuesDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'open' | 'seal'>;
}

/** What credentials hide, opened; what counts up is written before it is used. */
export class OpenedValues {
  constructor(private readonly deps: OpenedValuesDeps) {}

  /** The values for fields. */
  async of(row: OpenedRow, found: readonly FieldName[]): Promise<FieldValues> {
    const { id, orgId, identifier, sealedValue } = row;
    const open = () => this.deps.vault.open(orgId, { id, field: 'value' }, sealedValue);
    return {
      ...(found.includes('identifier') && { identifier }),
      ...(found.includes('value') && { value: await open() }),
      ...(found.includes('totp') && { totp: await this.nextCode(row) }),
    };
  }

  /** Has a passkey sign, or made where there is none, and keeps it as it is then. */
  async signing(
    { id, orgId }: OpenedRow,
    sign: (passkey: Passkey | null) => Promise<Passkey>,
  ): Promise<void> {
    const passkey = await this.counted(id, orgId);
    const after = await sign(passkey);
    await this.change(id, orgId, (now) => (isBehind(now, after) ? after : now));
  }

  /** With one signature more, so that sites never see a number twice, whatever becomes of this process. */
  private async counted(id: string, orgId: string): Promise<Passkey | null> {
    const counted = await this.change(
      id,
      orgId,
      (passkey) => passkey && { ...passkey, signCount: passkey.signCount + 1 },
    );
    // The authenticator counts by itself.
    return counted && { ...counted, signCount: counted.signCount - 1 };
  }

  private change(
    id: string,
    orgId: string,
    to: (passkey: Passkey | null) => Passkey | null,
  ): Promise<Passkey | null> {
    const { database, vault } = this.deps;
    const place = { id, field: 'value' };
    return database.transaction(async (manager) => {
      const [row] = await manager.query<{ sealed: Buffer }[]>(LOCK_VALUE, [id, orgId]);
      if (!row) throw notFound('Credential');
      const passkey = to(readPasskey(await vault.open(orgId, place, row.sealed)));
      if (passkey === null) return null;
      const sealed = await vault.seal(orgId, place, writePasskey(passkey));
      await manager.query(SET_VALUE, [id, orgId, sealed]);
      return passkey;
    });
  }

  /** For codes: beside the value, or the value itself. @throws AppError 409 */
  private async secretOf({ id, orgId, sealedValue, sealedTotp }: OpenedRow): Promise<string> {
    const open = (field: string, sealed: Buffer) =>
      this.deps.vault.open(orgId, { id, field }, sealed);
    if (sealedTotp !== null) return open('totp', sealedTotp);
    // Values were not always checked.
    const address = addressOf(await open('value', sealedValue));
    if (address === null) throw conflict('The value of the credential is no secret for codes');
    return address;
  }

  /** Each step of time once, whichever process asks. */
  private async nextCode(row: OpenedRow): Promise<string> {
    const { database } = this.deps;
    const { id } = row;
    const address = await this.secretOf(row);
    for (;;) {
      const [last] = await database.query<{ step: string | null }>(LAST_STEP, [id]);
      if (!last) throw notFound('Credential');
      const lastStep = last.step === null ? null : Number(last.step);
      const { code, step, inMs } = codeOf(address, lastStep, Date.now());
      const taken = await database.query(TAKE_STEP, [id, step, lastStep]);
      if (taken.length === 0) continue;
      await pause(inMs);
      return code;
    }
  }
}

/** Whether what is kept is older; another key, given meanwhile, is not. */
const isBehind = (kept: Passkey | null, used: Passkey) =>
  kept === null || (kept.credentialId === used.credentialId && kept.signCount < used.signCount);

const LOCK_VALUE = `
SELECT sealed_value AS sealed FROM credentials WHERE id = $1 AND org_id = $2 FOR UPDATE`;
const SET_VALUE = 'UPDATE credentials SET sealed_value = $3 WHERE id = $1 AND org_id = $2';

const LAST_STEP = 'SELECT last_totp_step AS step FROM credentials WHERE id = $1';
const TAKE_STEP = `
WITH taken AS (
  UPDATE credentials SET last_totp_step = $2
  WHERE id = $1 AND last_totp_step IS NOT DISTINCT FROM $3 RETURNING id
)
SELECT id FROM taken`;
