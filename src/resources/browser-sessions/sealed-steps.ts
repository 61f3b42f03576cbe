import type { ActOutcome } from '../../browser/session.js';
import type { Vault } from '../../vault/vault.js';
import type { FieldPlaces } from '../../browser/fill.js';
import type { FieldName } from '../../browser/page/order.js';
import type { PageAct } from '../../browser/acts.js';
import type { SeenPage } from '../../browser/forms.js';
import type { PageOrder } from './orders.js';

/** What is to be done in a session: nothing more to open it, unless it begins with cookies. */
export interface StepInput {
  readonly act?: PageAct;
  readonly use?: UseInput;
  readonly bring?: UseInput;
  readonly order?: PageOrder;
}

/** A credential to be used. */
export interface UseInput {
  readonly credentialId: string;
  /** Null: the form is found. */
  readonly fields: FieldPlaces | null;
  /** Who asked, and the key behind it: approvals are for that. */
  readonly principal: string;
  readonly keyId: string;
}

/** What came of using a credential. */
export interface Used {
  readonly auditId: string;
  readonly seq: number;
  readonly hash: string;
  readonly origin: string;
  readonly filled: readonly FieldName[];
}

/** What a step came to: one of these. */
export interface BrowserStepOutcome {
  readonly outcome?: ActOutcome;
  readonly used?: Used;
  readonly seen?: SeenPage;
  /** What whoever asked is told, with which status. */
  readonly refused?: { readonly status: number; readonly message: string };
}

/** What lists show of it. */
export interface StepTold {
  readonly ok: boolean;
  readonly error: string | null;
  readonly page: { readonly url: string; readonly title: string } | null;
}

/** What stands in a step, by the name it is sealed under. */
interface Sealed {
  readonly input: StepInput;
  readonly outcome: BrowserStepOutcome;
  readonly told: StepTold;
}

/** Steps as they are kept: pages hold what nobody else is to read. */
export class SealedSteps {
  constructor(private readonly vault: Pick<Vault, 'seal' | 'open'>) {}

  seal<Part extends keyof Sealed>(
    orgId: string,
    stepId: string,
    field: Part,
    value: Sealed[Part],
  ): Promise<Buffer> {
    return this.vault.seal(orgId, { id: stepId, field }, JSON.stringify(value));
  }

  async open<Part extends keyof Sealed>(
    orgId: string,
    stepId: string,
    field: Part,
    sealed: Buffer,
  ): Promise<Sealed[Part]> {
    const text = await this.vault.open(orgId, { id: stepId, field }, sealed);
    return JSON.parse(text) as Sealed[Part];
  }
}
