import type { Caller } from '../../auth/caller.js';
import { countedKeyId, principalId } from '../../auth/principal.js';
import { requireScope } from '../../auth/scopes.js';
import type { FieldPlaces } from '../../browser/fill.js';
import { AppError } from '../../errors.js';
import type { BrowserSessionService } from '../browser-sessions/service.js';
import type { Used, UseInput } from '../browser-sessions/sealed-steps.js';
import type { CredentialApprovals } from './approving.js';
import { checkFields } from './fields.js';
import type { CredentialPlace, CredentialService } from './service.js';
import type { CredentialRow } from './store.js';

interface UsingDeps {
  readonly credentials: Pick<CredentialService, 'forUse'>;
  readonly sessions: Pick<BrowserSessionService, 'requireOpen' | 'use'>;
  readonly approvals: CredentialApprovals;
}

/** What is to be used, and where. */
export interface UseRequest {
  readonly credential: CredentialPlace;
  readonly sessionId: string;
  /** Null: the form is found. */
  readonly fields: FieldPlaces | null;
}

/** Has credentials used in browser sessions, by the process that holds the session: here nothing is opened. */
export class CredentialUses {
  constructor(private readonly deps: UsingDeps) {}

  /** @throws AppError 403, 404, 409 expired, to be approved, or nothing to be filled; 410, 503 */
  async use(caller: Caller, request: UseRequest, signal: AbortSignal): Promise<Used> {
    const { credentials, sessions } = this.deps;
    const credential = await credentials.forUse(caller, request.credential);
    await sessions.requireOpen(caller, request.sessionId);
    checkFields(credential, request.fields);
    const use = await this.allowed(caller, credential, request.fields);
    return sessions.use(caller, request.sessionId, use, signal);
  }

  /** What brings its cookies back, to begin a session with. @throws AppError 403, 404, 409 expired, to be approved */
  async bringing(caller: Caller, place: CredentialPlace): Promise<UseInput> {
    requireScope(caller, 'vault:use', ', which credential_id needs');
    return this.allowed(caller, await this.deps.credentials.forUse(caller, place), null);
  }

  private async allowed(
    caller: Caller,
    credential: CredentialRow,
    fields: FieldPlaces | null,
  ): Promise<UseInput> {
    if (credential.requiresApproval) await this.requireApproval(caller, credential);
    const { principal } = caller;
    return {
      ...{ credentialId: credential.id, fields },
      ...{ principal: principalId(principal), keyId: countedKeyId(principal) },
    };
  }

  private async requireApproval(caller: Caller, credential: CredentialRow): Promise<void> {
    const asked = await this.deps.approvals.ask(caller, credential);
    if (asked === null) return;
    throw new AppError(
      409,
      'Somebody has to approve this first; call again when it is approved, within 10 minutes',
      { body: { approval_id: asked } },
    );
  }
}
