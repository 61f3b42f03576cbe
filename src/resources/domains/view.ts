import type { MailZone } from './records.js';
import type { KeyedDomain } from './store.js';
import type { ResolverAnswer } from './verdicts.js';

/** A domain and what else is told of it. */
export interface DomainView extends KeyedDomain {
  readonly zone: MailZone;
  readonly proposedSubdomain: string;
  readonly workflowId: string;
}

/** A change of a record. */
export interface DomainChangeRow {
  readonly record: string;
  readonly was: string | null;
  readonly status: string;
  readonly answers: readonly ResolverAnswer[];
  readonly at: Date;
}
