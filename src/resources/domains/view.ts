import type { RecordChange } from './judge.js';
import type { MailZone } from './records.js';
import type { KeyedDomain } from './store.js';

/** A domain and what else is told of it. */
export interface DomainView extends KeyedDomain {
  readonly zone: MailZone;
  readonly proposedSubdomain: string;
  readonly workflowId: string;
}

/** A change of a record. */
export interface DomainChangeRow extends RecordChange {
  readonly at: Date;
}
