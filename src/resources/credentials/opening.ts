import type { FieldPlaces, FoundForm } from '../../browser/fill.js';
import type { FieldName } from '../../browser/page/order.js';
import type { BrowserSession } from '../../browser/session.js';
import type { Database } from '../../db/database.js';
import { AppError, conflict, notFound } from '../../errors.js';
import type { Used } from '../browser-sessions/sealed-steps.js';
import type { SealedEntry } from '../../vault/audit-chain.js';
import type { Plain } from '../../vault/canonical-json.js';
import { useApproval } from './approving.js';
import type { AuditEvent, AuditLog } from './audit.js';
import type { CredentialCookies } from './cookies.js';
import { checkFields, fieldsOf } from './fields.js';
import type { OpenedRow, OpenedValues } from './opened-values.js';
import { CREDENTIAL_COLUMNS, type CredentialRow } from './store.js';

interface OpeningDeps {
  readonly database: Database;
  readonly values: OpenedValues;
  readonly cookies: Pick<CredentialCookies, 'bring'>;
  readonly audit: AuditLog;
}

/** Whose credential is filled in where, and who asked. */
export interface Use {
  readonly orgId: string;
  readonly sessionId: string;
  readonly credentialId: string;
  readonly principal: string;
  /** The key behind it. */
  readonly keyId: string;
  readonly fields: FieldPlaces | null;
}

/** What a page is, as far as it is filled in. */
export type PageToFill = Pick<BrowserSession, 'findForm' | 'hide' | 'usePasskey'>;

interface SealedRow extends CredentialRow, OpenedRow {
  readonly sealedCookies: Buffer | null;
}

type Metadata = AuditEvent['metadata'];

/** What is done with one that was opened, and where. */
interface Opened {
  readonly origin: string;
  readonly filled: readonly FieldName[];
  /** What the log says of it. */
  readonly about: Metadata;
  readonly work: () => Promise<Metadata>;
}

/**
 * Opens credentials and uses them: the only place that does, in the process that holds the session. What is to be
 * opened is in the audit log before it is, what came of it behind it.
 */
export class CredentialOpening {
  constructor(private readonly deps: OpeningDeps) {}

  /** Fills it in. @throws AppError 403 another origin, 404, 409 nothing to be filled, 503 where it cannot be logged */
  async fillIn(session: PageToFill, use: Use): Promise<Used> {
    const credential = await this.find(use);
    const form = await this.formIn(session, credential, use).catch((error: unknown) =>
      this.refuse(entryOf(use, credential, {}), error),
    );
    const { found: filled, origin } = form;
    const work = async () => {
      await this.fill(session, form, credential);
      return {};
    };
    try {
      const about = { origin, fields: [...filled] };
      return await this.used(credential, use, { origin, filled, about, work });
    } finally {
      await form.close();
    }
  }

  /** Brings its cookies back. @throws AppError 404, 409 not approved, 503 where it cannot be logged */
  async bring(session: BrowserSession, use: Use): Promise<Used> {
    const credential = await this.find(use);
    const work = async () => {
      const cookies = await this.deps.cookies.bring(session, credential, credential.sealedCookies);
      return { cookies };
    };
    const about = { brings: 'cookies' };
    const { service: origin } = credential;
    return this.used(credential, use, { origin, filled: [], about, work });
  }

  private async used(
    credential: SealedRow,
    use: Use,
    { origin, filled, about, work }: Opened,
  ): Promise<Used> {
    const begun = await this.begin(credential, use, entryOf(use, credential, about));
    const behind = { ...about, use: begun.id };
    const more = await work().catch((error: unknown) =>
      this.refuse(entryOf(use, credential, behind), error),
    );
    const entry = entryOf(use, credential, { ...behind, ...more });
    return this.done(credential, use, entry, { origin, filled });
  }

  private async find({ orgId, credentialId }: Use): Promise<SealedRow> {
    const [row] = await this.deps.database.query<SealedRow>(FIND, [credentialId, orgId]);
    if (!row) throw notFound('Credential');
    return row;
  }

  private async formIn(session: PageToFill, row: SealedRow, { fields }: Use): Promise<FoundForm> {
    checkFields(row, fields);
    const { service, origins, credentialType } = row;
    const has = fieldsOf(row);
    const isPassword = credentialType === 'password';
    return session.findForm({ service, origins, isPassword, has }, fields);
  }

  /** Committed before anything is opened; an approval is used up with it. */
  private async begin(credential: SealedRow, use: Use, entry: AuditEvent): Promise<SealedEntry> {
    const { audit, database } = this.deps;
    const begun = { ...entry, outcome: 'begun' } as const;
    if (!credential.requiresApproval) return audit.record(begun);
    return database.transaction(async (manager) => {
      const isApproved = await useApproval(manager, credential.id, use.keyId);
      if (!isApproved) throw conflict('The approval was used meanwhile: ask again');
      return audit.add(manager, begun);
    });
  }

  private async fill(session: PageToFill, form: FoundForm, row: SealedRow): Promise<void> {
    const { values: opened } = this.deps;
    if (row.credentialType === 'passkey')
      return opened.signing(row, (passkey) => session.usePasskey(form, passkey));
    const values = await opened.of(row, form.found);
    const { value, totp } = values;
    session.hide([value, totp].filter((secret) => secret !== undefined));
    await form.fill(values);
  }

  private async done(
    credential: SealedRow,
    { orgId, sessionId }: Use,
    entry: AuditEvent,
    { origin, filled }: Pick<Opened, 'origin' | 'filled'>,
  ): Promise<Used> {
    const { id: credentialId, service, identifier, inboxId } = credential;
    const about = { credential_id: credentialId, service, identifier, session_id: sessionId };
    const done = { ...entry, outcome: 'done' } as const;
    const { id, seq, hash } = await this.deps.audit.record(done, (written) => ({
      ...{ kind: 'credential.used', orgId, inboxId, resourceId: credentialId },
      data: { ...about, origin, ...placeIn(written) },
    }));
    return { auditId: id, seq, hash: hash.toString('hex'), origin, filled };
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

/** Where an entry stands in the log, to be kept elsewhere. */
const placeIn = ({ id, seq, hash }: SealedEntry) => ({
  ...{ audit_id: id, seq, hash: hash.toString('hex') },
});

const FIND = `
SELECT ${CREDENTIAL_COLUMNS}, sealed_value AS "sealedValue", sealed_totp AS "sealedTotp",
  sealed_cookies AS "sealedCookies"
FROM credentials WHERE id = $1 AND org_id = $2`;

const entryOf = (
  { orgId, principal, sessionId, credentialId }: Use,
  { service, identifier }: SealedRow,
  more: { readonly [name: string]: Plain },
): AuditEvent => ({
  ...{ orgId, principal, credentialId, action: 'use_in_browser', outcome: 'begun' },
  metadata: { service, identifier, session_id: sessionId, ...more },
});
