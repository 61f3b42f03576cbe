import type { InboxEntity } from './entities.js';

/** An inbox and its receive lists. */
export interface InboxView {
  readonly inbox: InboxEntity;
  readonly allowFrom: readonly string[];
  readonly blockFrom: readonly string[];
}

/** Where mail programs find every inbox. */
export interface ImapHost {
  readonly host: string;
  readonly port: number;
}

/** How mail programs sign in to an inbox. */
export interface ImapAccess<Password = string> extends ImapHost {
  readonly username: string;
  readonly password: Password;
}
