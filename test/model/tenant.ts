import type { Asking } from './asking.js';

/** What one organization is expected to hold. */
export interface Tenant {
  readonly ask: Asking;
  readonly inboxes: Map<string, ExpectedInbox>;
  readonly drafts: Map<string, ExpectedDraft>;
  /** Keys bound to one inbox. */
  readonly keys: Map<string, ExpectedKey>;
  /** Ids of what was deleted, with the path each was at. */
  readonly gone: string[];
}

/** An inbox and its mail, oldest first. */
export interface ExpectedInbox {
  readonly id: string;
  readonly address: string;
  displayName: string | null;
  status: 'ACTIVE' | 'PAUSED';
  emails: ExpectedEmail[];
}

/** A mail in an inbox. */
export interface ExpectedEmail {
  readonly id: string;
  readonly mail: SentMail;
  isRead: boolean;
}

/** A mail as it was handed in. */
export interface SentMail {
  readonly messageId: string;
  readonly code: string;
  readonly to: readonly string[];
  /** What it was accepted as, in the order of its recipients. */
  readonly ids: readonly string[];
}

/** A draft that was not sent. */
export interface ExpectedDraft {
  readonly id: string;
  readonly inboxId: string;
  subject: string;
}

/** A key that reaches one inbox. */
export interface ExpectedKey {
  readonly id: string;
  readonly inboxId: string;
  readonly ask: Asking;
}

/** An organization that has nothing yet. */
export const newTenant = (ask: Asking): Tenant => ({
  ask,
  inboxes: new Map(),
  drafts: new Map(),
  keys: new Map(),
  gone: [],
});
