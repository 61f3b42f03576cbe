import { setTimeout as pause } from 'node:timers/promises';
import type { FieldPlaces, FoundForm } from '../../browser/fill.js';
import type { FieldName } from '../../browser/page/fill-fields.js';
import type { BrowserSession } from '../../browser/session.js';
import type { Database } from '../../db/database.js';
import { AppError, conflict, notFound } from '../../errors.js';
import { recordEvents } from '../../store/events/record.js';
import type { SealedEntry } from '../../vault/audit-chain.js';
import type { Plain } from '../../vault/canonical-json.js';
import type { Vault } from '../../vault/vault.js';
import { useApproval } from './approving.js';
import type { AuditEvent, AuditLog } from './audit.js';
import { CREDENTIAL_COLUMNS, type CredentialRow } from './store.js';
import { codeOf } from './totp.js';

interface OpeningDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'open'>;
  readonly audit: AuditLog;
}

/** Whose credential is filled in where, and who asked. */
export interface Use {
  readonly orgId: string;
  readonly sessionId: string;
  readonly credentialId: string;
  readonly principal: string;
  readonly fields: FieldPlaces | null;
}

/** What came of it. */
export interface UsedCredential {
  readonly auditId: string;
  readonly seq: number;
  readonly hash: string;
  readonly origin: string;
  readonly filled: readonly FieldName[];
}

interface SealedRow extends CredentialRow {
  readonly sealedValue: Buffer;
  readonly sealedTotp: Buffer | null;
}

// Longer ones are no text for a field.
const MAX_TYPED = 4_096;

/**
 * Opens credentials and fills them in: the only place that does, in the process that holds the session. What is
 * to be opened is in the audit log before it is, what came of it behind it.
 */
export class CredentialOpening {
  constructor(private readonly deps: OpeningDeps) {}

  /** @throws AppError 403 another origin, 404, 409 nothing to be filled, 503 where it cannot be logged */
  async fillIn(session: BrowserSession, use: Use): Promise<UsedCredential> {
    const credential = await this.find(use);
    const about = (metadata: { readonly [name: string]: Plain }) =>
      entryOf(use, credential, metadata);
    const form = await this.formIn(session, credential, use).catch((error: unknown) =>
      this.refuse(about({}), error),
    );
    try {
      const where = { origin: form.origin, fields: [...form.found] };
      const begun = await this.begin(credential, use, about(where));
      try {
        await this.fill(session, form, credential);
      } catch (error) {
        return await this.refuse(about({ ...where, use: begun.id }), error);
      }
      return await this.done(credential, use, about({ ...where, use: begun.id }), form);
    } finally {
      await form.close();
    }
  }

  private async find({ orgId, credentialId }: Use): Promise<SealedRow> {
    const [row] = await this.deps.database.query<SealedRow>(FIND, [credentialId, orgId]);
    if (!row) throw notFound('Credential');
    return row;
  }

  private formIn(session: BrowserSession, row: SealedRow, { fields }: Use): Promise<FoundForm> {
    const { service, origins, credentialType } = row;
    const has: FieldName[] = ['identifier', 'value', ...(row.hasTotp ? ['totp' as const] : [])];
    const isPassword = credentialType === 'password';
    return session.findForm({ service, origins, isPassword, has }, fields);
  }

  /** Committed before anything is opened; an approval is used up with it. */
  private begin(credential: SealedRow, use: Use, entry: AuditEvent): Promise<SealedEntry> {
    return this.deps.database.transaction(async (manager) => {
      const isApproved =
        !credential.requiresApproval || (await useApproval(manager, credential.id, use.principal));
      if (!isApproved) throw conflict('The approval was used meanwhile: ask again');
      return this.deps.audit.add(manager, { ...entry, outcome: 'begun' });
    });
  }

  private async fill(session: BrowserSession, form: FoundForm, row: SealedRow): Promise<void> {
    const values = await this.openValues(row, form.found);
    const { value, totp } = values;
    session.hide([value, totp].filter((secret) => secret !== undefined));
    await form.fill(values);
  }

  private async openValues(
    row: SealedRow,
    found: readonly FieldName[],
  ): Promise<Partial<Record<FieldName, string>>> {
    const { vault } = this.deps;
    const { id, orgId, identifier, sealedValue } = row;
    const values: Partial<Record<FieldName, string>> = {};
    if (found.includes('identifier')) values.identifier = identifier;
    if (found.includes('value')) {
      values.value = await vault.open(orgId, { id, field: 'value' }, sealedValue);
      if (Buffer.byteLength(values.value) > MAX_TYPED)
        throw conflict(`The value has more than ${MAX_TYPED} bytes: it is typed nowhere`);
    }
    if (found.includes('totp')) values.totp = await this.nextCode(row);
    return values;
  }

  /** Each step of time once, whichever process asks. */
  private async nextCode({ id, orgId, sealedTotp }: SealedRow): Promise<string> {
    const { vault, database } = this.deps;
    const address = await vault.open(orgId, { id, field: 'totp' }, sealedTotp!);
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

  private done(
    credential: SealedRow,
    { orgId, sessionId }: Use,
    entry: AuditEvent,
    { origin, found }: FoundForm,
  ): Promise<UsedCredential> {
    return this.deps.database.transaction(async (manager) => {
      const { id, seq, hash } = await this.deps.audit.add(manager, { ...entry, outcome: 'done' });
      const used = { auditId: id, seq, hash: hash.toString('hex'), origin, filled: found };
      await manager.query('UPDATE credentials SET last_used_at = now() WHERE id = $1', [
        credential.id,
      ]);
      const { service, identifier, inboxId } = credential;
      const data = {
        ...{ credential_id: credential.id, service, identifier, session_id: sessionId, origin },
        ...{ audit_id: id, seq, hash: used.hash },
      };
      const event = { kind: 'credential.used', orgId, inboxId, resourceId: credential.id, data };
      await recordEvents(manager, [{ ...event, kind: 'credential.used' }]);
      return used;
    });
  }

  /** @throws `error`, once it is in the log */
  private async refuse(entry: AuditEvent, error: unknown): Promise<never> {
    const isRefusal = error instanceof AppError && error.status < 500;
    const outcome = isRefusal ? 'refused' : 'failed';
    const why = isRefusal ? { why: error.message } : {};
    await this.deps.audit.record({ ...entry, outcome, metadata: { ...entry.metadata, ...why } });
    throw error;
  }
}

const FIND = `
SELECT ${CREDENTIAL_COLUMNS}, sealed_value AS "sealedValue", sealed_totp AS "sealedTotp"
FROM credentials WHERE id = $1 AND org_id = $2`;

const LAST_STEP = 'SELECT last_totp_step AS step FROM credentials WHERE id = $1';
const TAKE_STEP = `
WITH taken AS (
  UPDATE credentials SET last_totp_step = $2
  WHERE id = $1 AND last_totp_step IS NOT DISTINCT FROM $3 RETURNING id
)
SELECT id FROM taken`;

const entryOf = (
  { orgId, principal, sessionId, credentialId }: Use,
  { service, identifier }: SealedRow,
  more: { readonly [name: string]: Plain },
): AuditEvent => ({
  ...{ orgId, principal, credentialId, action: 'use_in_browser', outcome: 'begun' },
  metadata: { service, identifier, session_id: sessionId, ...more },
});
